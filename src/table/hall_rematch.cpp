// The hall's rematches: who wants another game, who is gone, and who sits where in it.
#include <algorithm>

#include "table/hall.hpp"

namespace table {

Result<void> Hall::rematch(PlayerId player, const Rematch& request, Time now, Effects& effects) {
  const auto& someone = people_.at(player);
  if (someone.lobby != nullptr && someone.lobby->standing && !plays(someone))
    return request.wish == Wish::again ? stay(player, now, effects) : leave(player, {}, now, effects);
  const auto found = sitting_of(player);
  if (!found) return std::unexpected(found.error());
  auto& sitting = **found;
  if (games::has_presence(sitting.table.state()))
    return fail(Code::no_lobby, "the others have gone on without you");
  auto& wish = sitting.wishes[someone.seat.value];
  if (!sitting.table.outcome()) return fail(Code::illegal_move, "the game is not over");
  if (wish) return fail(Code::already_seated, "you have answered already");
  wish = request.wish;
  effects.tell.emplace_back(player, Accepted{});
  const bool all = std::ranges::all_of(sitting.wishes, &std::optional<Wish>::has_value);
  if (request.wish == Wish::enough) {
    audience_.tell_wish(sitting, {someone.name, Wished::What::enough, false}, effects);
  } else if (!all && !someone.is_bot()) {
    audience_.tell_wish(sitting, {someone.name, Wished::What::again}, effects);
  }
  settle_wishes(sitting, now, effects);
  return {};
}

/// Once all have answered: another game for the same people, or everybody is free to go.
void Hall::settle_wishes(Sitting& sitting, Time now, Effects& effects) {
  if (!std::ranges::all_of(sitting.wishes, &std::optional<Wish>::has_value)) return;
  const bool again =
      std::ranges::all_of(sitting.wishes, [](const auto& wish) { return wish == Wish::again; });
  std::vector<PlayerId> players;
  for (const auto& player : sitting.players) {
    if (player) players.push_back(*player);
  }
  for (const auto player : players)
    effects.tell.emplace_back(player, Agreed{again ? Wish::again : Wish::enough});
  const auto& header = sitting.table.header();
  const Kind kind{header.game, header.options, header.clock};
  close(sitting, effects);
  if (!again) return;
  // Who hears only the game plays by a protocol that says itself who sits where (chess ruling 2 and 11).
  if (people_.all_hear_offers(players)) std::ranges::rotate(players, players.begin() + 1);
  // The same game opened for as many seats before, so it opens again.
  static_cast<void>(seat_together(kind, "", players, now, effects));
}

/// In a lobby it is of interest once a game was played there.
void Hall::tell_wish(const Lobby& lobby, const Wished& wished, Effects& effects) const {
  if (lobby.begun == 0 || (lobby.table && !tables_.is_over(*lobby.table))) return;
  for (const auto& member : lobby.members) audience_.tell_wish(member.player, wished, effects);
}

}  // namespace table
