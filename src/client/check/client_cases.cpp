// The cases for clients, and the sentences that they stand for.
#include "client/check/client_cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace client::check {
namespace {

using transcript::Level;

struct Scene {
  std::string_view name;
  Plot plot;
  Delivery delivery;
  Level level;
};

constexpr std::array kScenes{
    Scene{"sits-down", Plot::sits_down, Delivery::whole, Level::must},
    Scene{"plays", Plot::plays, Delivery::whole, Level::must},
    Scene{"waits-for-its-turn", Plot::waits, Delivery::whole, Level::must},
    Scene{"byte-by-byte", Plot::plays, Delivery::byte_by_byte, Level::must},
    Scene{"all-at-once", Plot::plays, Delivery::all_at_once, Level::must},
    Scene{"carriage-returns", Plot::plays, Delivery::carriage_returns, Level::may},
    Scene{"refused-move", Plot::is_refused, Delivery::whole, Level::should},
    Scene{"opponent-leaves", Plot::is_left, Delivery::whole, Level::must},
    Scene{"opponent-leaves-at-once", Plot::is_left_at_once, Delivery::whole, Level::must},
    Scene{"plays-to-the-end", Plot::finishes, Delivery::whole, Level::must},
};

/// The sentences of one protocol, by plot.
struct Sentences {
  std::string_view protocol;
  std::array<std::string_view, 7> by_plot;
};

constexpr std::string_view kAnySplit =
    "docs/protocols/README.md: \"Any split of the byte stream gives the same conversation\"";

constexpr std::string_view kLineEnds = "the rulings, transport: lines end in LF, and CRLF is accepted";

constexpr std::array kSentences{
    Sentences{"chess",
              {"chess.md, \"COLOR\": sent \"when there are two players connected\"",
               "chess.md, \"MOVE\"; chess.rulings.md, 6: \"does the server check moves: yes, full rules\"",
               "chess.rulings.md, 8: \"out of turn ... ERROR 1\"",
               "chess.rulings.md, 6: \"ERROR 3 to the sender, not forwarded, same turn, may try again\"",
               "chess.rulings.md, 12: \"the server closes the connection without a word\"",
               "chess.rulings.md, 12: \"the server closes the connection without a word\"",
               "chess.rulings.md, 10, 11: \"no message says so: each side knows\", then \"both send REPLAY "
               "Yes|No\""}},
    Sentences{"scrabble-clarkson",
              {"scrabble-clarkson.txt, 3.1: \"the client MUST reply with this command before any other "
               "command is sent\"",
               "scrabble-clarkson.txt, 3.14, 3.15, 3.16: PLACE, PASS and EXCHANGE",
               "scrabble-clarkson.txt, 3.13: \"If it is not a clients turn and they try to interact with the "
               "server anyway "
               "then the server will respond with a NOK\"",
               "scrabble-clarkson.txt, 3.4: \"the client MUST consider the previous command to have failed\"",
               "scrabble-clarkson.txt, 3.17: WINNER, also when somebody has left",
               "scrabble-clarkson.txt, 3.17: WINNER, also when somebody has left",
               "scrabble-clarkson.txt, 3.17: after WINNER nothing is played"}},
    Sentences{
        "scrabble-twente",
        {"scrabble-twente.md, ANNOUNCE, REQUESTGAME", "scrabble-twente.md, MAKEMOVE",
         "scrabble-twente.md, E009: \"whenever someone tries to make a move before their turn is announced\"",
         "scrabble-twente.md, E006: after an ERROR the next NOTIFYTURN says who is on turn",
         "scrabble-twente.md, PLAYERDISCONNECTED, GAMEOVER: \"If the win type is disconnect, there is no "
         "winner.\"",
         "scrabble-twente.md, PLAYERDISCONNECTED, GAMEOVER: \"If the win type is disconnect, there is no "
         "winner.\"",
         "scrabble-twente.md, GAMEOVER: \"The server informs clients that the game is over.\""}},
    Sentences{"spectrangle",
              {"spectrangle.md: JOIN, READY", "spectrangle.md: MOVE_PLAY, MOVE_SWAP, MOVE_SKIP",
               "spectrangle.md: \"Players take turns in the order listed.\"",
               "spectrangle.rulings.md, 6: \"A refused command does not end the turn.\"",
               "spectrangle.rulings.md, 13: \"the game ends with SCORE ..., then LOBBY to those who remain\"",
               "spectrangle.rulings.md, 13: \"the game ends with SCORE ..., then LOBBY to those who remain\"",
               "spectrangle.md: \"SCORE ... This indicates that the game has finished.\""}},
    Sentences{"shelfie",
              {"shelfie.md, 3: login, then a lobby", "shelfie.md, 4 c: the three phases of a turn",
               "shelfie.rulings.md, \"Order of checks\": \"turn (ILLEGAL_TURN) > phase (ILLEGAL_PHASE) > "
               "content.\"",
               "shelfie.md, 4 c: an error leaves everything as it was",
               "shelfie.rulings.md, 12: \"ONLY_PLAYER, the game pauses; goes on when another returns.\"",
               "shelfie.rulings.md, 12: \"ONLY_PLAYER, the game pauses; goes on when another returns.\"",
               "shelfie.md, 5: \"When the game is over, the server sends an \\\"endGame\\\" message to all "
               "players.\""}},
};

}  // namespace

std::vector<ClientCase> client_cases(const protocols::Protocol& protocol) {
  std::vector<ClientCase> cases;
  const auto* sentences = std::ranges::find(kSentences, protocol.name, &Sentences::protocol);
  if (sentences == kSentences.end()) return cases;
  cases.reserve(kScenes.size());
  const bool line_feeds = protocol.line_end == "\n" && protocol.encodings.empty();
  for (const auto& scene : kScenes) {
    if (scene.delivery == Delivery::carriage_returns && !line_feeds) continue;
    const auto sentence = scene.delivery == Delivery::whole
                              ? sentences->by_plot[static_cast<std::size_t>(scene.plot)]
                          : scene.delivery == Delivery::carriage_returns ? kLineEnds
                                                                         : kAnySplit;
    cases.push_back({.one = {.id = fmt::format("{}/client/{}", protocol.name, scene.name),
                             .sentence = std::string(sentence),
                             .level = scene.level},
                     .plot = scene.plot,
                     .delivery = scene.delivery});
  }
  return cases;
}

}  // namespace client::check
