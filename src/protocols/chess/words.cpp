// The words of the chess protocol.
#include "protocols/chess/words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace protocols::chess {
namespace {

using games::chess::Promotion;

/// By ordinal, as the document counts them.
constexpr std::array kPieces{Promotion::none, Promotion::rook, Promotion::knight, Promotion::bishop,
                             Promotion::queen};

/// Mostly a single digit, which is every move's four times.
std::optional<int> read_coordinate(std::string_view word) {
  const auto number = word.size() == 1 ? std::optional(word.front() - '0') : base::to_number<int>(word);
  return number && *number >= 0 && *number <= 7 ? number : std::nullopt;
}

std::optional<games::chess::Square> read_square(std::string_view x, std::string_view y) {
  const auto file = read_coordinate(x);
  const auto rank = read_coordinate(y);
  if (!file || !rank) return std::nullopt;
  return games::chess::square(*file, *rank);
}

}  // namespace

Words cut_words(std::string_view line) {
  Words words;
  auto end = std::min(line.find(' '), line.size());
  words.verb = line.substr(0, end);
  for (; end < line.size(); ++words.count) {
    const auto start = end + 1;
    for (end = start; end < line.size() && line[end] != ' ';) ++end;
    if (words.count < Words::kMost) words.arguments[words.count] = line.substr(start, end - start);
  }
  return words;
}

std::optional<games::chess::Move> read_move(const Words& words) {
  const auto& arguments = words.arguments;
  const auto from = read_square(arguments[0], arguments[1]);
  const auto to = read_square(arguments[2], arguments[3]);
  if (!from || !to) return std::nullopt;
  return games::chess::step(*from, *to);
}

std::optional<PromotionWords> read_promotion(const Words& words) {
  const auto& arguments = words.arguments;
  const auto ordinal = base::to_number<std::size_t>(arguments[0]);
  const auto to = read_square(arguments[1], arguments[2]);
  if (!ordinal || *ordinal < 1 || *ordinal >= kPieces.size() || !to) return std::nullopt;
  return PromotionWords{kPieces[*ordinal], *to};
}

std::optional<bool> read_answer(std::string_view argument) {
  if (argument == "Yes") return true;
  if (argument == "No") return false;
  return std::nullopt;
}

std::string write_step(const games::chess::Move& move) {
  const auto add_square = [](std::string& text, games::chess::Square square) {
    text += {' ', static_cast<char>('0' + games::chess::file_of(square)), ' ',
             static_cast<char>('0' + games::chess::rank_of(square))};
  };
  std::string text = "MOVE";
  add_square(text, move.from);
  add_square(text, move.to);
  text += '\n';
  if (move.promotion != Promotion::none) {
    const auto ordinal = std::ranges::find(kPieces, move.promotion) - kPieces.begin();
    text += fmt::format("PROMOTION {}", ordinal);
    add_square(text, move.to);
    text += '\n';
  }
  return text;
}

}  // namespace protocols::chess
