// How other people's servers and clients of this protocol are tested.
#include "protocols/checks.hpp"

#include "protocols/spectrangle/tools.hpp"

namespace protocols::spectrangle {

namespace {

constexpr std::array<std::string_view, 2> kWay{"JOIN", "READY"};

}  // namespace

const Checks kChecks{
    .greeting = {.said = "JOIN $", .heard = "LOBBY ERROR"},
    .introduction = "JOIN ",
    .start = {.first = "START ", .last = "TILE ", .trait = "ENABLE_EXTENSION ", .several = true},
    .adapt = adapt,
    .sentences =
        {R"(spectrangle.md, JOIN: "The player indicates he wants to join a lobby."; READY: "The player indicates he is ready to start the game.")",
         R"(spectrangle.md, MOVE_PLAY: "The player places a tile on the board."; MOVE_SWAP, MOVE_SKIP: "only valid when it's the players turn and the player is not able to make a valid move")",
         R"(spectrangle.md, START: "Players take turns in the order listed.")",
         R"(spectrangle.rulings.md, 6: "A refused command does not end the turn.")",
         R"(spectrangle.rulings.md, 13: "the game ends with `SCORE` (all starters listed, the leaver with 0), then `LOBBY` to those who remain")",
         R"(spectrangle.rulings.md, 13: "the game ends with `SCORE` (all starters listed, the leaver with 0), then `LOBBY` to those who remain")",
         R"(spectrangle.md, SCORE: "This indicates that the game has finished.")"},
    .way = kWay,
};

}  // namespace protocols::spectrangle
