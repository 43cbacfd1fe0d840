// The one way in which something is refused: a code that programs read and a detail that people read.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <utility>

namespace base {

/// Every kind of reason for which Parlor refuses something. Closed: each protocol maps it to its own in one
/// switch.
enum class Code : std::uint8_t {
  malformed,       ///< text that is not in the grammar
  unknown_game,    ///< no game of that name
  bad_options,     ///< options that the game does not have
  bad_seats,       ///< a number of players that the game does not take
  illegal_move,    ///< the rules forbid it
  bad_name,        ///< a name that nobody can have
  name_taken,      ///< somebody else has that name
  other_queue,     ///< one game at a time, and people wait for one of another size
  game_running,    ///< one game at a time, and one is being played
  no_lobby,        ///< no lobby of that name, or none with a free place
  lobby_full,      ///< a lobby with no free place, or whose game is being played
  not_your_turn,   ///< another seat is to move
  game_over,       ///< the game has ended
  not_at_table,    ///< the player sits at no table
  already_seated,  ///< the player waits or plays already
  other_kit,       ///< needs another kit than there is: other words, another rules file
  storage,         ///< the journal could not be written or read
  corrupt,         ///< stored data that contradicts itself
  system,          ///< the operating system said no
};

std::string_view name_of(Code code);

/// Every code there is, in order: for metrics and for tests that walk them.
inline constexpr Code kLastCode = Code::system;

/// Why something was refused, to the word. A game has reasons that no other has (its `Refusals`): who knows
/// the game looks at its word, everybody else at the kind.
struct Reason {
  // NOLINTNEXTLINE(google-explicit-constructor): mostly, the code says it all
  constexpr Reason(Code code) : kind(code) {}
  /// A word of a game's own, which must last.
  constexpr Reason(Code code, std::string_view word) : kind(code), own(word) {}

  Code kind;
  std::string_view own{};  ///< empty: the code says it all

  friend constexpr bool operator==(const Reason&, const Reason&) = default;
};

/// The word of the game, or else that of the code.
std::string_view name_of(const Reason& reason);

struct Error {
  Reason code = Code::malformed;
  std::string detail;  ///< a sentence for people; may be empty

  friend bool operator==(const Error&, const Error&) = default;
};

template <class T = void>
using Result = std::expected<T, Error>;

inline std::unexpected<Error> fail(Reason code, std::string detail = {}) {
  return std::unexpected(Error{code, std::move(detail)});
}

}  // namespace base
