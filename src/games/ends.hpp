// How games end, in words for people: one sentence for each end.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "games/game.hpp"

namespace games {

/// The words for a reason (Outcome::reason). web/src/table/ends.json says the same, which a test compares.
struct EndWords {
  std::string_view reason;
  std::string_view how;   ///< behind who won: " by checkmate", ": all tiles are played"
  std::string_view deed;  ///< what the loser of two did; empty where it was not the loser's doing
};

/// Of every reason that any game or table can give, sorted.
std::span<const EndWords> all_ends();

/// How it ended, behind "won", "a draw" and the like: " by checkmate".
std::string how_it_ended(const Outcome& outcome);

/// Who won and how, without a full stop: "bert resigned, you win", "anna wins by checkmate", "A draw by
/// stalemate". `reader` is told of as "you". Of finished games with points the points are not told.
std::string end_in_words(const Outcome& outcome, std::span<const std::string> names, Viewer reader);

}  // namespace games
