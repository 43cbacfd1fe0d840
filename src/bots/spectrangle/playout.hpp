// Spectrangle played out fast in thought: a compact table, and whole games by simple policies.
#pragma once

#include <array>
#include <cstdint>

#include "base/rng.hpp"
#include "games/spectrangle/position.hpp"

namespace bots::spectrangle {

/// A game in thought. Players are counted in turn order, not by seat; the bag has an order, its end is drawn
/// first.
struct Playout {
  games::spectrangle::Board board;
  std::array<std::array<games::spectrangle::Tile, games::spectrangle::kHandSize>,
             games::spectrangle::kMostPlayers>
      hands{};
  std::array<std::uint8_t, games::spectrangle::kMostPlayers> held{};  ///< how many tiles each hand has
  std::array<int, games::spectrangle::kMostPlayers> scores{};         ///< final ones once the game is over
  std::array<games::spectrangle::Tile, games::spectrangle::kTiles> bag{};
  std::uint8_t in_bag = 0;
  std::uint8_t players = 0;
  std::uint8_t passes = 0;
  std::uint8_t turn = 0;
  bool over = false;
};

/// The same game as the position's, which must not be over. The bag is in the order of the tiles: shuffle it.
Playout playout_from(const games::spectrangle::Position& position);

void shuffle_bag(Playout& playout, base::Rng& rng);

/// Makes a legal move of the player whose turn it is.
void make(Playout& playout, const games::spectrangle::Move& move, base::Rng& rng);

/// Plays to the end, every legal move alike.
void finish_at_random(Playout& playout, base::Rng& rng);

/// Plays to the end, every player taking the most points of the moment.
void finish_greedily(Playout& playout, base::Rng& rng);

}  // namespace bots::spectrangle
