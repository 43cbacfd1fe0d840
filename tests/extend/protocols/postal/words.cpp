// The words of postal chess.
#include "protocols/postal/words.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace protocols::postal {

using games::chess::Rules;

std::optional<games::chess::Move> read_card(std::string_view line) {
  if (base::cut(line, ' ') != "CARD") return std::nullopt;
  const auto move = Rules::read(line);
  return move ? std::optional(*move) : std::nullopt;
}

std::string write_card(const games::chess::Move& move) { return fmt::format("CARD {}", Rules::write(move)); }

std::optional<games::Outcome> read_end(std::string_view line) {
  if (base::cut(line, ' ') != "END") return std::nullopt;
  const auto who = base::cut(line, ' ');
  games::Outcome outcome{.winners = {}, .scores = {}, .reason = std::string(line)};
  for (const auto seat : {games::chess::kWhiteSeat, games::chess::kBlackSeat}) {
    if (who == "both" || who == name_of(seat)) outcome.winners.push_back(seat);
  }
  return outcome;
}

std::string write_end(const games::Outcome& outcome) {
  const auto who = outcome.winners.size() == 1 ? name_of(outcome.winners.front()) : "both";
  return fmt::format("END {} {}", who, outcome.reason);
}

}  // namespace protocols::postal
