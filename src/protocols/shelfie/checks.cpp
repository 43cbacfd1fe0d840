// How other people's servers and clients of this protocol are tested.
#include "protocols/checks.hpp"

#include <algorithm>

#include "protocols/shelfie/tools.hpp"

namespace protocols::shelfie {

namespace {

constexpr std::string_view kFirstMessage =
    R"({"header":{"type":"CONNECTION","nickname":"$"},"payload":{"key":"CONNECTION_CREATION","data":{}}})";
constexpr std::string_view kAllInfo = R"("key":"ALL_INFO")";

/// Others are the first; the rest is told to all alike.
std::string retell(std::string_view line, const Replacements& others, std::string_view /*own*/) {
  constexpr std::string_view kNext = R"("NEXT_PLAYER":")";
  const auto at = std::min(line.find(kNext), line.size());
  const auto end = std::min(line.find(',', at), line.size());
  return std::string(line.substr(0, at)) + replace_words(line.substr(at, end - at), others) +
         std::string(line.substr(end));
}

constexpr std::array<std::string_view, 1> kWay{R"("CONNECTION_CREATION")"};

}  // namespace

const Checks kChecks{
    .greeting = {.said = kFirstMessage, .heard = R"({"header)"},
    .introduction = R"("nickname":")",
    .start = {.first = kAllInfo, .last = kAllInfo, .retell = retell},
    .adapt = adapt,
    .sentences =
        {R"(shelfie.md, 3 b: "The message is sent by the client after connecting to the server and logging in.")",
         R"(shelfie.md, 4 b: "The messages related to the different phases contain an array in the "VALUE\_CLIENT" field")",
         R"(shelfie.rulings.md, "Order of checks": "turn (ILLEGAL_TURN) > phase (ILLEGAL_PHASE) > content.")",
         R"(shelfie.md, 4 e: "if the client receives an error data, the player will send a "somethingWrong" message to the server")",
         R"(shelfie.rulings.md, 12: "the game pauses; goes on when another returns.")",
         R"(shelfie.rulings.md, 12: "the game pauses; goes on when another returns.")",
         R"(shelfie.md, 5: "When the game is over, the server sends an "endGame" message to all players.")"},
    .way = kWay,
    .farewell =
        {.said = R"("END_GAME")",
         .sentence =
             R"(shelfie.md, 5: "the actual termination of the game is deferred until the server receives acknowledgment (ACK) from all players")",
         .required = true},
};

}  // namespace protocols::shelfie
