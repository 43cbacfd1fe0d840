// How other people's servers and clients of this protocol are tested.
#include "protocols/checks.hpp"

#include <fmt/format.h>

#include <array>

#include "protocols/scrabble-twente/tools.hpp"

namespace protocols::scrabble_twente {

/// The script with what another server deals (adapter.cpp). The kits must outlive it.
std::unique_ptr<Adapter> adapt(const Script& script, const games::Kits& kits);

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

}  // namespace

const Checks kChecks{
    .greeting = {.said = "ANNOUNCE|$", .heard = ""},
    .introduction = "ANNOUNCE\x1f",
    .start = {.first = "STARTGAME|", .last = "NOTIFYTURN|", .trait = "ANNOUNCE|", .retell = retell},
    .adapt = adapt,
    .features = kFeatures,
    .passes_over = true,
    .sentences =
        {"scrabble-twente.md, ANNOUNCE, REQUESTGAME", "scrabble-twente.md, MAKEMOVE",
         "scrabble-twente.md, E009: \"whenever someone tries to make a move before their turn is announced\"",
         "scrabble-twente.md, E006: after an ERROR the next NOTIFYTURN says who is on turn",
         "scrabble-twente.md, PLAYERDISCONNECTED, GAMEOVER: \"If the win type is disconnect, there is no "
         "winner.\"",
         "scrabble-twente.md, PLAYERDISCONNECTED, GAMEOVER: \"If the win type is disconnect, there is no "
         "winner.\"",
         "scrabble-twente.md, GAMEOVER: \"The server informs clients that the game is over.\""},
};

}  // namespace protocols::scrabble_twente
