// What others may see of a conversation in the Twente Scrabble protocol: nothing from which a rack can be
// told.
#include "protocols/scrabble-twente/secrets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

namespace protocols::scrabble_twente {
namespace {

/// Commands that say nothing of tiles in hand. A move does, even a refused one; and so may whatever is no
/// command, or is coded otherwise.
constexpr std::array<std::string_view, 4> kOpenOfClients{"ANNOUNCE", "REQUESTGAME", "SENDCHAT", "ERROR"};
constexpr std::array<std::string_view, 9> kOpenOfServers{"WELCOME",    "INFORMQUEUE",        "STARTGAME",
                                                         "NOTIFYTURN", "INFORMMOVE",         "ERROR",
                                                         "GAMEOVER",   "PLAYERDISCONNECTED", "NOTIFYCHAT"};
constexpr std::array<std::string_view, 2> kTelling{"MAKEMOVE", "NEWTILES"};

bool holds(std::span<const std::string_view> list, std::string_view command) {
  return std::ranges::find(list, command) != list.end();
}

}  // namespace

/// A line feed between messages stands before the next.
std::string conceal(std::string_view message, Speaker speaker) {
  auto command = message.substr(0, message.find('|'));
  while (command.starts_with("\\n") || command.starts_with("\\r")) command.remove_prefix(2);
  const std::span<const std::string_view> open =
      speaker == Speaker::client ? std::span<const std::string_view>(kOpenOfClients) : kOpenOfServers;
  if (holds(open, command)) return std::string(message);
  return holds(kTelling, command) ? fmt::format("{}|{}", command, kHidden) : std::string(kHidden);
}

}  // namespace protocols::scrabble_twente
