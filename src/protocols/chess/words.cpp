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

std::optional<games::chess::Square> read_square(std::string_view x, std::string_view y) {
  const auto file = base::to_number<int>(x);
  const auto rank = base::to_number<int>(y);
  if (!file || !rank || *file < 0 || *file > 7 || *rank < 0 || *rank > 7) return std::nullopt;
  return games::chess::square(*file, *rank);
}

}  // namespace

Words cut_words(std::string_view line) {
  Words words;
  bool more = line.find(' ') != std::string_view::npos;
  words.verb = base::cut(line, ' ');
  for (; more; ++words.count) {
    more = line.find(' ') != std::string_view::npos;
    const auto argument = base::cut(line, ' ');
    if (words.count < Words::kMost) words.arguments[words.count] = argument;
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
