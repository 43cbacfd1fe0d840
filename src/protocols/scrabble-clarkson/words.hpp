// The words of the Clarkson Scrabble protocol, both ways: docs/protocols/scrabble-clarkson.txt.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/scrabble/rules.hpp"

namespace protocols::scrabble_clarkson {

inline constexpr std::string_view kEnd = "\r\n";
inline constexpr std::string_view kVersion = "1.0.1";

/// Tables of this protocol.
inline constexpr std::string_view kOptions = "rules=clarkson";

/// How either half introduces itself (ruling 23), without the end of the line.
std::string write_hello();

/// Whether the fields behind HELLO are those of a peer that can be talked to (rulings 2 and 3).
/// Code::malformed says why not.
base::Result<void> check_hello(std::string_view fields);

/// A line cut at its first space. The parts look into the line.
struct Words {
  std::string_view verb;
  std::string_view rest;
};

Words cut_words(std::string_view line);

/// The text without white space at its ends; white space as Unicode has it, which a name has none of.
std::string_view trim(std::string_view text);
bool has_white_space(std::string_view text);
std::string fill_white_space(std::string_view text, char filler);

/// The tuples behind PLACE (ruling 15). Refusals as of games::scrabble::spots_move.
base::Result<games::scrabble::Move> read_place(std::string_view tuples);

/// The line that lays these tiles, without its end.
std::string write_place(std::span<const games::scrabble::Spot> spots);

/// What EXCHANGE asks for, with nothing behind it for the whole rack (ruling 13).
base::Result<games::scrabble::Move> read_exchange(std::string_view tile, const games::scrabble::Rack& rack);

/// BOARDPUSH with all its lines (ruling 17).
std::string write_board(const games::scrabble::Board& board);

/// The letters of one line of a board: kNone for free squares. Lenient: white space anywhere. Code::malformed
/// if there is something else.
base::Result<std::vector<games::scrabble::Tile>> read_board_line(std::string_view line);

/// Why something was refused, in words that belong behind NOK.
std::string reason_of(const base::Error& error);

}  // namespace protocols::scrabble_clarkson
