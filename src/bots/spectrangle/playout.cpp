// Spectrangle played out fast in thought.
#include "bots/spectrangle/playout.hpp"

#include <algorithm>
#include <bit>
#include <span>

namespace bots::spectrangle {
namespace {

using namespace games::spectrangle;
using base::Rng;

/// A number below a small bound. The bias is below one in a hundred million, which no bot notices.
std::uint32_t below(Rng& rng, std::uint32_t bound) {
  return static_cast<std::uint32_t>(((rng.next() >> 32U) * bound) >> 32U);
}

Location pick(CellSet cells, std::uint32_t skipped) {
  for (; skipped > 0; --skipped) cells &= cells - 1;
  return Location{static_cast<std::uint8_t>(std::countr_zero(cells))};
}

std::uint32_t count(CellSet cells) { return static_cast<std::uint32_t>(std::popcount(cells)); }

std::span<const Tile> hand_of(const Playout& playout, std::size_t player) {
  return {playout.hands[player].data(), playout.held[player]};
}

void end_turn(Playout& playout) {
  playout.turn =
      playout.turn + 1 == playout.players ? std::uint8_t{0} : static_cast<std::uint8_t>(playout.turn + 1);
}

void place(Playout& playout, std::size_t held_at, std::uint8_t rotation, Location location) {
  const auto player = playout.turn;
  auto& hand = playout.hands[player];
  const Tile tile = hand[held_at];
  playout.scores[player] += points_for(playout.board, tile, location);
  lay(playout.board, {tile, rotation}, location);
  playout.passes = 0;
  hand[held_at] = playout.in_bag > 0 ? playout.bag[--playout.in_bag] : hand[--playout.held[player]];
  end_turn(playout);
}

void pass(Playout& playout) {
  if (playout.passes < playout.players) ++playout.passes;
  end_turn(playout);
}

/// Draws first, then puts the old tile back to a random place.
void swap(Playout& playout, std::size_t held_at, Rng& rng) {
  Tile& tile = playout.hands[playout.turn][held_at];
  std::swap(tile, playout.bag[playout.in_bag - 1U]);
  std::swap(playout.bag[playout.in_bag - 1U], playout.bag[below(rng, playout.in_bag)]);
  pass(playout);
}

/// The end as in the rules, asked only of a player who cannot place.
bool is_stuck(const Playout& playout) {
  for (std::size_t player = 0; player < playout.players; ++player) {
    if (player != playout.turn && can_place(playout.board, hand_of(playout, player))) return false;
  }
  return playout.passes >= playout.players ||
         !can_place(playout.board, std::span<const Tile>(playout.bag.data(), playout.in_bag));
}

void end(Playout& playout) {
  playout.over = true;
  for (std::size_t player = 0; player < playout.players; ++player) {
    int deduction = 0;
    for (const Tile tile : hand_of(playout, player)) deduction += value_of(tile);
    playout.scores[player] = std::max(0, playout.scores[player] - deduction);
  }
}

/// One placement, every one alike. False if there is none.
bool place_at_random(Playout& playout, Rng& rng) {
  const auto hand = hand_of(playout, playout.turn);
  const CellSet open = open_cells(playout.board);
  std::array<CellSet, std::size_t{kHandSize} * kSides> fitting;
  std::uint32_t all = 0;
  for (std::size_t at = 0; at < hand.size(); ++at) {
    const int rotations = rotations_of(hand[at]);
    for (std::uint8_t rotation = 0; rotation < kSides; ++rotation) {
      const CellSet cells =
          rotation < rotations ? matching_cells(playout.board, {hand[at], rotation}) & open : 0;
      fitting[at * kSides + rotation] = cells;
      all += count(cells);
    }
  }
  if (all == 0) return false;
  std::uint32_t chosen = below(rng, all);
  std::size_t at = 0;
  for (; chosen >= count(fitting[at]); ++at) chosen -= count(fitting[at]);
  place(playout, at / kSides, static_cast<std::uint8_t>(at % kSides), pick(fitting[at], chosen));
  return true;
}

void pass_at_random(Playout& playout, Rng& rng) {
  const std::uint32_t choices = playout.in_bag > 0 ? playout.held[playout.turn] + 1U : 1U;
  const std::uint32_t chosen = below(rng, choices);
  if (chosen + 1 == choices) return pass(playout);
  swap(playout, chosen, rng);
}

/// Cells that multiply a tile's value alike, most first: touching sides times bonus.
struct Level {
  int factor;
  CellSet cells;
};

std::array<Level, 8> levels_of(const Board& board) {
  const CellSet open = open_cells(board);
  const CellSet three = board.touched[2] & open;
  const CellSet two = board.touched[1] & open & ~three;
  const CellSet one = open & ~two & ~three;
  const auto& bonus = kBonusCells;
  return {{{12, three & bonus[4]},
           {9, three & bonus[3]},
           {8, two & bonus[4]},
           {6, (three & bonus[2]) | (two & bonus[3])},
           {4, (two & bonus[2]) | (one & bonus[4])},
           {3, (three & bonus[1]) | (one & bonus[3])},
           {2, (two & bonus[1]) | (one & bonus[2])},
           {1, one & bonus[1]}}};
}

/// One of the placements with the most points, of equal ones the first tile's at a random cell. False if
/// there is none.
bool place_greedily(Playout& playout, Rng& rng) {
  const auto hand = hand_of(playout, playout.turn);
  const auto levels = levels_of(playout.board);
  int most = 0;
  std::size_t best = 0;
  CellSet best_cells = 0;
  for (std::size_t at = 0; at < hand.size(); ++at) {
    const CellSet fitting = fitting_cells(playout.board, hand[at]);
    const int value = value_of(hand[at]);
    for (const auto& level : levels) {
      if (value * level.factor <= most) break;
      if ((fitting & level.cells) == 0) continue;
      most = value * level.factor;
      best = at;
      best_cells = fitting & level.cells;
      break;
    }
  }
  if (most == 0) return false;
  const Location location = pick(best_cells, below(rng, count(best_cells)));
  std::uint8_t rotation = 0;
  while ((matching_cells(playout.board, {hand[best], rotation}) & only(location)) == 0) ++rotation;
  place(playout, best, rotation, location);
  return true;
}

/// Swaps the tile that would cost most at the end.
void pass_greedily(Playout& playout, Rng& rng) {
  const auto hand = hand_of(playout, playout.turn);
  if (playout.in_bag == 0 || hand.empty()) return pass(playout);
  const auto costly = std::ranges::max_element(hand, {}, value_of);
  swap(playout, static_cast<std::size_t>(costly - hand.begin()), rng);
}

}  // namespace

Playout playout_from(const Position& position) {
  Playout playout{.board = position.board, .players = position.players, .passes = position.passes};
  for (TileSet tiles = position.bag; tiles != 0; tiles &= tiles - 1) {
    playout.bag[playout.in_bag++] = Tile{static_cast<std::uint8_t>(std::countr_zero(tiles))};
  }
  const auto order = turn_order(position);
  for (std::size_t player = 0; player < order.size(); ++player) {
    const auto tiles = position.hands[order[player].value].tiles();
    std::ranges::copy(tiles, playout.hands[player].begin());
    playout.held[player] = static_cast<std::uint8_t>(tiles.size());
    playout.scores[player] = position.scores[order[player].value];
    if (order[player] == position.turn) playout.turn = static_cast<std::uint8_t>(player);
  }
  return playout;
}

void shuffle_bag(Playout& playout, Rng& rng) {
  for (std::uint32_t left = playout.in_bag; left > 1; --left) {
    std::swap(playout.bag[left - 1], playout.bag[below(rng, left)]);
  }
}

void make(Playout& playout, const Move& move, Rng& rng) {
  const auto hand = hand_of(playout, playout.turn);
  const auto held_at = [&](Tile tile) {
    return static_cast<std::size_t>(std::ranges::find(hand, tile) - hand.begin());
  };
  if (const auto* play = std::get_if<Play>(&move)) {
    place(playout, held_at(play->tile.tile), play->tile.rotation, play->location);
  } else if (const auto* swapped = std::get_if<Swap>(&move)) {
    swap(playout, held_at(swapped->tile.tile), rng);
  } else {
    pass(playout);
  }
}

void finish_at_random(Playout& playout, Rng& rng) {
  while (!playout.over) {
    if (place_at_random(playout, rng)) continue;
    if (is_stuck(playout)) return end(playout);
    pass_at_random(playout, rng);
  }
}

void finish_greedily(Playout& playout, Rng& rng) {
  while (!playout.over) {
    if (place_greedily(playout, rng)) continue;
    if (is_stuck(playout)) return end(playout);
    pass_greedily(playout, rng);
  }
}

}  // namespace bots::spectrangle
