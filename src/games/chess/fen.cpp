// Reading and writing Forsyth-Edwards notation.
#include "games/chess/fen.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "base/text.hpp"
#include "games/chess/generate.hpp"

namespace games::chess {
namespace {

using base::Code;
using base::fail;
using base::Result;

constexpr std::string_view kLetters = "PNBRQKpnbrqk";
constexpr std::string_view kRights = "KQkq";

template <class... Arguments>
auto malformed(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  return fail(Code::malformed, fmt::format(format, std::forward<Arguments>(arguments)...));
}

void put(Position& position, Piece piece, Square square) {
  const Bitboard set = bit(square);
  position.colors[index(piece.color)] |= set;
  switch (piece.kind) {
    case Kind::pawn:
      position.pawns |= set;
      break;
    case Kind::knight:
      position.knights |= set;
      break;
    case Kind::king:
      position.kings |= set;
      break;
    case Kind::queen:
      position.straight |= set;
      [[fallthrough]];
    case Kind::bishop:
      position.diagonal |= set;
      break;
    case Kind::rook:
      position.straight |= set;
      break;
  }
}

Result<> read_rank(Position& position, int rank, std::string_view text) {
  int file = 0;
  bool after_digit = false;
  for (const char c : text) {
    const bool digit = c >= '1' && c <= '8';
    const auto at = kLetters.find(c);
    if (!digit && at == kLetters.npos) return malformed("rank {} has a letter that is no piece", rank + 1);
    if (digit && after_digit) return malformed("rank {} has two numbers in a row", rank + 1);
    if (file + (digit ? c - '0' : 1) > 8) return malformed("rank {} has more than 8 squares", rank + 1);
    if (!digit)
      put(position, {at < 6 ? Color::white : Color::black, static_cast<Kind>(at % 6)}, square(file, rank));
    file += digit ? c - '0' : 1;
    after_digit = digit;
  }
  if (file != 8) return malformed("rank {} has fewer than 8 squares", rank + 1);
  return {};
}

Result<> read_board(Position& position, std::string_view text) {
  const auto ranks = base::split(text, '/');
  if (ranks.size() != 8) return malformed("the board has {} ranks, not 8", ranks.size());
  for (int row = 0; row < 8; ++row) {
    if (auto read = read_rank(position, 7 - row, ranks[row]); !read) return read;
  }
  return {};
}

/// More pieces of a kind than at the start are promoted pawns, so pawns must be missing for them.
bool has_too_many(const Position& position, Color color) {
  const auto count = [&](Kind kind) { return std::popcount(pieces(position, kind) & position.of(color)); };
  const int promoted = std::max(0, count(Kind::knight) - 2) + std::max(0, count(Kind::bishop) - 2) +
                       std::max(0, count(Kind::rook) - 2) + std::max(0, count(Kind::queen) - 1);
  return count(Kind::pawn) + promoted > 8;
}

Result<> check_pieces(const Position& position) {
  for (const Color color : {Color::white, Color::black}) {
    const int kings = std::popcount(position.kings & position.of(color));
    if (kings != 1) return malformed("{} has {} kings, not one", name_of(color), kings);
    if (has_too_many(position, color)) {
      return malformed("{} has more pieces than its pawns could have become", name_of(color));
    }
  }
  if ((position.pawns & (rank_set(0) | rank_set(7))) != 0)
    return malformed("a pawn is on the first or last rank");
  return {};
}

Result<> read_turn(Position& position, std::string_view text) {
  if (text != "w" && text != "b") return malformed("the side to move is w or b");
  position.turn = text == "w" ? Color::white : Color::black;
  const Square king = position.king(!position.turn);
  if (attackers(position, king, position.turn, position.occupied()) != 0) {
    return malformed("{} is in check, but it is {}'s turn", name_of(!position.turn), name_of(position.turn));
  }
  return {};
}

bool has_at(const Position& position, Square square, Piece piece) {
  return piece_at(position, square) == piece;
}

Result<> read_castling(Position& position, std::string_view text) {
  if (text == "-") return {};
  std::size_t next = 0;
  for (const char c : text) {
    const auto at = kRights.find(c, next);
    if (at == kRights.npos) return malformed("castling rights are - or some of KQkq in this order");
    const Color color = at < 2 ? Color::white : Color::black;
    const int rank = at < 2 ? 0 : 7;
    const int file = at % 2 == 0 ? 7 : 0;
    if (!has_at(position, square(4, rank), {color, Kind::king}) ||
        !has_at(position, square(file, rank), {color, Kind::rook})) {
      return malformed("castling right {} needs king and rook at home", c);
    }
    position.castling |= static_cast<Castling>(1U << at);
    next = at + 1;
  }
  if (text.empty()) return malformed("castling rights are - or some of KQkq in this order");
  return {};
}

Result<> read_en_passant(Position& position, std::string_view text) {
  if (text == "-") return {};
  const bool white = position.turn == Color::white;
  if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] != (white ? '6' : '3')) {
    return malformed("the en passant square is - or on rank {}", white ? 6 : 3);
  }
  const Square passed = square(text[0] - 'a', white ? 5 : 2);
  const int back = white ? 8 : -8;
  if (has(position.occupied(), passed) || has(position.occupied(), passed + back) ||
      !has_at(position, passed - back, {!position.turn, Kind::pawn})) {
    return malformed("no pawn can just have passed over {}", text);
  }
  position.en_passant = static_cast<std::uint8_t>(passed);
  drop_idle_en_passant(position);
  return {};
}

Result<std::uint16_t> read_counter(std::string_view text, std::uint16_t least, std::string_view what) {
  const auto number = base::to_number<std::uint16_t>(text);
  const bool canonical = number && (text.size() == 1 || text[0] != '0');
  if (!canonical || *number < least || *number > kMostCount) {
    return malformed("{} is a number from {} to {}", what, least, kMostCount);
  }
  return *number;
}

Result<> read_counters(Position& position, std::string_view plies, std::string_view number) {
  const auto quiet = read_counter(plies, 0, "the count of moves without capture or pawn move");
  if (!quiet) return std::unexpected(quiet.error());
  const auto move = read_counter(number, 1, "the move number");
  if (!move) return std::unexpected(move.error());
  position.quiet_plies = *quiet;
  position.number = *move;
  return {};
}

std::string write_rank(const Position& position, int rank) {
  std::string text;
  int empty = 0;
  for (int file = 0; file < 8; ++file) {
    const auto piece = piece_at(position, square(file, rank));
    if (!piece) {
      ++empty;
      continue;
    }
    if (empty > 0) text += static_cast<char>('0' + empty);
    empty = 0;
    text += kLetters[index(piece->kind) + (piece->color == Color::white ? 0 : 6)];
  }
  if (empty > 0) text += static_cast<char>('0' + empty);
  return text;
}

std::string write_castling(Castling rights) {
  std::string text;
  for (std::size_t at = 0; at < kRights.size(); ++at) {
    if ((rights >> at & 1U) != 0) text += kRights[at];
  }
  return text.empty() ? "-" : text;
}

}  // namespace

std::string write_fen(const Position& position) {
  std::string board = write_rank(position, 7);
  for (int rank = 6; rank >= 0; --rank) board += '/' + write_rank(position, rank);
  return fmt::format("{} {} {} {} {} {}", board, position.turn == Color::white ? 'w' : 'b',
                     write_castling(position.castling),
                     position.en_passant == kNoSquare ? "-" : name_of_square(position.en_passant),
                     position.quiet_plies, position.number);
}

Result<Position> read_fen(std::string_view text) {
  const auto fields = base::split(text, ' ');
  if (fields.size() != 6) return malformed("a FEN has 6 fields, not {}", fields.size());
  Position position;
  if (auto read = read_board(position, fields[0]); !read) return std::unexpected(read.error());
  if (auto sound = check_pieces(position); !sound) return std::unexpected(sound.error());
  if (auto read = read_turn(position, fields[1]); !read) return std::unexpected(read.error());
  if (auto read = read_castling(position, fields[2]); !read) return std::unexpected(read.error());
  if (auto read = read_en_passant(position, fields[3]); !read) return std::unexpected(read.error());
  if (auto read = read_counters(position, fields[4], fields[5]); !read) return std::unexpected(read.error());
  return position;
}

}  // namespace games::chess
