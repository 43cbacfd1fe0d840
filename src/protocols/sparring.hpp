// What a server to practise against may do in a protocol, and the sentences that allow it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "games/any.hpp"
#include "protocols/rule.hpp"

namespace protocols {

/// What a server that keeps to the document may do, and few clients expect.
enum class Liberty : std::uint8_t {
  hangs_up,    ///< the connection ends where it will
  refuses,     ///< moves that others take
  leaver,      ///< the opponent leaves in the middle of the game
  long_names,  ///< of unusual characters
  chat,        ///< with every move
  renames,     ///< the opponent has another name in the middle of the game
  crowd,       ///< others come into the lobby and go again
  unexpected,  ///< more words, or another order
};

struct Allowance {
  Liberty liberty;
  Rule rule;
};

struct Sparring {
  std::span<const Allowance> allowed;
  /// A message of the server otherwise than is usual; both without their end. nullptr: there is no other way.
  std::string (*embellish)(std::string_view message) = nullptr;
  /// The longest name that is allowed, with that digit in it. nullptr: nobody has a name.
  std::string (*long_name)(char digit) = nullptr;
  bool first_comes_first = false;  ///< who came first begins the game
  /// Whether the document has words for the move. nullptr: it has for all.
  bool (*can_say)(const games::AnyMove& move) = nullptr;
  /// Whether the move is one that clients forget. nullptr: there is none.
  bool (*is_rare)(const games::AnyView& view, const games::AnyMove& move) = nullptr;
  /// Why a server with other words, or other rules, would refuse the move. nullptr: it is illegal there.
  base::Error (*excuse)(const games::AnyMove& move) = nullptr;
  /// Whether no client asks for the move: the session makes it in the place of a wrong one. nullptr: there is
  /// no such move.
  bool (*is_penalty)(const games::AnyMove& move) = nullptr;
};

// Of a protocol without sparring, too: nullptr.

/// How a move is refused on purpose, though it may be right.
base::Error excuse(const Sparring* sparring, const games::AnyMove& move);
/// Whether the session made the move by itself.
bool is_penalty(const Sparring* sparring, const games::AnyMove& move);

/// The digit and so many letters of two scripts.
std::string mixed_name(char digit, int letters);

}  // namespace protocols
