// Openings: who is ready, who leaves, and the table that begins then.
#include "table/openings.hpp"

#include <algorithm>
#include <cassert>

namespace table {

Result<Sitting*> Openings::open(const Kind& kind, const std::string& lobby,
                                const std::vector<PlayerId>& players, Time now, Effects& effects) {
  Header header{{},  kind.game, kind.options, seeds_.next(), games::facts_of(kind.game)->revision,
                now, {},        lobby,        kind.clock};
  for (const auto player : players) {
    const auto& someone = parts_.people.at(player);
    header.chairs.push_back({someone.name, std::string(someone.protocol), someone.address});
  }
  const auto opened = parts_.tables.open(std::move(header), {players.begin(), players.end()});
  if (!opened) return opened;
  auto& sitting = **opened;
  sitting.talk_in(parts_.gatherings.chat_of(sitting.table.header()));
  const auto record =
      parts_.people.tells_records() ? std::make_shared<const Record>(sitting.table.header()) : nullptr;
  for (std::size_t at = 0; at < players.size(); ++at) {
    parts_.places.sit(players[at], sitting, seat_at(at));
    if (record) effects.tell.emplace_back(players[at], Recorded{record});
    effects.tell.emplace_back(players[at], seat_facts(sitting, seat_at(at), now));
  }
  parts_.clocks.await(sitting.table, sitting.thinking, effects);
  effects.journal.emplace_back(sitting.table.header());
  return &sitting;
}

void Openings::begin_if_complete(Lobby& lobby, Time now, Effects& effects) {
  const auto beginning = parts_.gatherings.begin(lobby, seeds_, effects);
  if (!beginning) return;
  // A table of this kind was tried out before anybody could come into the lobby.
  const auto sitting = open(beginning->kind, beginning->lobby, beginning->players, now, effects);
  if (sitting && !beginning->lobby.empty()) lobby.table = (*sitting)->table.header().table;
}

/// A game that is over does not keep those from the next one who have seen its end.
void Openings::be_ready(PlayerId player, Time now, Effects& effects) {
  const auto& someone = parts_.people.at(player);
  assert(someone.lobby != nullptr && someone.sitting == nullptr);
  auto& lobby = parts_.gatherings.be_ready(player, effects);
  if (lobby.table && parts_.tables.is_over(*lobby.table) &&
      std::ranges::all_of(lobby.members, &Lobby::Member::ready))
    lobby.table.reset();
  if (!lobby.is_complete() && !someone.is_bot())
    tell_wish(lobby, {someone.name, Wished::What::again}, effects);
  begin_if_complete(lobby, now, effects);
}

void Openings::leave_lobby(PlayerId player, Time now, Effects& effects) {
  auto* lobby = parts_.gatherings.leave(player, effects);
  if (lobby == nullptr) return;
  tell_wish(*lobby, {parts_.people.at(player).name, Wished::What::gone}, effects);
  begin_if_complete(*lobby, now, effects);
}

/// In a lobby it is of interest once a game was played there.
void Openings::tell_wish(const Lobby& lobby, const Wished& wished, Effects& effects) const {
  if (lobby.begun == 0 || (lobby.table && !parts_.tables.is_over(*lobby.table))) return;
  for (const auto& member : lobby.members) parts_.audience.tell_wish(member.player, wished, effects);
}

}  // namespace table
