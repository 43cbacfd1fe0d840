// What others may see of a conversation in the Clarkson Scrabble protocol: nothing from which a rack can be
// told.
#include "protocols/scrabble-clarkson/secrets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "protocols/scrabble-clarkson/words.hpp"

namespace protocols::scrabble_clarkson {
namespace {

/// Commands of clients that say nothing of their tiles. Whatever is no command may.
constexpr std::array<std::string_view, 5> kOpen{"HELLO", "USERSET", "READY", "PASS", "QUIT"};
constexpr std::array<std::string_view, 2> kMoves{"PLACE", "EXCHANGE"};
/// What the server says of tiles; the words behind NOK may name those that were refused.
constexpr std::array<std::string_view, 2> kTelling{"TILES", "NOK"};

bool holds(std::span<const std::string_view> list, std::string_view verb) {
  return std::ranges::find(list, verb) != list.end();
}

}  // namespace

std::string conceal(std::string_view message, Speaker speaker) {
  const auto verb = cut_words(message).verb;
  const auto hidden = [&] { return fmt::format("{} {}", verb, kHidden); };
  if (speaker == Speaker::server) return holds(kTelling, verb) ? hidden() : std::string(message);
  if (holds(kOpen, verb)) return std::string(message);
  return holds(kMoves, verb) ? hidden() : std::string(kHidden);
}

}  // namespace protocols::scrabble_clarkson
