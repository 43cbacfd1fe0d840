// What others may see of a conversation in the Twente Scrabble protocol: nothing from which a rack can be
// told.
#include "protocols/scrabble-twente/secrets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace protocols::scrabble_twente {
namespace {

/// Commands of clients that say nothing of their tiles. A move does, even a refused one; and so may whatever
/// is no command.
constexpr std::array<std::string_view, 4> kOpen{"ANNOUNCE", "REQUESTGAME", "SENDCHAT", "ERROR"};

}  // namespace

std::string conceal(std::string_view message, Speaker speaker) {
  const auto command = message.substr(0, message.find('|'));
  if (speaker == Speaker::server)
    return command == "NEWTILES" ? fmt::format("NEWTILES|{}", kHidden) : std::string(message);
  if (std::ranges::find(kOpen, command) != kOpen.end()) return std::string(message);
  return command == "MAKEMOVE" ? fmt::format("MAKEMOVE|{}", kHidden) : std::string(kHidden);
}

}  // namespace protocols::scrabble_twente
