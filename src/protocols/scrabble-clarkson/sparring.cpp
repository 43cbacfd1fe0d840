// What a server of this protocol may do to practise against.
#include "protocols/sparring.hpp"

#include <array>

#include "protocols/scrabble-clarkson/tools.hpp"
#include "protocols/scrabble.hpp"

namespace protocols::scrabble_clarkson {
namespace {

constexpr std::array kAllowed{
    Allowance{
        Liberty::hangs_up,
        {"scrabble-clarkson.rulings.md, 24",
         "`HELLO`, `USERSET` with the same name: `USERCHANGE`, `STARTING`, `SCORE` for all, `BOARDPUSH`, "
         "`TILES`, `TURN`."}},
    Allowance{Liberty::refuses,
              {"scrabble-clarkson.txt, 3.4",
               "Upon receipt, the client MUST consider the previous command to have failed, and any state "
               "change that "
               "may have occurred to be void."}},
    Allowance{Liberty::leaver,
              {"scrabble-clarkson.rulings.md, 20",
               "`GOODBYE` to the leaver, `WINNER` to the rest, chosen among the rest."}},
    Allowance{
        Liberty::long_names,
        {"scrabble-clarkson.rulings.md, 6",
         "no white space or control characters (else `USERCHANGE` could not be read), at most 32 characters: "
         "`NOK`."}},
    Allowance{Liberty::renames,
              {"scrabble-clarkson.txt, 3.5",
               "This can be reset at any time by sending the USERSET command again."}},
    Allowance{Liberty::crowd,
              {"scrabble-clarkson.txt, 3.7",
               "This is sent by the server to all clients when a client connects to the server."}},
    Allowance{Liberty::unexpected,
              {"scrabble-clarkson.txt, 3.3",
               "Optionally, it may be followed by a human-readable explanation of the current state of the "
               "protocol."}},
};

constexpr std::string_view kExplanation =
    " as you wish; the state of the protocol is, informally speaking, excellent: Πάντα καλά 😋 (NOK would "
    "look otherwise)";

std::string embellish(std::string_view message) {
  std::string text(message);
  return message == "OK" ? text.append(kExplanation) : text;
}

std::string long_name(char digit) { return mixed_name(digit, 31); }

}  // namespace

const Sparring kSparring{.allowed = kAllowed,
                         .embellish = embellish,
                         .long_name = long_name,
                         .excuse = protocols::scrabble::excuse};

}  // namespace protocols::scrabble_clarkson
