// The ways in which a sparring partner is hard to live with.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "protocols/all.hpp"
#include "protocols/sparring.hpp"

namespace client::spar {

/// How bytes leave.
enum class Pace : std::uint8_t {
  at_once,
  slow,    ///< every message after a while
  bytes,   ///< one byte at a time
  packet,  ///< all that is said in a while in one packet
};

/// How far a visit has come.
enum class Phase : std::uint8_t { connected, gathered, started, played, over };

/// What the partner does besides playing.
enum class Manner : std::uint8_t {
  plain,
  long_name,  ///< the longest name that is allowed, of unusual characters
  chats,      ///< says something with every move
  renames,    ///< has another name in the middle of the game
  leaves,     ///< goes in the middle of the game
  crowd,      ///< others come into the lobby and go
};

struct Style {
  std::string_view name;
  std::string_view about;
  Pace pace = Pace::at_once;
  Manner manner = Manner::plain;
  bool mixes_ends = false;                      ///< of lines: CR LF and LF
  bool refuses = false;                         ///< every second move, whatever it is
  bool embellishes = false;                     ///< says more, or otherwise, than is usual
  std::optional<Phase> hangs_up_in{};           ///< once the visit has come so far
  bool cuts = false;                            ///< hangs up inside a message
  std::optional<protocols::Liberty> liberty{};  ///< that it takes; none: it is allowed everywhere
  protocols::Rule everywhere{};                 ///< why it is
};

std::span<const Style> all();

/// Why the protocol allows the style; nothing if it does not.
std::optional<protocols::Rule> allowance(const Style& style, const protocols::Protocol& protocol);

/// The styles that a protocol allows.
std::vector<const Style*> styles_of(const protocols::Protocol& protocol);

}  // namespace client::spar
