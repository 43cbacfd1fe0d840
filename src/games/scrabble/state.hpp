// A game of Scrabble as a value: what lies open, and what is hidden.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "games/game.hpp"
#include "games/scrabble/board.hpp"
#include "games/scrabble/lexicon.hpp"
#include "games/scrabble/options.hpp"
#include "games/scrabble/rack.hpp"

namespace games::scrabble {

inline constexpr int kMostSeats = 8;

/// Revision 2: nobody won a game by the Twente rules that somebody left.
inline constexpr int kOldestRevision = 2;
inline constexpr int kRevision = 3;

/// One number a seat; seats that nobody sits on have 0.
template <class Number>
using BySeat = std::array<Number, kMostSeats>;

/// What everybody may know.
struct Open {
  std::shared_ptr<const Lexicon> lexicon;
  Options options;
  int seats = 0;
  int revision = kRevision;  ///< of the rules by which it is played
  Board board = {};
  BySeat<int> scores = {};
  Seat first = {};                      ///< who began
  Seat turn = {};                       ///< who is to move, while the game goes on
  int scoreless = 0;                    ///< turns in a row that were passed or used to exchange
  BySeat<std::uint8_t> passes = {};     ///< turns of their own in a row that they passed
  std::optional<Outcome> outcome = {};  ///< set when the game is over

  friend bool operator==(const Open&, const Open&) = default;
};

/// The tiles that nobody has drawn yet; the next is the last. Places behind the size are empty.
struct Bag {
  std::array<Tile, kBagSize> tiles = {};
  std::uint8_t size = 0;

  friend bool operator==(const Bag&, const Bag&) = default;
};

struct State {
  Open open;
  BySeat<Rack> racks = {};
  Bag bag = {};
  Rng rng;

  friend bool operator==(const State&, const State&) = default;
};

/// What one viewer may know.
struct View {
  Open open;
  Viewer viewer;
  Rack rack = {};                  ///< the viewer's own; empty for a watcher
  BySeat<std::uint8_t> held = {};  ///< how many tiles each seat holds
  int bag = 0;                     ///< how many tiles nobody has drawn yet

  friend bool operator==(const View&, const View&) = default;
};

/// All 100 tiles of a game: 98 letters and what the rule set adds to them.
Bag full_bag(const RuleBook& book, Rng& rng);

void put_back(Bag& bag, Tile tile, Rng& rng);

/// Draws until the rack is full or the bag is empty.
void refill(Rack& rack, Bag& bag);

/// A whole state that fits a view: the tiles that the viewer does not see are dealt by chance.
State deal_unseen(const View& view, Rng& rng);

}  // namespace games::scrabble
