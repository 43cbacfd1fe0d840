// Which sentence of docs/protocols/scrabble-twente.md or its rulings a refused message broke.
#include "protocols/scrabble-twente/citations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "protocols/scrabble-twente/words.hpp"

namespace protocols::scrabble_twente {
namespace {

using base::Code;

/// E001 to E015.
constexpr std::array<Rule, 15> kRules{{
    {"scrabble-twente.md, E001",
     "This error is sent from the server to the client as a response to an `ANNOUNCE` message if the name of "
     "the client is already taken by another client in the same server."},
    {"scrabble-twente.md, E002",
     "It is sent whenever the first unit of a message (the command) is not a known command, as defined "
     "above."},
    {"scrabble-twente.md, E003",
     "This can be whenever too few arguments are given, or when a 'closed' argument (where you have to "
     "choose "
     "from several options, such as the first argument of the `MAKEMOVE` command) is not one of the allowed "
     "options."},
    {"scrabble-twente.md, E004",
     "This error is sent whenever a certain coordinate is not on the board or in an invalid format."},
    {"scrabble-twente.md, E005", "This error is sent whenever a word of a move does not fit on the board."},
    {"scrabble-twente.md, E006", "This error is sent whenever a word is not in the dictionary."},
    {"scrabble-twente.md, E007",
     "This error is sent whenever someone tries to swap more tiles than there are left in the tilebag."},
    {"scrabble-twente.md, E008",
     "This error is sent whenever someone is trying to make a move (or swap) with tiles that he/she does not "
     "have."},
    {"scrabble-twente.md, E009",
     "This error is sent whenever someone tries to make a move before their turn is announced."},
    {"scrabble-twente.md, E010",
     "This error is thrown whenever - in a server that does support team-play, but does not support "
     "multi-game play - a queue for a game has already started, and another player requests a game for a "
     "different number of players."},
    {"scrabble-twente.md, E011",
     "This error is thrown whenever someone tries to make a move where they place a word, but none of the "
     "word is not connected to any of the tiles on the board."},
    {"scrabble-twente.md, E012",
     "This error is returned by the server whenever a client sends an `ANNOUNCE` message, while they have "
     "already been welcomed by the server."},
    {"scrabble-twente.md, E013",
     "This error is returned by the server whenever a client sends a `REQUESTGAME` message before they have "
     "succesfully announced themselves."},
    {"scrabble-twente.md, E014",
     "This error is returned by the server whenever a client sends a game-related message, such as "
     "`MAKEMOVE` or `SWAP`, before they are in a game."},
    {"scrabble-twente.md, E015",
     "This error is returned by the server whenever a client requests a game, while a game has already "
     "started."},
}};
constexpr std::size_t kInvalidArgument = 2;

}  // namespace

std::optional<Rule> rule(std::string_view answer, Reason why) {
  std::string plain(answer);
  std::ranges::replace(plain, '|', kUnit);
  const auto units = cut_units(plain);
  const auto code = units.at(0);
  if (units.command != "ERROR" || !code.starts_with('E') || is_our_own(why)) return std::nullopt;
  const auto number = base::to_number<std::size_t>(code.substr(1));  // E0015 is read as E015
  if (!number || *number < 1 || *number > kRules.size()) return std::nullopt;
  const auto at = *number - 1;
  if (at == kInvalidArgument && why == Code::bad_seats)
    return Rule{"scrabble-twente.md, REQUESTGAME", "The number of players must be between 2 and 4."};
  if (at == kInvalidArgument && why == Code::bad_name)
    return Rule{"README.md, Common", "1-32 characters, no control characters."};
  return kRules[at];
}

std::vector<std::string> refusals() {
  std::vector<std::string> answers{"ERROR|E010|2"};
  for (std::size_t error = 1; error <= kRules.size(); ++error)
    answers.push_back(fmt::format("ERROR|E{:03}", error));
  return answers;
}

}  // namespace protocols::scrabble_twente
