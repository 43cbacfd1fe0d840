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
          R"("HELLO " <version> ',' <system> ',' <program> ',' <author> <CRLF>)"}},
    Form{to_server, "QUIT", "", {"scrabble-clarkson.txt, 3.2", R"("QUIT" <CRLF>)"}},
    Form{to_server, "USERSET", " .+", {"scrabble-clarkson.txt, 3.5", R"("USERSET " <any> <any>* <CRLF>)"}},
    Form{to_server, "READY", "", {"scrabble-clarkson.txt, 3.8", R"("READY" <CRLF>)"}},
    Form{to_server,
         "PLACE",
         R"(( ?\([A-Za-z],[0-9]+,[0-9]+\))*)",
         {"scrabble-clarkson.txt, 3.14",
          R"("PLACE " ( '(' <letter> ',' <number> ',' <number> ')' )* <CRLF>)"}},
    Form{to_server, "PASS", "", {"scrabble-clarkson.txt, 3.15", R"("PASS" <CRLF>)"}},
    Form{to_server,
         "EXCHANGE",
         "( [A-Z])?",
         {"scrabble-clarkson.txt, 3.16", R"("EXCHANGE " <tile> <CRLF> | "EXCHANGE" <CRLF>)"}},
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
                       .bare = '('};

}  // namespace protocols::scrabble_clarkson
