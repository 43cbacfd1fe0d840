// How other people's servers and clients of this protocol are tested.
#include "protocols/checks.hpp"

#include "protocols/chess/tools.hpp"

namespace protocols::chess {

namespace {

/// The colours change hands.
std::string retell(std::string_view line, const Replacements& /*others*/, std::string_view /*own*/) {
  return line == "COLOR WHITE" ? "COLOR BLACK" : "COLOR WHITE";
}

}  // namespace

const Checks kChecks{
    .greeting = {.said = "", .heard = "COLOR", .people = 2},
    .start = {.first = "COLOR ", .last = "COLOR ", .retell = retell},
    .adapt = adapt,
    .fixed_order = true,
    .sentences =
        {R"(chess.md, COLOR: "The server sends the color of the player to the client when there are two players connected.")",
         R"(chess.md, MOVE: "The client sends the that he has done to the server."; chess.rulings.md, 6: full rules)",
         R"(chess.md, ERROR 1: "Shown if the message is not the spectated one"; chess.rulings.md, 8: out of turn)",
         R"(chess.rulings.md, 6: "`ERROR 3` to the sender, not forwarded, same turn, may try again.")",
         R"(chess.rulings.md, 12: "the server closes the connection without a word")",
         R"(chess.rulings.md, 12: "the server closes the connection without a word")",
         R"(chess.md, REPLAY: "The client sends "Yes" to the server if he wants to play again, otherwise "No"."; chess.rulings.md, 10: no message says that the game is over)",
         R"(chess.md, PROMOTION: "The client sends the promotion that he has done to the server."; chess.rulings.md, 5: `MOVE` then `PROMOTION type x y`)"},
    .farewell =
        {.said = "REPLAY ",
         .sentence =
             R"(chess.md, REPLAY: "The client sends "Yes" to the server if he wants to play again, otherwise "No".")",
         .required = true},
};

}  // namespace protocols::chess
