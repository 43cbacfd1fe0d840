// The messages of scrabble-twente.md as data.
#include "protocols/grammar.hpp"

#include <array>

#include "protocols/scrabble-twente/tools.hpp"

namespace protocols::scrabble_twente {
namespace {

using enum Way;

// A name is anything but the separators; "" is a free place for none.
constexpr std::array kForms{
    Form{to_server,
         "ANNOUNCE",
         R"(\|[^|]+(\|[^|]*)*)",
         {"scrabble-twente.md, ANNOUNCE",
          "The client announces itself to the server, together with its name and "
          "the flags of the supported extra features."},
         R"(WELCOME\|.*)",
         "ANNOUNCE|anna|CHAT"},
    Form{to_server,
         "REQUESTGAME",
         R"((\|[2-4])?)",
         {"scrabble-twente.md, REQUESTGAME", "The number of players must be between 2 and 4."},
         R"((INFORMQUEUE|STARTGAME)\|.*)",
         "REQUESTGAME|2",
         {"scrabble-twente.md, REQUESTGAME",
          "The client requests a game at the server. When the number of players is not specified, it will "
          "be set to the default value of 2."}},
    Form{to_server,
         "MAKEMOVE",
         R"(\|WORD\|[A-O]([1-9]|1[0-5])\|[HV]\|[A-Za-z]+|\|SWAP\|[A-Z!]*)",
         {"scrabble-twente.md, MAKEMOVE", "1. WORD | SWAP - The type of turn they want to do (REQUIRED)"},
         R"(INFORMMOVE\|.*)",
         "MAKEMOVE|WORD|H8|H|DOG",
         {"scrabble-twente.md, MAKEMOVE",
          "The client requesting the server to make a move on behalf of them."}},
    Form{to_server,
         "SENDCHAT",
         R"(\|.+)",
         {"scrabble-twente.md, SENDCHAT", "1. The chat message you want to send (REQUIRED)"},
         R"(NOTIFYCHAT\|.*)",
         "SENDCHAT|hi",
         {"scrabble-twente.md, SENDCHAT", "Client sends a chat message to the server."}},
    Form{to_server,
         "ERROR",
         R"(\|.*)",
         {"scrabble-twente.md, Errors",
          "There are several errors that both the server and client can communicate whenever something went "
          "wrong."},
         "",
         "ERROR|E003"},
    Form{to_client,
         "WELCOME",
         R"(\|[^|]+(\|[^|]*)*)",
         {"scrabble-twente.md, WELCOME",
          "It will confirm the name of the client, and communicates the flags for the "
          "extra features that the server supports."}},
    Form{to_client,
         "INFORMQUEUE",
         R"(\|[0-9]+\|[2-4])",
         {"scrabble-twente.md, INFORMQUEUE", "2. Number of players required for the game (REQUIRED)"}},
    Form{to_client,
         "STARTGAME",
         R"((\|[^|]+){2,4})",
         {"scrabble-twente.md, STARTGAME",
          "The order of players in the arguments will be the playing order, but player 1 does not "
          "necessarily start"}},
    Form{to_client,
         "NOTIFYTURN",
         R"(\|[01]\|[^|]+)",
         {"scrabble-twente.md, NOTIFYTURN",
          "1. 0 | 1 - Whether it is the turn of the destination client (REQUIRED)"}},
    Form{to_client,
         "NEWTILES",
         R"(\|[A-Z!]+)",
         {"scrabble-twente.md, NEWTILES",
          "1. String with newly drawn tiles, blank tiles represented by an exclamation mark `!` (REQUIRED)"}},
    Form{to_client,
         "INFORMMOVE",
         R"(\|[^|]+\|(WORD\|[A-O]([1-9]|1[0-5])\|[HV]\|[A-Za-z]+|SWAP\|[0-9]+))",
         {"scrabble-twente.md, INFORMMOVE",
          "2. WORD | SWAP - The type of move that has been made (REQUIRED)"}},
    Form{to_client,
         "ERROR",
         R"(\|E0(0[1-9]|1[0-5])(\|.*)?)",
         {"scrabble-twente.md, ERROR", "1. Error code (REQUIRED)"}},
    Form{to_client,
         "GAMEOVER",
         R"(\|(WIN|DISCONNECT)(\|[^|]+\|-?[0-9]+){2,4})",
         {"scrabble-twente.md, GAMEOVER", "1. WIN | DISCONNECT - type of win (REQUIRED)"}},
    Form{to_client,
         "PLAYERDISCONNECTED",
         R"(\|[^|]+)",
         {"scrabble-twente.md, PLAYERDISCONNECTED", "1. Name of the disconnected player"}},
    Form{to_client,
         "NOTIFYCHAT",
         R"(\|[^|]+\|.*)",
         {"scrabble-twente.md, NOTIFYCHAT", "2. The message sent (REQUIRED)"}},
};

constexpr std::array kPremises{
    Premise{"REQUESTGAME", "", to_server, "ANNOUNCE|", "", "ERROR|E013", {}},
    Premise{"MAKEMOVE", "", to_client, "NOTIFYTURN|1|", "STARTGAME|", "ERROR|E009",
            base::Code::not_your_turn},
};

}  // namespace

const Grammar kGrammar{
    .separator = '|',
    .unknown = {"scrabble-twente.rulings.md, 16", "unknown command, or a server's command from a client"},
    .forms = kForms,
    .premises = kPremises,
    .hints = &kHints};

}  // namespace protocols::scrabble_twente
