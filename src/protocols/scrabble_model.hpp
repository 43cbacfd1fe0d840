// A game of Scrabble as its players are told of it: our rules, with the tiles that another server deals.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "games/any.hpp"
#include "games/scrabble/rules.hpp"
#include "protocols/adapter.hpp"

namespace protocols {

/// All players are ours, so all racks are known. Only the bag is not, and nothing is asked of its order.
class ScrabbleModel {
 public:
  using Move = games::scrabble::Move;
  using Events = std::vector<games::scrabble::Event>;

  ScrabbleModel(const games::Kits& kits, std::string_view options, int seats);

  const games::scrabble::State& state() const { return state_; }
  std::optional<base::Seat> to_move() const { return games::scrabble::Rules::to_move(state_); }
  /// Why it is over; nothing while it goes on.
  std::string_view end() const { return is_over() ? std::string_view(state_.open.outcome->reason) : ""; }
  bool is_over() const { return state_.open.outcome.has_value(); }
  std::string_view rack(base::Seat seat) const { return state_.racks[seat.value].tiles(); }
  int score(base::Seat seat) const { return state_.open.scores[seat.value]; }

  /// Who begins.
  void begin(base::Seat seat) { state_.open.first = state_.open.turn = seat; }
  /// The seat holds these tiles and no others.
  void deal(base::Seat seat, std::string_view tiles);
  /// The seat has drawn these tiles for those that its last move took.
  void draw(base::Seat seat, std::string_view tiles);
  /// How many tiles the last move of the seat made it draw.
  int draws(base::Seat seat) const { return draws_[seat.value]; }

  /// What the last move of the seat left of its rack.
  std::string_view kept(base::Seat seat) const { return kept_[seat.value]; }

  /// What the rules say to a move of whoever is to move; changes nothing.
  base::Result<Events> attempt(const Move& move) const;
  base::Result<Events> play(const Move& move);
  void leave(base::Seat seat) { games::scrabble::Rules::leave(state_, seat); }

  /// What whoever is to move does, so that the game goes that way; nothing if that one is to leave. Of words
  /// one with as many tiles as can be.
  std::optional<Move> choose(Sequel& sequel) const;
  /// Whether all tiles are drawn and nobody can lay any of those that were dealt: not every server sees that.
  bool is_stuck() const;

  /// All words that whoever is to move can lay, those like the given one first.
  std::vector<Move> placings_like(const Move& wanted) const;
  /// Arrangements of so many tiles of a rack, those without vowels first; not all, if there are many.
  std::vector<std::string> arrangements(base::Seat seat, std::size_t count) const;
  /// So many of one letter of which the seat has none.
  std::string not_held(base::Seat seat, std::size_t count) const;

 private:
  games::scrabble::State state_;
  int turns_ = 0;  ///< that were played
  games::scrabble::BySeat<int> draws_ = {};
  games::scrabble::BySeat<std::string> kept_ = {};  ///< of the rack, by the last move
};

}  // namespace protocols
