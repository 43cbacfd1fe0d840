// What a client of chess may have meant.
#include "protocols/hints.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "games/chess/refusals.hpp"
#include "protocols/chess/tools.hpp"
#include "protocols/chess/words.hpp"

namespace protocols::chess {
namespace {

std::vector<table::Request> requests(std::string_view message, std::string_view before) {
  const auto words = cut_words(message);
  if (words.verb == "MOVE" && words.count == 4) {
    if (const auto move = read_move(words)) return {table::Play{*move}};
  }
  if (words.verb == "PROMOTION" && words.count == 3) {
    const auto first = cut_words(before);
    auto move = first.verb == "MOVE" && first.count == 4 ? read_move(first) : std::nullopt;
    const auto promotion = read_promotion(words);
    if (!move || !promotion || promotion->to != move->to) return {};
    move->promotion = promotion->piece;
    return {table::Play{*move}};
  }
  return {};
}

/// MOVE with the four numbers of "e2e4", "e2-e4", "4,1,4,3" or "4 1, 4 3"; nothing of all else.
std::vector<Guess> guess_writing(std::string_view message) {
  constexpr std::string_view kVerb = "MOVE ";
  if (!message.starts_with(kVerb)) return {};
  std::string numbers;
  bool letters = false;
  for (const char sign : message.substr(kVerb.size())) {
    if (std::string_view(" ,;-()").contains(sign)) continue;
    const bool letter = sign >= 'a' && sign <= 'h';
    const bool digit = sign >= '0' && sign <= '8';
    const bool rank = letters && numbers.size() % 2 == 1;
    if ((!letter && !digit) || (rank && (letter || sign == '0'))) return {};
    letters |= letter;
    numbers += static_cast<char>(letter ? sign - 'a' + '0' : rank ? sign - 1 : sign);
  }
  if (numbers.size() != 4) return {};
  return {{fmt::format("MOVE {} {} {} {}", numbers[0], numbers[1], numbers[2], numbers[3]),
           letters ? "X and Y are numbers, both from 0" : "one space stands between the numbers"}};
}

std::vector<Guess> guesses(std::string_view message) {
  const auto words = cut_words(message);
  if (words.verb != "MOVE" || words.count != 4) return guess_writing(message);
  std::array<int, 4> at{};
  for (std::size_t part = 0; part < at.size(); ++part) {
    const auto number = base::to_number<int>(words.arguments[part]);
    if (!number || *number < 0 || *number > 8) return {};
    at[part] = *number;
  }
  const auto move = [](int from_x, int from_y, int to_x, int to_y) {
    return fmt::format("MOVE {} {} {} {}", from_x, from_y, to_x, to_y);
  };
  return {{move(at[1], at[0], at[3], at[2]), "X is the file, Y the rank"},
          {move(at[0] - 1, at[1] - 1, at[2] - 1, at[3] - 1), "X and Y count from 0"},
          {move(at[0], at[1] - 1, at[2], at[3] - 1), "Y counts from 0"},
          {move(at[1] - 1, at[0] - 1, at[3] - 1, at[2] - 1), "X is the file, Y the rank, both from 0"},
          {move(at[0], 7 - at[1], at[2], 7 - at[3]), "Y counts from White's side, for both players"},
          {move(7 - at[0], 7 - at[1], 7 - at[2], 7 - at[3]), "X and Y are the same for both players"}};
}

}  // namespace

const Hints kHints{.requests = requests,
                   .guesses = guesses,
                   .half = games::chess::Refusals::incomplete_move,
                   .other_half = "PROMOTION"};

}  // namespace protocols::chess
