// Spectrangle as text: tiles, moves and positions, as docs/formats/spectrangle-notation.md describes them.
#pragma once

#include <string>
#include <string_view>

#include "base/error.hpp"
#include "games/spectrangle/position.hpp"

namespace games::spectrangle {

/// Reads a tile as the protocol document writes it: three letters in the listed order and a rotation from 0
/// to 2, such as "RRY1". Anything else is `malformed`. Never repeats the given text in the detail.
base::Result<Turned> parse_tile(std::string_view text);

/// Reads a location from 0 to 35. Anything else is `malformed`.
base::Result<Location> parse_location(std::string_view text);

/// "RRY1".
std::string write_tile(Turned turned);

/// "RRY1@6", "-RRY0" or "skip".
std::string write_move(const Move& move);
base::Result<Move> read_move(std::string_view text);

/// One line without line end; reading gives an equal position. Refuses with `malformed` what could not lie on
/// a table: a tile in two places, touching sides that do not match, a hand of five.
std::string write_position(const Position& position);
base::Result<Position> read_position(std::string_view text);

}  // namespace games::spectrangle
