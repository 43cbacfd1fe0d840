// How other people's servers and clients of this protocol are tested.
#include "protocols/checks.hpp"

#include "protocols/chess/tools.hpp"

namespace protocols::chess {

/// The script with what another server deals (adapter.cpp). The kits must outlive it.
std::unique_ptr<Adapter> adapt(const Script& script, const games::Kits& kits);

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
    .sentences =
        {"chess.md, \"COLOR\": sent \"when there are two players connected\"",
         "chess.md, \"MOVE\"; chess.rulings.md, 6: \"does the server check moves: yes, full rules\"",
         "chess.rulings.md, 8: \"out of turn ... ERROR 1\"",
         "chess.rulings.md, 6: \"ERROR 3 to the sender, not forwarded, same turn, may try again\"",
         "chess.rulings.md, 12: \"the server closes the connection without a word\"",
         "chess.rulings.md, 12: \"the server closes the connection without a word\"",
         "chess.rulings.md, 10, 11: \"no message says so: each side knows\", then \"both send REPLAY "
         "Yes|No\""},
};

}  // namespace protocols::chess
