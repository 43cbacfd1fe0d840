// Bots of a host: invited into lobbies, and back on their seats with a table that was read anew.
#include <algorithm>

#include "host/host.hpp"

namespace host {

/// An unknown level is not refused here: whoever invites has looked it up.
void Host::invite(const table::Invitation& invitation) {
  const auto* bot = bots::find(invitation.game, invitation.level);
  if (bot == nullptr) return;
  const Talk* inviting = talks_.find(asking_.value);
  auto company = inviting == nullptr ? surroundings_.company_of("") : inviting->company;
  if (!company) company = everybody_;
  if (surroundings_.may_invite(*company)) seat_bot(*bot, engagement(invitation), std::move(company));
}

void Host::restore(table::Table table, Time now) {
  const auto header = table.header();
  const bool is_over = table.outcome().has_value();
  hall_.restore(std::move(table), now);
  if (is_over) return;
  const auto person = std::ranges::find_if(
      header.chairs, [](const auto& chair) { return chair.protocol != table::kBotProtocol; });
  const auto whose = person == header.chairs.end() ? std::string() : person->address;
  for (std::size_t at = 0; at < header.chairs.size(); ++at) {
    const auto& chair = header.chairs[at];
    const auto* bot =
        chair.protocol == table::kBotProtocol ? bots::find(header.game, chair.address) : nullptr;
    if (bot == nullptr || !hall_.tables().at(header.table).held[at]) continue;
    const auto player = seat_bot(*bot, {}, surroundings_.company_of(whose));
    table::Effects effects;
    if (!hall_.lead_back(player, {header.table, table::seat_at(at)}, now, effects))
      talks_.find(player.value)->bot->ask_for_name();
    execute(effects);
  }
}

PlayerId Host::seat_bot(const bots::Bot& bot, Engagement engagement, std::shared_ptr<Company> company) {
  if (!company) company = everybody_;
  const PlayerId player{base::kOwnPlaces | ++next_own_};
  hall_.arrive(player, table::kBotProtocol, bot.level, table::Views::yes, table::Hears::offers);
  ++company->bots;
  auto session = std::make_unique<BotSession>(bot, std::move(engagement), bot_seeds_.next(), company->name);
  auto* own = session.get();
  add(player, {nullptr, std::move(session), std::move(company), own});
  return player;
}

}  // namespace host
