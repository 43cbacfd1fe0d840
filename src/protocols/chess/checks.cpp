// How servers and clients of chess are tested: with the transcripts, in which there is no chance but who is
// White.
#include <algorithm>

#include "protocols/checks.hpp"
#include "protocols/chess/tools.hpp"

namespace protocols::chess {
namespace {

class Chess final : public Adapter {
 public:
  using Adapter::Adapter;

  Fit hear(std::size_t at, std::string_view heard) override {
    const std::string_view expected = step(at).text;
    if (heard == expected) return right();
    const bool swapped = (expected == "COLOR WHITE" && heard == "COLOR BLACK") ||
                         (expected == "COLOR BLACK" && heard == "COLOR WHITE");
    if (swapped) return deal_again("the first of a pair never was White", swap(at));
    return wrong(std::string(expected));
  }

 private:
  /// The two who hear their colours there.
  std::optional<Cast> swap(std::size_t at) const {
    const char one = step(at).peer;
    const auto& steps = script().steps;
    const auto other =
        std::find_if(steps.begin() + static_cast<std::ptrdiff_t>(at), steps.end(), [&](const Step& next) {
          return next.peer != one && next.kind == LineKind::expect && next.text.starts_with("COLOR ");
        });
    if (other == steps.end()) return std::nullopt;
    return Cast{.at = at, .parts = {{one, other->peer}, {other->peer, one}}};
  }
};

std::unique_ptr<Adapter> adapt(const Script& script, const games::Kits& /*kits*/) {
  return std::make_unique<Chess>(script);
}

/// The colours change hands.
std::string retell(std::string_view line, const Replacements& /*others*/, std::string_view /*own*/) {
  return line == "COLOR WHITE" ? "COLOR BLACK" : "COLOR WHITE";
}

}  // namespace

const Checks kChecks{
    .greeting = {.said = "", .heard = "COLOR", .people = 2},
    .start = {.first = "COLOR ", .last = "COLOR ", .retell = retell},
    .adapt = adapt,
    .fixed_order = true,
    .sentences =
        {R"(chess.md, COLOR: "The server sends the color of the player to the client when there are two players connected.")",
         R"(chess.md, MOVE: "The client sends the that he has done to the server."; chess.rulings.md, 6: full rules)",
         R"(chess.md, ERROR 1: "Shown if the message is not the spectated one"; chess.rulings.md, 8: out of turn)",
         R"(chess.rulings.md, 6: "`ERROR 3` to the sender, not forwarded, same turn, may try again.")",
         R"(chess.rulings.md, 12: "the server closes the connection without a word")",
         R"(chess.rulings.md, 12: "the server closes the connection without a word")",
         R"(chess.md, REPLAY: "The client sends "Yes" to the server if he wants to play again, otherwise "No"."; chess.rulings.md, 10: no message says that the game is over)",
         R"(chess.md, PROMOTION: "The client sends the promotion that he has done to the server."; chess.rulings.md, 5: `MOVE` then `PROMOTION type x y`)"},
    .farewell =
        {.said = "REPLAY ",
         .sentence =
             R"(chess.md, REPLAY: "The client sends "Yes" to the server if he wants to play again, otherwise "No".")",
         .required = true},
};

}  // namespace protocols::chess
