// What a server of this protocol may do to practise against.
#include "protocols/sparring.hpp"

#include <array>

#include "games/scrabble/rules.hpp"
#include "protocols/scrabble-twente/tools.hpp"
#include "protocols/scrabble.hpp"

namespace protocols::scrabble_twente {
namespace {

constexpr std::array kAllowed{
    Allowance{Liberty::hangs_up,
              {"scrabble-twente.rulings.md, 18",
               "`ANNOUNCE` with the same name: `WELCOME`, `STARTGAME`, `NEWTILES` with the present rack, "
               "every past "
               "`INFORMMOVE` in order, `NOTIFYTURN`."}},
    Allowance{Liberty::refuses,
              {"scrabble-twente.rulings.md, 4",
               "the player on turn loses the turn: `ERROR`, then `NOTIFYTURN` to all (the E003 diagram)."}},
    Allowance{Liberty::leaver,
              {"scrabble-twente.rulings.md, 15",
               "`PLAYERDISCONNECTED`, then `GAMEOVER US DISCONNECT`, the leaver with 0, also with 3 or 4 "
               "players."}},
    Allowance{Liberty::long_names,
              {"README.md",
               "Names are compared exactly, unique across the whole server and all its protocols, 1-32 "
               "characters, no "
               "control characters."}},
    Allowance{
        Liberty::chat,
        {"scrabble-twente.rulings.md, 9", "Chat reaches the table, or before a game everybody who waits."}},
    Allowance{
        Liberty::unexpected,
        {"scrabble-twente.md, WELCOME",
         "It will confirm the name of the client, and communicates the flags for the extra features that the "
         "server supports."}},
};

/// With flags that nobody knows.
std::string embellish(std::string_view message) {
  std::string text(message);
  return message.starts_with("WELCOME") ? text.append("\x1fX-TOURNAMENT\x1fx") : text;
}

std::string long_name(char digit) { return mixed_name(digit, 31); }

/// Who says something wrong on turn loses it (ruling 4).
bool is_penalty(const games::AnyMove& move) {
  return move == games::AnyMove(games::scrabble::forfeit_move());
}

}  // namespace

const Sparring kSparring{.allowed = kAllowed,
                         .embellish = embellish,
                         .long_name = long_name,
                         .excuse = scrabble::excuse,
                         .is_penalty = is_penalty};

}  // namespace protocols::scrabble_twente
