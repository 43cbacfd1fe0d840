// What was meant by a message that is not right, where the mistake is one that is often made.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "games/any.hpp"
#include "protocols/all.hpp"

namespace client {

struct Meant {
  std::string right;  ///< what should have been said
  std::string why;    ///< what was mistaken: "x is the column, y the row"
};

/// Whether the rules of the game take a move as the game stands.
using WouldFit = std::function<bool(const games::AnyMove&)>;

/// What a client meant by a message that was refused; the one before it is what it said last. Messages are as
/// they stand in a transcript. Several if it may have been any of them, the likeliest first; none if nobody
/// knows.
std::vector<Meant> find_meant(const protocols::Protocol& protocol, std::string_view message,
                              std::string_view before, const WouldFit& would_fit);

/// What is mistaken in a message where another one would have been right; "" if nobody knows.
std::string find_mistake(const protocols::Protocol& protocol, std::string_view message,
                         std::string_view right);

/// For people: a sentence without a full stop; "" if nobody knows.
std::string tell(const std::vector<Meant>& meant);

}  // namespace client
