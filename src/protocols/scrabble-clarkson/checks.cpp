// How other people's servers and clients of this protocol are tested.
#include "protocols/checks.hpp"

#include "protocols/scrabble-clarkson/tools.hpp"

namespace protocols::scrabble_clarkson {

/// The script with what another server deals (adapter.cpp). The kits must outlive it.
std::unique_ptr<Adapter> adapt(const Script& script, const games::Kits& kits);

namespace {

/// Others are on turn; the rest is told to all alike.
std::string retell(std::string_view line, const Replacements& others, std::string_view /*own*/) {
  return line.starts_with("TURN ") ? replace_words(line, others) : std::string(line);
}

}  // namespace

const Checks kChecks{
    .greeting = {.said = "", .heard = "HELLO"},
    .introduction = "USERSET ",
    .start = {.first = "STARTING", .last = "TURN ", .retell = retell},
    .adapt = adapt,
    .sentences =
        {"scrabble-clarkson.txt, 3.1: \"the client MUST reply with this command before any other "
         "command is sent\"",
         "scrabble-clarkson.txt, 3.14, 3.15, 3.16: PLACE, PASS and EXCHANGE",
         "scrabble-clarkson.txt, 3.13: \"If it is not a clients turn and they try to interact with the "
         "server anyway "
         "then the server will respond with a NOK\"",
         "scrabble-clarkson.txt, 3.4: \"the client MUST consider the previous command to have failed\"",
         "scrabble-clarkson.txt, 3.17: WINNER, also when somebody has left",
         "scrabble-clarkson.txt, 3.17: WINNER, also when somebody has left",
         "scrabble-clarkson.txt, 3.17: after WINNER nothing is played"},
};

}  // namespace protocols::scrabble_clarkson
