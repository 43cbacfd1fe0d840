// What a shelf is worth to its owner: the points it has, and the points it may still get.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "games/shelfie/state.hpp"

namespace bots::shelfie {

/// All that the worth of one player's shelf depends on besides the shelf.
struct Outlook {
  const games::shelfie::RulesFile* rules{};
  std::optional<std::uint8_t> card;  ///< if the viewer knows it
  std::array<std::uint8_t, games::shelfie::kGoalsInGame> goals{};
  std::array<int, games::shelfie::kGoalsInGame> won{};   ///< points of the token won, 0: none
  std::array<int, games::shelfie::kGoalsInGame> next{};  ///< points of the token on top
  bool may_fill_first{};                                 ///< nobody has a full shelf yet
  double hope{};  ///< 1 at the beginning, 0 when no turn is left: how much of what may come will come
};

Outlook outlook_of(const games::shelfie::View& view, games::Seat seat);

/// Points if the game ended now.
double points_now(const Outlook& outlook, const games::shelfie::Layout& shelf);

/// Points now, and what is begun by how likely it is to be finished.
double worth(const Outlook& outlook, const games::shelfie::Layout& shelf);

/// How much of the common goal is there, 0 to 1; what can no more be reached does not count.
double progress(int goal, const games::shelfie::Layout& shelf);

}  // namespace bots::shelfie
