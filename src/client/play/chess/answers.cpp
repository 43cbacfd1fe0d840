// What somebody asks about a chess board that they do not see.
#include <fmt/format.h>

#include <array>
#include <bit>

#include "client/play/chess/desk.hpp"
#include "games/chess/moves.hpp"
#include "games/chess/san.hpp"

namespace client::play::chess {

namespace s = games::chess;

namespace {

constexpr std::array<std::string_view, 6> kNames{"pawn", "knight", "bishop", "rook", "queen", "king"};
constexpr std::array kByWorth{s::Kind::king,   s::Kind::queen,  s::Kind::rook,
                              s::Kind::bishop, s::Kind::knight, s::Kind::pawn};
constexpr std::array<int, 6> kFull{8, 2, 2, 2, 1, 1};  ///< at the beginning, by kind

constexpr std::array<std::string_view, 4> kQuestions{
    "what is on e4   the piece on a square",
    "pieces          where all pieces are; 'pieces white', 'pieces black'",
    "moves e2        where the piece on that square can go",
    "taken           what is gone from the board",
};

std::string_view side_of(s::Color color) { return color == s::Color::white ? "White" : "Black"; }

std::string plural(std::string_view name, int count) {
  return count == 1 ? std::string(name) : fmt::format("{}s", name);
}

std::optional<s::Square> read_square(std::string_view text) {
  if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
    return std::nullopt;
  return s::square(text[0] - 'a', text[1] - '1');
}

/// "White: king e1, rooks a1 h1."
std::string pieces_of(const s::Position& position, s::Color color) {
  std::string text;
  for (const auto kind : kByWorth) {
    std::string squares;
    int count = 0;
    for (s::Square square = 0; square < 64; ++square) {
      const auto piece = s::piece_at(position, square);
      if (!piece || piece->color != color || piece->kind != kind) continue;
      squares += fmt::format(" {}", s::name_of_square(square));
      ++count;
    }
    if (count == 0) continue;
    text += fmt::format("{} {}{}", text.empty() ? "" : ",", plural(kNames[index(kind)], count), squares);
  }
  return fmt::format("{}:{}.", side_of(color), text);
}

std::string taken_of(const s::Position& position, s::Color color) {
  std::string text;
  for (const auto kind : kByWorth) {
    const int here = std::popcount(s::pieces(position, kind) & position.of(color));
    const int gone = kFull[index(kind)] - here;
    if (gone > 0)
      text += fmt::format("{} {} {}", text.empty() ? "" : ",", gone, plural(kNames[index(kind)], gone));
  }
  return fmt::format("Gone of {}:{}.", side_of(color), text.empty() ? " nothing" : text);
}

std::string on_square(const s::Position& position, s::Square square) {
  const auto piece = s::piece_at(position, square);
  const auto name = s::name_of_square(square);
  if (!piece) return fmt::format("{} is empty.", name);
  return fmt::format("On {}: a {} {}.", name, piece->color == s::Color::white ? "white" : "black",
                     kNames[index(piece->kind)]);
}

}  // namespace

std::span<const std::string_view> questions() { return kQuestions; }

std::vector<std::string> answer(const s::View& view, std::string_view question) {
  const auto& position = view.state.position;
  const bool white = question == "pieces" || question == "pieces white";
  const bool black = question == "pieces" || question == "pieces black";
  std::vector<std::string> lines;
  if (white) lines.push_back(pieces_of(position, s::Color::white));
  if (black) lines.push_back(pieces_of(position, s::Color::black));
  if (question == "taken") lines = {taken_of(position, s::Color::white), taken_of(position, s::Color::black)};
  if (!lines.empty()) return lines;
  const bool moves = question.starts_with("moves ");
  if (!moves && !question.starts_with("on ")) return {};
  const auto square = read_square(question.substr(moves ? 6 : 3));
  if (!square) return {"A square is meant: a letter from a to h and a number from 1 to 8."};
  if (!moves) return {on_square(position, *square)};
  std::string text;
  for (const auto& move : s::Rules::moves(view)) {
    if (move.act == s::Act::step && move.from == *square)
      text += fmt::format("{}{}", text.empty() ? "" : ", ", s::write_san(position, move));
  }
  return {text.empty() ? "Nothing there can move now."
                       : fmt::format("From {}: {}.", question.substr(6), text)};
}

}  // namespace client::play::chess
