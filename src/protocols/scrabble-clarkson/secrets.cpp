// What others may see of a conversation in the Clarkson Scrabble protocol: nothing from which a rack can be
// told.
#include "protocols/scrabble-clarkson/secrets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

namespace protocols::scrabble_clarkson {
namespace {

/// Words that say nothing of tiles in hand. Whatever is no command may.
constexpr std::array<std::string_view, 5> kOpenOfClients{"HELLO", "USERSET", "READY", "PASS", "QUIT"};
constexpr std::array<std::string_view, 11> kOpenOfServers{
    "HELLO",     "OK",   "USERCHANGE", "USERJOIN", "STARTING", "SCORE",
    "BOARDPUSH", "TURN", "WINNER",     "GOODBYE",  ""};
/// The words behind NOK may name tiles that were refused.
constexpr std::array<std::string_view, 4> kTelling{"PLACE", "EXCHANGE", "TILES", "NOK"};

bool holds(std::span<const std::string_view> list, std::string_view verb) {
  return std::ranges::find(list, verb) != list.end();
}

}  // namespace

/// A line that ends otherwise than it should ends with escapes. A line of the board begins with a bracket.
std::string conceal(std::string_view message, Speaker speaker) {
  const auto verb = message.substr(0, message.find_first_of(" \\"));
  if (speaker == Speaker::server && (holds(kOpenOfServers, verb) || message.starts_with('(')))
    return std::string(message);
  if (speaker == Speaker::client && holds(kOpenOfClients, verb)) return std::string(message);
  return holds(kTelling, verb) ? fmt::format("{} {}", verb, kHidden) : std::string(kHidden);
}

}  // namespace protocols::scrabble_clarkson
