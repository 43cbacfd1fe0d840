// The engine's own bots: invited into lobbies, and back on their seats after a restart.
#include <fmt/format.h>

#include "server/engine.hpp"

namespace server {

/// An unknown level is not refused here: whoever invites has looked it up.
void Engine::invite(const table::Invitation& invitation) {
  const auto* bot = bots::find(invitation.game, invitation.level);
  if (bot == nullptr) return;
  seat_bot(std::make_unique<BotTalk>(*bot, invitation, bot_seeds_.next()), bot->level);
}

/// Takes a table into the hall; if its game goes on, its bots come back to their seats.
void Engine::restore(table::Table table, Time now) {
  const auto header = table.header();
  const bool is_over = table.outcome().has_value();
  hall_.restore(std::move(table), now);
  if (is_over) return;
  for (const auto& chair : header.chairs) {
    const auto* bot =
        chair.protocol == table::kBotProtocol ? bots::find(header.game, chair.address) : nullptr;
    if (bot != nullptr) seat_bot(std::make_unique<BotTalk>(*bot, chair.name, bot_seeds_.next()), bot->level);
  }
}

void Engine::seat_bot(std::unique_ptr<BotTalk> bot, std::string_view level) {
  const PlayerId player{base::kOwnPlaces | ++next_bot_};
  hall_.arrive(player, table::kBotProtocol, level, table::Views::yes, table::Hears::offers);
  auto* own = bot.get();
  touch(player, talks_.insert(player.value, {nullptr, std::move(bot), own}));
}

}  // namespace server
