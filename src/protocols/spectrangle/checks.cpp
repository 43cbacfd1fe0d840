// How other people's servers and clients of this protocol are tested.
#include "protocols/checks.hpp"

#include "protocols/spectrangle/tools.hpp"

namespace protocols::spectrangle {

/// The script with what another server deals (adapter.cpp). The kits must outlive it.
std::unique_ptr<Adapter> adapt(const Script& script, const games::Kits& kits);

const Checks kChecks{
    .greeting = {.said = "JOIN $", .heard = "LOBBY ERROR"},
    .introduction = "JOIN ",
    .start = {.first = "START ", .last = "TILE ", .trait = "ENABLE_EXTENSION ", .several = true},
    .adapt = adapt,
    .sentences =
        {"spectrangle.md: JOIN, READY", "spectrangle.md: MOVE_PLAY, MOVE_SWAP, MOVE_SKIP",
         "spectrangle.md: \"Players take turns in the order listed.\"",
         "spectrangle.rulings.md, 6: \"A refused command does not end the turn.\"",
         "spectrangle.rulings.md, 13: \"the game ends with SCORE ..., then LOBBY to those who remain\"",
         "spectrangle.rulings.md, 13: \"the game ends with SCORE ..., then LOBBY to those who remain\"",
         "spectrangle.md: \"SCORE ... This indicates that the game has finished.\""},
};

}  // namespace protocols::spectrangle
