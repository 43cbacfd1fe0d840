// The messages of postal.md as data, how servers and clients of it are tested, and what one may practise.
#include "protocols/postal/tools.hpp"

#include <array>

namespace protocols::postal {
namespace {

using enum Way;

constexpr Rule kCard{"postal.md, Messages",
                     "A move in the notation of Parlor's journal: `e2e4`, `e7e8q`, `claim`."};
constexpr Rule kSide{"postal.md, Messages", "The game begins; side is `white` or `black`."};
constexpr Rule kError{"postal.md, Messages", "The last line of the client was not taken."};
constexpr Rule kEnd{"postal.md, Messages", "The game is over: `white`, `black` or `both` have won."};
constexpr Rule kIllegal{
    "postal.md, 2", "A card that is illegal is answered by `ERROR illegal`; the same player may try again."};
constexpr Rule kClosed{"postal.md, 6", "After `END` the server closes the connection."};
constexpr Rule kLeft{"postal.md, 5",
                     "Who hangs up has lost: the other one hears `END` with the reason `left`."};

constexpr std::array kForms{
    Form{to_server, "CARD", " ([a-h][1-8][a-h][1-8][qrbn]?|claim)", kCard, "", "CARD e2e4"},
    Form{to_client, "CARD", " ([a-h][1-8][a-h][1-8][qrbn]?|claim)", kCard},
    Form{to_client, "SIDE", " (white|black)", kSide},
    Form{to_client, "ERROR", " (illegal|early|unread)", kError},
    Form{to_client, "END", " (white|black|both) [a-z]+", kEnd},
};

constexpr std::array kPremises{
    Premise{"CARD", "", to_client, "SIDE ", "END ", "ERROR early", base::Code::not_your_turn},
};

constexpr std::array kAllowed{
    Allowance{Liberty::hangs_up, kClosed},
    Allowance{Liberty::refuses, kIllegal},
    Allowance{Liberty::leaver, kLeft},
};

/// Nothing is dealt, and who came first is White: every server says the same.
class Exact final : public Adapter {
 public:
  using Adapter::Adapter;

  Fit hear(std::size_t at, std::string_view heard) override {
    return heard == step(at).text ? right() : wrong(step(at).text);
  }
};

std::unique_ptr<Adapter> adapt(const Script& script, const games::Kits& /*kits*/) {
  return std::make_unique<Exact>(script);
}

}  // namespace

const Grammar kGrammar{.separator = ' ',
                       .unknown = {"postal.md, 4", "A line that is no card is answered by `ERROR unread`."},
                       .forms = kForms,
                       .premises = kPremises};

const Checks kChecks{
    .greeting = {.said = "", .heard = "SIDE", .people = 2},
    .start = {.first = "SIDE ", .last = "SIDE "},
    .adapt = adapt,
    .sentences = {"postal.md, Messages: \"SIDE\"", "postal.md, 1", "postal.md, 3", "postal.md, 2",
                  "postal.md, 5", "postal.md, 5", "postal.md, 6"},
};

const Sparring kSparring{.allowed = kAllowed, .first_comes_first = true};

}  // namespace protocols::postal
