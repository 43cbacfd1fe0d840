// The engine's own bots: invited into lobbies, and back on their seats after a restart.
#include <fmt/format.h>

#include <algorithm>

#include "net/address.hpp"
#include "server/engine.hpp"

namespace server {

/// Whose limits hold for somebody: their network's; of a browser it is not its token, which it can change.
std::string Engine::address_of(PlayerId player) const {
  if (talks_.find(player.value) == nullptr) return {};
  const auto& guest = hall_.people().self_of(player);
  return net::network_of(guest.host.empty() ? guest.address : guest.host);
}

/// An unknown level is not refused here: whoever invites has looked it up.
void Engine::invite(const table::Invitation& invitation) {
  const auto* bot = bots::find(invitation.game, invitation.level);
  if (bot == nullptr) return;
  auto whose = address_of(asking_);
  if (bots_per_address_ != 0 && bots_of_[whose] >= bots_per_address_)
    return observer_.limited(Reached::bots, whose, latest_);
  seat_bot(std::make_unique<BotTalk>(*bot, invitation, bot_seeds_.next(), std::move(whose)), bot->level);
}

/// Takes a table into the hall; if its game goes on, its bots come back to their seats.
void Engine::restore(table::Table table, Time now) {
  const auto header = table.header();
  const bool is_over = table.outcome().has_value();
  hall_.restore(std::move(table), now);
  if (is_over) return;
  const auto person = std::ranges::find_if(
      header.chairs, [](const auto& chair) { return chair.protocol != table::kBotProtocol; });
  const auto whose = person == header.chairs.end() ? std::string() : person->address;
  for (const auto& chair : header.chairs) {
    const auto* bot =
        chair.protocol == table::kBotProtocol ? bots::find(header.game, chair.address) : nullptr;
    if (bot == nullptr) continue;
    seat_bot(std::make_unique<BotTalk>(*bot, chair.name, bot_seeds_.next(), whose), bot->level);
  }
}

void Engine::seat_bot(std::unique_ptr<BotTalk> bot, std::string_view level) {
  const PlayerId player{base::kOwnPlaces | ++next_bot_};
  hall_.arrive(player, table::kBotProtocol, level, table::Views::yes, table::Hears::offers);
  auto* own = bot.get();
  ++bots_of_[own->whose()];
  auto& talk = talks_.insert(player.value, {nullptr, std::move(bot), own});
  talk.purse = purses_.of(own->whose(), latest_);
  touch(player, talk);
}

}  // namespace server
