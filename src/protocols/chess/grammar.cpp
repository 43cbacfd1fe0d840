// The messages of chess.md as data.
#include "protocols/grammar.hpp"

#include <array>

#include "protocols/chess/tools.hpp"

namespace protocols::chess {
namespace {

using enum Way;

constexpr Rule kMove{"chess.md, MOVE", "All coordinates must be between 0 and 7."};
constexpr Rule kPromotion{"chess.md, PROMOTION", "PROMOTION <ordinalPieceType> <toX> <toY>"};
constexpr Rule kReplay{"chess.md, REPLAY", "`<answer>``` : Yes or No"};
constexpr Rule kError{"chess.md, ERROR", "The ordinal of the error type."};

constexpr std::array kForms{
    // A move is taken without a word.
    Form{to_server,
         "MOVE",
         "( [0-7]){4}",
         kMove,
         "",
         "MOVE 4 1 4 3",
         {"chess.md, MOVE", "The client sends the that he has done to the server."}},
    Form{to_server,
         "PROMOTION",
         " [1-4]( [0-7]){2}",
         kPromotion,
         "",
         "PROMOTION 4 0 7",
         {"chess.md, PROMOTION", "The client sends the promotion that he has done to the server."}},
    Form{to_server,
         "REPLAY",
         " (Yes|No)",
         kReplay,
         "REPLAY .*",
         "REPLAY Yes",
         {"chess.md, REPLAY",
          R"(The client sends "Yes" to the server if he wants to play again, otherwise "No".)"}},
    Form{to_server, "ERROR", " [1-6]", kError, "", "ERROR 1"},
    Form{to_client, "COLOR", " (WHITE|BLACK)", {"chess.md, COLOR", "`<color>``` : WHITE or BLACK"}},
    Form{to_client, "MOVE", "( [0-7]){4}", kMove},
    Form{to_client, "PROMOTION", " [1-4]( [0-7]){2}", kPromotion},
    Form{to_client, "REPLAY", " (Yes|No)", kReplay},
    Form{to_client, "ERROR", " [1-6]", kError},
};

constexpr std::array kPremises{
    Premise{"MOVE PROMOTION REPLAY", "", to_client, "COLOR ", "", "ERROR 1", base::Code::not_your_turn},
};

}  // namespace

const Grammar kGrammar{
    .separator = ' ',
    .unknown = {"chess.md, ERROR 1",
                "Shown if the message is not the spectated one or if the message is not in the list."},
    .forms = kForms,
    .premises = kPremises,
    .hints = &kHints};

}  // namespace protocols::chess
