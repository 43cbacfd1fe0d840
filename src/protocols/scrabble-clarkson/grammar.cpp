// The messages of scrabble-clarkson.txt as data.
#include "protocols/grammar.hpp"

#include <array>

#include "protocols/scrabble-clarkson/tools.hpp"

namespace protocols::scrabble_clarkson {
namespace {

using enum Way;

constexpr std::array kForms{
    Form{to_server,
         "HELLO",
         R"( [0-9]+\.[0-9]+\.?[0-9]*,[^,]+,.+)",
         {"scrabble-clarkson.txt, 3.1",
          R"("HELLO " <version> ',' <system> ',' <program> ',' <author> <CRLF>)"},
         "OK.*",
         "HELLO 1.0.1,Linux,C/1,anna",
         {"scrabble-clarkson.txt, 3.1",
          "The server MUST send this immediately after a connection is established, and the client MUST "
          "reply with this command before any other command is sent on the connection."}},
    Form{to_server,
         "QUIT",
         "",
         {"scrabble-clarkson.txt, 3.2", R"("QUIT" <CRLF>)"},
         "GOODBYE",
         "QUIT",
         {"scrabble-clarkson.txt, 3.2",
          "A server receiving this MUST reply with GOODBYE, and close the connection"}},
    Form{to_server,
         "USERSET",
         " .+",
         {"scrabble-clarkson.txt, 3.5", R"("USERSET " <any> <any>* <CRLF>)"},
         "(OK|USERCHANGE).*",
         "USERSET anna",
         {"scrabble-clarkson.txt, 3.5",
          "This is sent by the client to set the username for that particular client for the duration of "
          "the game."}},
    Form{to_server,
         "READY",
         "",
         {"scrabble-clarkson.txt, 3.8", R"("READY" <CRLF>)"},
         "OK.*|STARTING",
         "READY",
         {"scrabble-clarkson.txt, 3.8",
          "This is sent by the client to the server when the client wishes to begin the game."}},
    Form{
        to_server,
        "PLACE",
        R"(( ?\([A-Za-z],[0-9]+,[0-9]+\))*)",
        {"scrabble-clarkson.txt, 3.14", R"("PLACE " ( '(' <letter> ',' <number> ',' <number> ')' )* <CRLF>)"},
        "OK.*",
        "PLACE (H,7,7)(I,8,7)",
        {"scrabble-clarkson.txt, 3.14",
         "The second field is a number that represents the place on the x-axis of the grid, starting at 0 "
         "and going to 14."}},
    Form{to_server,
         "PASS",
         "",
         {"scrabble-clarkson.txt, 3.15", R"("PASS" <CRLF>)"},
         "OK.*",
         "PASS",
         {"scrabble-clarkson.txt, 3.15", "This command can be sent by a client on their turn to pass."}},
    Form{to_server,
         "EXCHANGE",
         "( [A-Z])?",
         {"scrabble-clarkson.txt, 3.16", R"("EXCHANGE " <tile> <CRLF> | "EXCHANGE" <CRLF>)"},
         "OK.*",
         "EXCHANGE A",
         {"scrabble-clarkson.txt, 3.16",
          "This command can be sent by a client on their turn to exchange 1 or all of their tiles instead of "
          "taking their turn."}},
    Form{to_client,
         "HELLO",
         R"( [0-9]+\.[0-9]+\.?[0-9]*,[^,]+,.+)",
         {"scrabble-clarkson.txt, 3.1",
          R"("HELLO " <version> ',' <system> ',' <program> ',' <author> <CRLF>)"}},
    Form{to_client, "GOODBYE", "", {"scrabble-clarkson.rulings.md, 1", "a line of its own, then close."}},
    Form{to_client, "OK", "( .*)?", {"scrabble-clarkson.txt, 3.3", R"("OK" <descr>? <CRLF>)"}},
    Form{to_client, "NOK", "( .*)?", {"scrabble-clarkson.txt, 3.4", R"("NOK" <descr>? <CRLF>)"}},
    Form{to_client,
         "USERCHANGE",
         R"( [^ ]+ .+)",
         {"scrabble-clarkson.txt, 3.6", R"("USERCHANGE " <oldusername> <SP> <any> <any>* <CRLF>)"}},
    Form{to_client, "USERJOIN", " .+", {"scrabble-clarkson.txt, 3.7", R"("USERJOIN " <any> <any>* <CRLF>)"}},
    Form{to_client, "STARTING", "", {"scrabble-clarkson.txt, 3.9", R"("STARTING" <CRLF>)"}},
    Form{to_client,
         "SCORE",
         " [0-9]+ .+",
         {"scrabble-clarkson.txt, 3.10", R"("SCORE " <number> <SP> <any> <any>* <CRLF>)"}},
    Form{to_client,
         "BOARDPUSH",
         "",
         {"scrabble-clarkson.txt, 3.11", R"("BOARDPUSH" <CRLF> <board-data> <CRLF>)"}},
    Form{to_client,
         "",
         R"((\([A-Za-z0],[0-4]\)){15}|)",
         {"scrabble-clarkson.rulings.md, 17",
          "15 lines, row y = 0 first, x from left to right, no spaces between "
          "tiles; then an empty line."}},
    Form{to_client,
         "TILES",
         "( [A-Z]{0,7})?",
         {"scrabble-clarkson.rulings.md, 16",
          "`TILES ABCDEFG`, no separators; `TILES` alone for an empty rack."}},
    Form{to_client, "TURN", " .+", {"scrabble-clarkson.txt, 3.13", R"("TURN " <username> <CRLF>)"}},
    Form{to_client,
         "WINNER",
         " [0-9]+ .+",
         {"scrabble-clarkson.txt, 3.17", R"("WINNER " <number> <SP> <username> <CRLF>)"}},
};

constexpr std::array kPremises{
    Premise{"", "HELLO QUIT", to_server, "HELLO ", "", "GOODBYE", base::Code::malformed},
    Premise{"PLACE PASS EXCHANGE", "", to_client, "TURN ", "", "NOK", base::Code::not_your_turn},
};

}  // namespace

const Grammar kGrammar{.separator = ' ',
                       .unknown = {"scrabble-clarkson.txt, 3.4",
                                   "This is a valid response to an invalid or unrecognized command:"},
                       .forms = kForms,
                       .premises = kPremises,
                       .bare = '(',
                       .hints = &kHints};

}  // namespace protocols::scrabble_clarkson
