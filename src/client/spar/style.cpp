// The styles as data.
#include "client/spar/style.hpp"

#include <algorithm>
#include <array>

namespace client::spar {
namespace {

constexpr std::array kAnySplit{Allowance{"", "README.md",
                                         "**Any split of the byte stream gives the same conversation.** "
                                         "Whole, byte by byte, or many messages in one packet."}};

constexpr std::array kEnds{
    Allowance{"", "README.md",
              "Accept LF for CRLF and CR LF around separators; skip stray NUL bytes between messages;"}};

constexpr std::array kGone{
    Allowance{"chess", "chess.rulings.md, 12", "the server closes the connection without a word."},
    Allowance{
        "scrabble-clarkson", "scrabble-clarkson.rulings.md, 24",
        "`HELLO`, `USERSET` with the same name: `USERCHANGE`, `STARTING`, `SCORE` for all, `BOARDPUSH`, "
        "`TILES`, `TURN`."},
    Allowance{
        "scrabble-twente", "scrabble-twente.rulings.md, 18",
        "`ANNOUNCE` with the same name: `WELCOME`, `STARTGAME`, `NEWTILES` with the present rack, every past "
        "`INFORMMOVE` in order, `NOTIFYTURN`."},
    Allowance{"spectrangle", "spectrangle.rulings.md, 17",
              "`JOIN` with the same name: `LOBBY`, `START`, then every past turn as `TILE` and `UPDATE` in "
              "order, up "
              "to now."},
    Allowance{"shelfie", "shelfie.rulings.md, 17", "login with the same nickname is a reconnection."},
};

constexpr std::array kRefused{
    Allowance{
        "chess", "chess.rulings.md, 6",
        "Illegal, wrong colour, empty square, from = to: `ERROR 3` to the sender, not forwarded, same turn, "
        "may try again."},
    Allowance{"scrabble-clarkson", "scrabble-clarkson.txt, 3.4",
              "Upon receipt, the client MUST consider the previous command to have failed, and any state "
              "change that "
              "may have occurred to be void."},
    Allowance{"scrabble-twente", "scrabble-twente.rulings.md, 4",
              "the player on turn loses the turn: `ERROR`, then `NOTIFYTURN` to all (the E003 diagram)."},
    Allowance{"spectrangle", "spectrangle.rulings.md, 6", "A refused command does not end the turn."},
    Allowance{"shelfie", "shelfie.rulings.md, 13", "every message with an error gets an answer"},
};

constexpr std::array kLeft{
    Allowance{"chess", "chess.rulings.md, 12", "the server closes the connection without a word."},
    Allowance{"scrabble-clarkson", "scrabble-clarkson.rulings.md, 20",
              "`GOODBYE` to the leaver, `WINNER` to the rest, chosen among the rest."},
    Allowance{
        "scrabble-twente", "scrabble-twente.rulings.md, 15",
        "`PLAYERDISCONNECTED`, then `GAMEOVER US DISCONNECT`, the leaver with 0, also with 3 or 4 players."},
    Allowance{"spectrangle", "spectrangle.rulings.md, 13",
              "no command can tell the others: the game ends with `SCORE` (all starters listed, the leaver "
              "with 0), "
              "then `LOBBY` to those who remain, whose list has changed."},
    Allowance{"shelfie", "shelfie.rulings.md, 10",
              "if on turn: `END_TURN` first (what was half-selected goes back), then the disconnection "
              "broadcast to "
              "all others."},
};

constexpr std::array kNames{
    Allowance{
        "scrabble-clarkson", "scrabble-clarkson.rulings.md, 6",
        "no white space or control characters (else `USERCHANGE` could not be read), at most 32 characters: "
        "`NOK`."},
    Allowance{"scrabble-twente", "README.md",
              "Names are compared exactly, unique across the whole server and all its protocols, 1-32 "
              "characters, no "
              "control characters."},
    Allowance{"spectrangle", "spectrangle.md, playerName", "Allowed characters: [A-Za-z0-9_-]"},
    Allowance{"shelfie", "shelfie.rulings.md, 3", "2-20 by default, from the rules file."},
};

constexpr std::array kChat{
    Allowance{"scrabble-twente", "scrabble-twente.rulings.md, 9",
              "Chat reaches the table, or before a game everybody who waits."},
    Allowance{"spectrangle", "spectrangle.rulings.md, Extensions",
              "`CHAT_MESSAGE player base64` to everybody in the lobby who enabled it, the sender included."},
};

constexpr std::array kRenames{
    Allowance{"scrabble-clarkson", "scrabble-clarkson.txt, 3.5",
              "This can be reset at any time by sending the USERSET command again."}};

constexpr std::array kCrowd{
    Allowance{"scrabble-clarkson", "scrabble-clarkson.txt, 3.7",
              "This is sent by the server to all clients when a client connects to the server."},
    Allowance{"spectrangle", "spectrangle.md, LOBBY",
              "Note this command can be sent every time a client enters or leaves the lobby."},
};

constexpr std::array kUnexpected{
    Allowance{
        "chess", "chess.rulings.md, 4",
        "castling is the king's move of two files; en passant is the pawn's move. The rest is implied."},
    Allowance{"scrabble-clarkson", "scrabble-clarkson.txt, 3.3",
              "Optionally, it may be followed by a human-readable explanation of the current state of the "
              "protocol."},
    Allowance{
        "scrabble-twente", "scrabble-twente.md, WELCOME",
        "It will confirm the name of the client, and communicates the flags for the extra features that the "
        "server supports."},
    Allowance{"spectrangle", "spectrangle.md, LOBBY",
              "Note this command can be sent every time a client enters or leaves the lobby."},
    Allowance{"shelfie", "shelfie.rulings.md, JSON mapping",
              "Enum constants are strings, arrays are arrays, objects carry the field names of the class "
              "table below, "
              "null is null."},
};

constexpr std::array kAll{
    Style{.name = "plain", .about = "an easy one to begin with", .allowed = kAnySplit},
    Style{.name = "slow",
          .about = "every message comes after a while",
          .pace = Pace::slow,
          .allowed = kAnySplit},
    Style{.name = "bytes", .about = "one byte at a time", .pace = Pace::bytes, .allowed = kAnySplit},
    Style{.name = "packet",
          .about = "all that is said in a while comes in one packet",
          .pace = Pace::packet,
          .allowed = kAnySplit},
    Style{.name = "endings",
          .about = "lines and messages end with CR LF, LF or as they should, by turns",
          .mixes_ends = true,
          .allowed = kEnds},
    Style{.name = "refuse",
          .about = "every second move is refused, whatever it is",
          .refuses = true,
          .allowed = kRefused},
    Style{.name = "leaver",
          .about = "the opponent leaves in the middle of the game",
          .manner = Manner::leaves,
          .allowed = kLeft},
    Style{.name = "names",
          .about = "the opponent has the longest name that is allowed, of unusual characters",
          .manner = Manner::long_name,
          .allowed = kNames},
    Style{.name = "chat",
          .about = "the opponent talks with every move, in all scripts",
          .manner = Manner::chats,
          .allowed = kChat},
    Style{.name = "rename",
          .about = "the opponent has another name in the middle of the game",
          .manner = Manner::renames,
          .allowed = kRenames},
    Style{.name = "crowd",
          .about = "others come into the lobby and go again",
          .manner = Manner::crowd,
          .allowed = kCrowd},
    Style{.name = "unexpected",
          .about = "what is allowed and nobody expects: rare moves, more words, another order",
          .embellishes = true,
          .allowed = kUnexpected},
    Style{.name = "hang-up-connect",
          .about = "the connection ends as soon as it stands",
          .hangs_up_in = Phase::connected,
          .allowed = kGone},
    Style{.name = "hang-up-lobby",
          .about = "it ends in the queue or lobby",
          .hangs_up_in = Phase::gathered,
          .allowed = kGone},
    Style{.name = "hang-up-start",
          .about = "it ends when the game begins",
          .hangs_up_in = Phase::started,
          .allowed = kGone},
    Style{.name = "hang-up-game",
          .about = "it ends in the middle of the game",
          .hangs_up_in = Phase::played,
          .allowed = kGone},
    Style{.name = "hang-up-message",
          .about = "it ends in the middle of a message",
          .hangs_up_in = Phase::played,
          .cuts = true,
          .allowed = kGone},
    Style{.name = "hang-up-end",
          .about = "it ends with the game, before anybody could wish for another",
          .hangs_up_in = Phase::over,
          .allowed = kGone},
};

}  // namespace

std::span<const Style> all() { return kAll; }

std::optional<Allowance> allowance(const Style& style, const protocols::Protocol& protocol) {
  if (protocol.rule == nullptr) return std::nullopt;  // Parlor's own has no document to keep to
  const auto found = std::ranges::find_if(style.allowed, [&](const Allowance& one) {
    return one.protocol.empty() || one.protocol == protocol.name;
  });
  if (found == style.allowed.end()) return std::nullopt;
  return *found;
}

std::vector<const Style*> styles_of(const protocols::Protocol& protocol) {
  std::vector<const Style*> styles;
  for (const auto& style : all()) {
    if (allowance(style, protocol)) styles.push_back(&style);
  }
  return styles;
}

}  // namespace client::spar
