// The names of colours, kinds and squares, and moves in UCI's notation.
#include "games/chess/board.hpp"

#include <optional>

namespace games::chess {
namespace {

std::optional<Square> read_square(char file, char rank) {
  if (file < 'a' || file > 'h' || rank < '1' || rank > '8') return std::nullopt;
  return square(file - 'a', rank - '1');
}

std::optional<Promotion> read_promotion(char letter) {
  switch (letter) {
    case 'n':
      return Promotion::knight;
    case 'b':
      return Promotion::bishop;
    case 'r':
      return Promotion::rook;
    case 'q':
      return Promotion::queen;
    default:
      return std::nullopt;
  }
}

char file_name(Square square) { return static_cast<char>('a' + file_of(square)); }
char rank_name(Square square) { return static_cast<char>('1' + rank_of(square)); }

}  // namespace

std::string_view name_of(Color color) { return color == Color::white ? "white" : "black"; }

std::string_view name_of(Kind kind) {
  constexpr std::array<std::string_view, 6> kNames{"pawn", "knight", "bishop", "rook", "queen", "king"};
  return kNames[index(kind)];
}

std::string name_of_square(Square square) { return {file_name(square), rank_name(square)}; }

std::string write_move(const Move& move) {
  if (move.act == Act::claim) return "claim";
  std::string text = name_of_square(move.from);
  text += {file_name(move.to), rank_name(move.to)};
  if (move.promotion != Promotion::none) text += " nbrq"[static_cast<std::size_t>(move.promotion)];
  return text;
}

base::Result<Move> read_move(std::string_view text) {
  if (text == "claim") return kClaim;
  if (text.size() == 4 || text.size() == 5) {
    const auto from = read_square(text[0], text[1]);
    const auto to = read_square(text[2], text[3]);
    const auto promotion = text.size() == 5 ? read_promotion(text[4]) : Promotion::none;
    if (from && to && promotion) return step(*from, *to, *promotion);
  }
  return base::fail(base::Code::malformed, "a move is written like e2e4, e7e8q or claim");
}

}  // namespace games::chess
