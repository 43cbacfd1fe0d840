// Which sentence of docs/protocols/scrabble-clarkson.txt or its rulings a refused message broke.
#include "protocols/scrabble-clarkson/citations.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "protocols/scrabble-clarkson/words.hpp"

namespace protocols::scrabble_clarkson {
namespace {

using base::Code;
using games::scrabble::Refusals;

constexpr Rule kAnyNok{"scrabble-clarkson.txt, 3.4",
                       "This is a valid response to an invalid or unrecognized command:"};
constexpr Rule kPlacing{
    "scrabble-clarkson.rulings.md, 15",
    "Empty, off the board, occupied, not one line, gaps, not connected, first move off the "
    "centre, tile not in the rack, unknown word: `NOK` with the reason in words."};
constexpr Rule kClosed{"scrabble-clarkson.txt, 4",
                       "Once the game has started (all clients have sent the READY command) no more clients "
                       "will be able to enter the game and the game will play until completion."};
constexpr Rule kBranching{
    "scrabble-clarkson.txt, 3.14",
    "The server must verify that the word branches from an existing word on the board (Except in the case of "
    "the first word that is placed, then it must go through the center tile), and update the player on their "
    "total score accordingly."};

/// What only Scrabble refuses.
struct Own {
  base::Reason reason;
  Rule rule;
};
constexpr std::array<Own, Refusals::all.size()> kOwn{
    {{Refusals::does_not_fit, kPlacing},
     {Refusals::tiles_not_held,
      {"scrabble-clarkson.txt, 3.14",
       "If this tile is not in the players current set then the server will respond with a NOK"}},
     {Refusals::not_connected, kBranching},
     {Refusals::unknown_word,
      {"scrabble-clarkson.txt, 3.10",
       "The server SHOULD validate the words with the GNU Collaborative International Dictionary of "
       "English"}},
     {Refusals::bag_too_small, {"scrabble-clarkson.rulings.md, 13", "Bag too small: `NOK`."}},
     {Refusals::bad_coordinate,
      {"scrabble-clarkson.txt, 3.14",
       "The second field is a number that represents the place on the x-axis of the grid, starting "
       "at 0 and going to 14."}}}};

std::optional<Rule> rule_of(base::Reason why) {
  if (const auto* own = std::ranges::find(kOwn, why, &Own::reason); own != kOwn.end()) return own->rule;
  switch (why.kind) {
    case Code::malformed:
    case Code::unknown_game:
    case Code::bad_options:
    case Code::bad_seats:
      return kAnyNok;
    case Code::bad_name:
      return Rule{"scrabble-clarkson.rulings.md, 6",
                  "no white space or control characters (else `USERCHANGE` could not be read), at most 32 "
                  "characters: `NOK`."};
    case Code::name_taken:
      return Rule{"scrabble-clarkson.txt, 3.5",
                  "If a client attempts to set their name to a name that already exists on the server, then "
                  "the server should respond with a NOK."};
    case Code::illegal_move:
      return Rule{"scrabble-clarkson.rulings.md, 13", "one letter, or none for the whole rack; more: `NOK`."};
    case Code::other_queue:
    case Code::game_running:
    case Code::no_lobby:
    case Code::lobby_full:
    case Code::already_seated:
      return kClosed;
    case Code::not_your_turn:
    case Code::game_over:
    case Code::not_at_table:
      return Rule{
          "scrabble-clarkson.txt, 3.13",
          "If it is not a clients turn and they try to interact with the server anyway then the server "
          "will respond with a NOK."};
    case Code::other_kit:
    case Code::storage:
    case Code::corrupt:
    case Code::system:
      return std::nullopt;
  }
  std::unreachable();
}

}  // namespace

/// NOK has no numbers: without the reason nothing more is known. GOODBYE refuses only who breaks the
/// greeting.
std::optional<Rule> rule(std::string_view answer, Reason why) {
  const auto verb = cut_words(answer).verb;
  if (verb == "NOK") return why ? rule_of(*why) : kAnyNok;
  if (verb == "GOODBYE" && why)
    return Rule{"scrabble-clarkson.txt, 3.1",
                "A server SHOULD terminate a connection which violates this protocol with GOODBYE, below."};
  return std::nullopt;
}

std::vector<std::string> refusals() { return {"NOK", "NOK for some reason"}; }

}  // namespace protocols::scrabble_clarkson
