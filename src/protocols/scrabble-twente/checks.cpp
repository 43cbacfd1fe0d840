// How other people's servers and clients of this protocol are tested.
#include "protocols/checks.hpp"

#include <fmt/format.h>

#include <array>

#include "protocols/scrabble-twente/tools.hpp"

namespace protocols::scrabble_twente {

namespace {

constexpr std::array kFeatures{
    Feature{"twente-no-chat", "SENDCHAT"},
    Feature{"twente-no-teamplay", "REQUESTGAME\x1f"},
};

/// With the names of others, and with the sign of whose turn it is.
std::string retell(std::string_view line, const Replacements& others, std::string_view own) {
  auto told = replace_words(line, others);
  if (!told.starts_with("NOTIFYTURN|")) return told;
  const auto player = told.substr(told.rfind('|') + 1);
  return fmt::format("NOTIFYTURN|{:d}|{}", player == own, player);
}

constexpr std::array<std::string_view, 2> kWay{"ANNOUNCE", "REQUESTGAME"};

}  // namespace

const Checks kChecks{
    .greeting = {.said = "ANNOUNCE|$", .heard = ""},
    .introduction = "ANNOUNCE\x1f",
    .start = {.first = "STARTGAME|", .last = "NOTIFYTURN|", .trait = "ANNOUNCE|", .retell = retell},
    .adapt = adapt,
    .features = kFeatures,
    .passes_over = true,
    .sentences =
        {R"(scrabble-twente.md, ANNOUNCE: "The client announces itself to the server, together with its name"; REQUESTGAME: "The client requests a game at the server.")",
         R"(scrabble-twente.md, MAKEMOVE: "The client requesting the server to make a move on behalf of them.")",
         R"(scrabble-twente.md, E009: "This error is sent whenever someone tries to make a move before their turn is announced.")",
         R"(scrabble-twente.md, NOTIFYTURN: "The server informs the clients whose turn it is."; so after an ERROR, too)",
         R"(scrabble-twente.md, GAMEOVER: "If the win type is disconnect, there is no winner."; PLAYERDISCONNECTED)",
         R"(scrabble-twente.md, GAMEOVER: "If the win type is disconnect, there is no winner."; PLAYERDISCONNECTED)",
         R"(scrabble-twente.md, GAMEOVER: "The server informs clients that the game is over.")"},
    .way = kWay,
};

}  // namespace protocols::scrabble_twente
