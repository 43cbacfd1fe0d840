// Which sentence of docs/protocols/spectrangle.md or its rulings a refused message broke.
#include "protocols/spectrangle/citations.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/text.hpp"
#include "protocols/spectrangle/words.hpp"

namespace protocols::spectrangle {
namespace {

using base::Code;

/// Error 0 says nothing by itself.
Rule generic_rule(Reason why) {
  if (why == Code::already_seated)
    return {"spectrangle.rulings.md, 2", "`JOIN` again, or during a game | error 0, nothing changes."};
  if (why == Code::lobby_full || why == Code::no_lobby)
    return {
        "spectrangle.rulings.md, 2",
        "Full lobby (4) or running game in it: error 0 with a clear text, unless no lobby was named: then "
        "the next free lobby is used."};
  if (why == Code::game_running)
    return {"spectrangle.rulings.md, 4",
            "`READY` when not joined / during a game / twice | 7 / 0 / harmless."};
  return {"spectrangle.md, ERROR",
          "This is sent to the client when the client has sent an invalid command to the server."};
}

Rule rule_of(Fault fault, Reason why) {
  switch (fault) {
    case Fault::generic:
      return generic_rule(why);
    case Fault::unrecognized_command:
      return {"spectrangle.md, error code 1", "**1**: Unrecognized command."};
    case Fault::invalid_arguments:
      return {"spectrangle.md, error code 2", "**2**: Invalid arguments."};
    case Fault::invalid_name:
      return {"spectrangle.md, playerName",
              "The display name of the player. Allowed characters: [A-Za-z0-9_-]"};
    case Fault::name_taken:
      return {"spectrangle.rulings.md, 11", "taken anywhere on the server: 4."};
    case Fault::not_your_turn:
      return {"spectrangle.rulings.md, 6",
              "Nothing says whose turn it is: it is the next name in `START` order after each `UPDATE`."};
    case Fault::invalid_move:
      return {
          "spectrangle.rulings.md, 9",
          "tile not in hand; occupied; no match; skip or swap although a placement exists; swap with empty "
          "bag | error 6."};
    case Fault::not_in_lobby:
      return {"spectrangle.md, error code 7", "**7**: Not in a lobby."};
    case Fault::not_in_game:
      return {"spectrangle.md, error code 8", "**8**: Not in a game."};
    case Fault::unsupported_extension:
      return {"spectrangle.rulings.md, Extensions",
              "error 9 for one that is unknown (the known ones are still enabled)."};
  }
  std::unreachable();
}

}  // namespace

std::optional<Rule> rule(std::string_view answer, Reason why) {
  const auto words = cut_words(answer);
  if (words.command != "ERROR" || is_our_own(why)) return std::nullopt;
  const auto number = base::to_number<unsigned>(words.at(0));
  if (!number || *number > static_cast<unsigned>(Fault::unsupported_extension)) return std::nullopt;
  return rule_of(static_cast<Fault>(*number), why);
}

std::vector<std::string> refusals() {
  std::vector<std::string> answers;
  for (int fault = 0; fault <= static_cast<int>(Fault::unsupported_extension); ++fault)
    answers.push_back(fmt::format("ERROR {} whatever", fault));
  return answers;
}

}  // namespace protocols::spectrangle
