// Whole turns of My Shelfie (which tiles, which order, which column) and the shelf that each would give.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "games/shelfie/state.hpp"

namespace bots::shelfie {

/// The board by types: -1 where there is no tile.
using Types = std::array<std::int8_t, games::shelfie::kBoardCells>;

/// One turn to its end.
struct Plan {
  std::uint8_t count{};
  std::array<std::uint8_t, games::shelfie::kMaxTaken>
      cells{};  ///< in line order; of no meaning once tiles are taken
  std::array<std::uint8_t, games::shelfie::kMaxTaken> order{};
  std::uint8_t column{};
  games::shelfie::Layout after{};
  double worth{};
};

Types types_of(const games::shelfie::Board& board);

/// Every turn from that board for that shelf, each result once (tiles of one type are not told apart).
std::vector<Plan> plans_from(const Types& board, const games::shelfie::Layout& shelf, int most);

/// Every way in which the viewer, who must be on turn, can finish the turn from the phase it is in.
std::vector<Plan> plans_of(const games::shelfie::View& view);

/// Most tiles that fit into one column of that shelf and that the rules allow.
int most_tiles_for(const games::shelfie::RulesFile& rules, const games::shelfie::Layout& shelf);

/// The board without the tiles that the plan takes.
Types without(Types board, const Plan& plan);

/// True if no two tiles touch: the board would be refilled.
bool is_scattered(const Types& board);

/// The next move of the plan in that phase.
games::shelfie::Move move_of(const Plan& plan, games::shelfie::Phase phase);

/// The move of the best of the plans (ordered best first) that is among the candidates, which must not be
/// empty.
games::shelfie::Move pick(std::span<const Plan> plans, games::shelfie::Phase phase,
                          std::span<const games::shelfie::Move> candidates);

}  // namespace bots::shelfie
