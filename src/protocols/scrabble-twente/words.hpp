// The words of the Twente Scrabble protocol, both ways: docs/protocols/scrabble-twente.md.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/scrabble/rules.hpp"
#include "protocols/scrabble-twente/framing.hpp"

namespace protocols::scrabble_twente {

/// Tables of this protocol.
inline constexpr std::string_view kOptions = "rules=twente";
inline constexpr int kFewestPlayers = 2;
inline constexpr int kMostPlayers = 4;

/// A message cut at its unit separators. The parts look into the message.
struct Units {
  std::string_view command;
  std::vector<std::string_view> arguments;

  /// The argument of that number; empty if there are not so many.
  std::string_view at(std::size_t index) const;
};

Units cut_units(std::string_view message);
std::string join_units(std::span<const std::string_view> units);

/// E001 to E015 for what was refused, and back for what a server said; unknown texts are `malformed`.
std::string_view error_of(base::Reason reason);
base::Reason code_of(std::string_view error);

/// Tiles in hand as the wire has them, blanks as '!', and back. What the wire has no name for is '*'.
std::string write_tiles(std::string_view tiles);
std::string read_tiles(std::string_view text);

/// The move that the arguments of MAKEMOVE ask for. Checks in the order of ruling 3.
base::Result<games::scrabble::Move> read_move(const Units& units);

/// The arguments of MAKEMOVE for a move: with WORD or SWAP in front. Empty for what has no words.
std::vector<std::string> write_arguments(const games::scrabble::Move& move);

/// What INFORMMOVE says of an event, behind the player's name; empty for events that it does not tell of.
std::vector<std::string> write_event(const games::scrabble::Event& event);

/// Where a word lies as INFORMMOVE tells it: start coordinate, direction, letters.
base::Result<games::scrabble::Move> read_word(std::string_view start, std::string_view direction,
                                              std::string_view letters);

}  // namespace protocols::scrabble_twente
