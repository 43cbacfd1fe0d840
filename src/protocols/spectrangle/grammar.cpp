// The messages of spectrangle.md as data.
#include "protocols/grammar.hpp"

#include <array>

#include "protocols/spectrangle/tools.hpp"

namespace protocols::spectrangle {
namespace {

using enum Way;

constexpr Rule kName{"spectrangle.md, playerName", "Allowed characters: [A-Za-z0-9_-]"};

constexpr std::array kForms{
    Form{to_server,
         "JOIN",
         " +[A-Za-z0-9_-]+( +[A-Za-z0-9_.-]+)?",
         kName,
         "LOBBY.*",
         "JOIN anna",
         {"spectrangle.md, JOIN", "The player indicates he wants to join a lobby."}},
    Form{to_server,
         "READY",
         "",
         {"spectrangle.md, READY", "The player indicates he is ready to start the game."},
         "START .*",
         "READY"},
    Form{to_server,
         "MOVE_PLAY",
         " +[RGBYPW]{3}[0-2] +([0-9]|[12][0-9]|3[0-5])",
         {"spectrangle.md, location", "An integer between 0 and 35."},
         "UPDATE .*",
         "MOVE_PLAY RRR0 1",
         {"spectrangle.md, MOVE_PLAY", "The player places a tile on the board."}},
    Form{to_server,
         "MOVE_SWAP",
         " +[RGBYPW]{3}[0-2]",
         {"spectrangle.md, tile", "The definition of a tile, consisting of 3 letters and one digit."},
         "UPDATE .*",
         "MOVE_SWAP RRR0",
         {"spectrangle.md, MOVE_SWAP", "The player swaps a tile from his inventory with a tile in the bag."}},
    Form{to_server,
         "MOVE_SKIP",
         "",
         {"spectrangle.md, MOVE_SKIP", "The player skips his turn."},
         "UPDATE .*",
         "MOVE_SKIP"},
    Form{to_server,
         "EXIT",
         "",
         {"spectrangle.md, EXIT", "The player indicates he leaves the lobby/game."},
         "",
         "EXIT"},
    Form{to_server,
         "EXTENSIONS",
         "( +[^ ]+)*",
         {"spectrangle.rulings.md, Extensions", "`EXTENSIONS [name ...]` may come at any time"},
         "AVAILABLE_EXTENSIONS.*",
         "EXTENSIONS chat"},
    Form{to_server,
         "ENABLE_EXTENSION",
         "( +[^ ]+)+",
         {"spectrangle.rulings.md, Extensions", "`ENABLE_EXTENSION name ...`: no answer on success"},
         "",
         "ENABLE_EXTENSION chat"},
    Form{to_server,
         "CHAT",
         " +[A-Za-z0-9+/]+={0,2}",
         {"spectrangle.rulings.md, Extensions", "Standard base64 of UTF-8 text"},
         "CHAT_MESSAGE .*",
         "CHAT aGk="},
    Form{to_server,
         "LOBBIES",
         "",
         {"spectrangle.rulings.md, Extensions", "`LOBBIES` gives `ACTIVE_LOBBIES lobby,player,player ...`"},
         "ACTIVE_LOBBIES.*",
         "LOBBIES"},
    Form{to_client,
         "ERROR",
         " [0-9]( .*)?",
         {"spectrangle.md, errorCode", "This must be a value described in the _error codes_ section."}},
    Form{to_client, "LOBBY", "( [A-Za-z0-9_-]+)*", kName},
    Form{to_client,
         "START",
         "( [A-Za-z0-9_-]+){2,4}",
         {"spectrangle.md, START",
          "The game has started with the players listed. Players take turns in the order listed."}},
    Form{to_client,
         "UPDATE",
         " [A-Za-z0-9_-]+( [RGBYPW]{3}[0-2]( ([0-9]|[12][0-9]|3[0-5]))?)?",
         {"spectrangle.md, UPDATE", "This indicates the player has finished his turn."}},
    Form{to_client,
         "TILE",
         " [A-Za-z0-9_-]+ [RGBYPW]{3}[0-2]",
         {"spectrangle.md, TILE", "A tile has been given to a player."}},
    Form{to_client,
         "SCORE",
         "( [A-Za-z0-9_-]+,[0-9]+){2,4}",
         {"spectrangle.md, points", "An integer value greater than or equal to 0."}},
    Form{to_client,
         "AVAILABLE_EXTENSIONS",
         "( [^ ]+)*",
         {"spectrangle.rulings.md, Extensions", "answer `AVAILABLE_EXTENSIONS chat multilobby`."}},
    Form{to_client,
         "CHAT_MESSAGE",
         " [A-Za-z0-9_-]+ [A-Za-z0-9+/]+={0,2}",
         {"spectrangle.rulings.md, Extensions", "`CHAT_MESSAGE player base64` to everybody in the lobby"}},
    Form{to_client,
         "ACTIVE_LOBBIES",
         "( [^ ]+)*",
         {"spectrangle.rulings.md, Extensions", "bare when there is none."}},
};

constexpr std::array kPremises{
    Premise{"READY", "", to_server, "JOIN ", "", "ERROR 7", {}},
    Premise{"MOVE_PLAY MOVE_SWAP MOVE_SKIP", "", to_client, "START ", "", "ERROR 8", {}},
};

}  // namespace

const Grammar kGrammar{.separator = ' ',
                       .unknown = {"spectrangle.md, Error codes", "- **1**: Unrecognized command."},
                       .forms = kForms,
                       .premises = kPremises,
                       .hints = &kHints};

}  // namespace protocols::spectrangle
