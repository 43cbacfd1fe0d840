// What a client may have meant whose message was refused: for who watches, and knows the game by the client
// half.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "table/messages.hpp"

namespace protocols {

/// Another message, and what the client mistook if that was meant.
struct Guess {
  std::string message;
  std::string_view why;    ///< "x is the column, y the row"
  std::string shown = {};  ///< to people in its place; "": the message itself
};

/// Messages are as they stand in a transcript, without what a reader passes over.
struct Hints {
  /// What a client's message asks for, as far as the client half must know it to follow: names, moves. The
  /// message before it is what the client said last.
  std::vector<table::Request> (*requests)(std::string_view message, std::string_view before);
  /// The mistakes that are often made, put right. Those that are right by the rules of the game are told.
  std::vector<Guess> (*guesses)(std::string_view message);
  /// Why a move is refused that is right as far as it goes: another message completes it.
  base::Reason half = base::Code::system;
  std::string_view other_half = {};  ///< the verb of that message
};

}  // namespace protocols
