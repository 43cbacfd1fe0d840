// How other people's servers and clients of this protocol are tested.
#include "protocols/checks.hpp"

#include "protocols/scrabble-clarkson/tools.hpp"

namespace protocols::scrabble_clarkson {

namespace {

/// Others are on turn; the rest is told to all alike.
std::string retell(std::string_view line, const Replacements& others, std::string_view /*own*/) {
  return line.starts_with("TURN ") ? replace_words(line, others) : std::string(line);
}

constexpr std::array<std::string_view, 2> kWay{"HELLO", "READY"};

}  // namespace

const Checks kChecks{
    .greeting = {.said = "", .heard = "HELLO"},
    .introduction = "USERSET ",
    .start = {.first = "STARTING", .last = "TURN ", .retell = retell},
    .adapt = adapt,
    .sentences =
        {R"(scrabble-clarkson.txt, 3.1: "the client MUST reply with this command before any other command is sent")",
         R"(scrabble-clarkson.txt, 3.14: "This command is sent by a client to the server when it is there turn to place tiles on the board."; 3.15 PASS; 3.16 EXCHANGE)",
         R"(scrabble-clarkson.txt, 3.13: "If it is not a clients turn and they try to interact with the server anyway then the server will respond with a NOK.")",
         R"(scrabble-clarkson.txt, 3.4: "the client MUST consider the previous command to have failed")",
         R"(scrabble-clarkson.txt, 4: "If a client should quit the game early the client with the highest score at that moment will be chosen as winner.")",
         R"(scrabble-clarkson.txt, 4: "If a client should quit the game early the client with the highest score at that moment will be chosen as winner.")",
         R"(scrabble-clarkson.txt, 3.17: "When the game ends the server MUST send out the WINNER command to announce the winner of the game and their score.")"},
    .way = kWay,
    .farewell =
        {"QUIT",
         R"(scrabble-clarkson.txt, 3.17: "After this command is sent the clients SHOULD send the QUIT command and close the connection.")"},
};

}  // namespace protocols::scrabble_clarkson
