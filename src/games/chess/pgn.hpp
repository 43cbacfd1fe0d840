// Whole games as text: portable game notation.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "games/chess/rules.hpp"

namespace games::chess {

/// The last word of a PGN game.
enum class Finish : std::uint8_t { open, white_wins, black_wins, draw };

struct Tag {
  std::string name;
  std::string value;

  friend bool operator==(const Tag&, const Tag&) = default;
};

/// A game to write down or as read. Result, FEN and SetUp are not among the tags: `finish` and `start` say
/// them.
struct Record {
  std::vector<Tag> tags;
  Position start = start_position();
  std::vector<Move> moves;  ///< steps only; a claimed draw shows in `finish`
  Finish finish = Finish::open;
  std::vector<std::string> notes{};  ///< a comment after each move; may be shorter, is not read back
  std::string remark{};              ///< a comment before the result; is not read back either

  friend bool operator==(const Record&, const Record&) = default;
};

std::string_view name_of(Finish finish);  ///< "*", "1-0", "0-1" or "1/2-1/2"
Finish finish_of(const State& state);

/// The seven tags first, with '?' for those the record does not have, then its others; movetext in lines of
/// less than 80 characters. Control characters in tag values become spaces. The moves must be legal one after
/// the other.
std::string write_pgn(const Record& record);

/// Any number of games. Skips comments, variations, glyphs, escaped lines and move numbers; takes LF and
/// CRLF. What is wrong is malformed or illegal_move, with the number of the line.
base::Result<std::vector<Record>> read_pgn(std::string_view text);

}  // namespace games::chess
