// How games end, in words.
#include "games/ends.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace games {
namespace {

constexpr std::array kEnds{
    EndWords{"abandoned", ": nobody came back", ""},
    EndWords{"agreement", " by agreement", ""},
    EndWords{"checkmate", " by checkmate", ""},
    EndWords{"claimed", " by claim", ""},
    EndWords{"dead", ": neither side can checkmate any more", ""},
    EndWords{"finished", "", ""},
    EndWords{"fivefold", " by fivefold repetition", ""},
    EndWords{"left", ": a player left", "left"},
    EndWords{"out", ": all tiles are played", ""},
    EndWords{"passed", ": a player passed twice in a row", ""},
    EndWords{"resigned", " by resignation", "resigned"},
    EndWords{"scoreless", ": nobody scored for two rounds", ""},
    EndWords{"seventyfive", ": 75 moves without a capture or a pawn move", ""},
    EndWords{"stalemate", " by stalemate", ""},
    EndWords{"stuck", ": nobody can play any more", ""},
    EndWords{"time", ": a player ran out of time", "ran out of time"},
};
static_assert(std::ranges::is_sorted(kEnds, {}, &EndWords::reason));

const EndWords* find(std::string_view reason) {
  const auto* const found = std::ranges::find(kEnds, reason, &EndWords::reason);
  return found == kEnds.end() ? nullptr : &*found;
}

std::string name_of(std::span<const std::string> names, Seat seat) {
  if (seat.value < names.size() && !names[seat.value].empty()) return names[seat.value];
  return fmt::format("seat {}", seat.value + 1);
}

std::string who_won(const Outcome& outcome, std::span<const std::string> names, Viewer reader) {
  const auto& winners = outcome.winners;
  if (winners.empty()) return "Nobody wins";
  if (winners.size() > 1 && winners.size() == names.size()) return "A draw";
  if (winners.size() == 1)
    return winners[0] == reader ? "You win" : fmt::format("{} wins", name_of(names, winners[0]));
  std::string all;
  for (const auto seat : winners) {
    all += all.empty() ? "" : seat == winners.back() ? " and " : ", ";
    all += name_of(names, seat);
  }
  return all + " share the win";
}

}  // namespace

std::span<const EndWords> all_ends() { return kEnds; }

std::string how_it_ended(const Outcome& outcome) {
  if (const auto* words = find(outcome.reason)) return std::string(words->how);
  auto reason = outcome.reason;  // of a server that knows more ends than we do
  std::ranges::replace(reason, '_', ' ');
  return reason.empty() ? "" : ": " + reason;
}

std::string end_in_words(const Outcome& outcome, std::span<const std::string> names, Viewer reader) {
  const auto* const words = find(outcome.reason);
  if (words != nullptr && !words->deed.empty() && names.size() == 2 && outcome.winners.size() == 1) {
    const auto winner = outcome.winners[0];
    const Seat loser{static_cast<std::uint8_t>(1 - winner.value)};
    return fmt::format("{} {}, {}", loser == reader ? "You" : name_of(names, loser), words->deed,
                       winner == reader ? "you win" : name_of(names, winner) + " wins");
  }
  return who_won(outcome, names, reader) + how_it_ended(outcome);
}

}  // namespace games
