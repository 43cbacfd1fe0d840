// Which sentence of docs/protocols/chess.md or its rulings a refused message broke.
#include "protocols/chess/citations.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/text.hpp"
#include "protocols/chess/words.hpp"

namespace protocols::chess {
namespace {

Rule rule_of(Ordinal ordinal, Reason why) {
  switch (ordinal) {
    case Ordinal::invalid_message:
      return {"chess.md, ERROR 1",
              "Shown if the message is not the spectated one or if the message is not in the list."};
    case Ordinal::invalid_nbr_arguments:
      return {"chess.md, ERROR 2", "Shown if the number of arguments is not the expected one."};
    case Ordinal::invalid_move:
      if (why == base::Code::malformed) return {"chess.md, MOVE", "All coordinates must be between 0 and 7."};
      return {"chess.rulings.md, 6",
              "Illegal, wrong colour, empty square, from = to: `ERROR 3` to the sender, not forwarded, same "
              "turn, "
              "may try again."};
    case Ordinal::invalid_promotion:
      return {"chess.rulings.md, 5", "`MOVE` then `PROMOTION type x y`; x y must equal the move's target."};
    case Ordinal::invalid_replay:
      return {"chess.rulings.md, 11", "both send `REPLAY Yes|No` (exact spelling, else `ERROR 5`)."};
    case Ordinal::invalid_color:
      return {"chess.md, ERROR 6", "Shown if the color is not valid."};
  }
  std::unreachable();
}

}  // namespace

std::optional<Rule> rule(std::string_view answer, Reason why) {
  const auto words = cut_words(answer);
  if (words.verb != "ERROR" || is_our_own(why)) return std::nullopt;
  const auto ordinal = base::to_number<int>(words.arguments[0]);
  if (!ordinal || *ordinal < 1 || *ordinal > static_cast<int>(Ordinal::invalid_color)) return std::nullopt;
  return rule_of(static_cast<Ordinal>(*ordinal), why);
}

std::vector<std::string> refusals() {
  std::vector<std::string> answers;
  for (int ordinal = 1; ordinal <= static_cast<int>(Ordinal::invalid_color); ++ordinal)
    answers.push_back(fmt::format("ERROR {}", ordinal));
  return answers;
}

}  // namespace protocols::chess
