// Reading and writing standard algebraic notation, by comparison with the legal moves.
#include "games/chess/san.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/text.hpp"
#include "games/chess/moves.hpp"

namespace games::chess {
namespace {

using base::Code;
using base::fail;
using base::Result;

/// What a text says about a move; what it does not say is empty.
struct Sketch {
  Kind kind = Kind::pawn;
  std::optional<int> file;
  std::optional<int> rank;
  Square to = kNoSquare;
  Promotion promotion = Promotion::none;
};

/// A text as it may stand in an error: only what could be a move, nothing long or unprintable.
std::string_view shown(std::string_view text) {
  return text.size() <= 12 && base::is_printable(text) ? text : std::string_view("this");
}

bool is_file(char c) { return c >= 'a' && c <= 'h'; }
bool is_rank(char c) { return c >= '1' && c <= '8'; }

std::optional<Kind> officer(char letter) {
  constexpr std::string_view kOfficers = "NBRQK";
  const auto at = kOfficers.find(letter);
  if (at == kOfficers.npos) return std::nullopt;
  return static_cast<Kind>(at + 1);
}

bool is_castling(const Position& position, const Move& move) {
  const int files = move.to - move.from;
  return has(position.kings, move.from) && (files == 2 || files == -2);
}

/// Cuts "=Q" or "Q" off the end. A lower-case letter will do.
Promotion cut_promotion(std::string_view& text) {
  if (text.size() < 3) return Promotion::none;
  const char last = text.back();
  const auto kind = officer(last >= 'a' && last <= 'z' ? static_cast<char>(last - 'a' + 'A') : last);
  const char before = text[text.size() - 2];
  if (!kind || *kind == Kind::king || (before != '=' && !is_rank(before))) return Promotion::none;
  text.remove_suffix(before == '=' ? 2 : 1);
  return promotion_to(*kind);
}

std::optional<Sketch> read_sketch(std::string_view text) {
  Sketch sketch;
  if (text.empty()) return std::nullopt;
  if (const auto kind = officer(text[0])) {
    sketch.kind = *kind;
    text.remove_prefix(1);
  }
  sketch.promotion = cut_promotion(text);
  if (text.size() < 2 || !is_file(text[text.size() - 2]) || !is_rank(text.back())) return std::nullopt;
  sketch.to = square(text[text.size() - 2] - 'a', text.back() - '1');
  text.remove_suffix(2);
  if (!text.empty() && (text.back() == 'x' || text.back() == '-')) text.remove_suffix(1);
  if (!text.empty() && is_file(text[0])) {
    sketch.file = text[0] - 'a';
    text.remove_prefix(1);
  }
  if (!text.empty() && is_rank(text[0])) {
    sketch.rank = text[0] - '1';
    text.remove_prefix(1);
  }
  if (!text.empty()) return std::nullopt;
  return sketch;
}

bool fits(const Position& position, const Sketch& sketch, const Move& move) {
  return move.to == sketch.to && has(pieces(position, sketch.kind), move.from) &&
         !is_castling(position, move) && (!sketch.file || file_of(move.from) == *sketch.file) &&
         (!sketch.rank || rank_of(move.from) == *sketch.rank);
}

Result<Move> find(const Position& position, const Sketch& sketch, std::string_view text) {
  std::optional<Move> found;
  bool promotes = false;
  for (const Move& move : legal_moves(position)) {
    if (!fits(position, sketch, move)) continue;
    promotes |= move.promotion != Promotion::none;
    if (move.promotion != sketch.promotion) continue;
    if (found) return fail(Code::illegal_move, fmt::format("{} fits more than one move", text));
    found = move;
  }
  if (found) return *found;
  if (promotes)
    return fail(Refusals::incomplete_move, fmt::format("{} does not say what the pawn becomes", text));
  return fail(Code::illegal_move, fmt::format("{} is not legal here", text));
}

Result<Move> find_castling(const Position& position, int files, std::string_view text) {
  for (const Move& move : legal_moves(position)) {
    if (is_castling(position, move) && move.to - move.from == files) return move;
  }
  return fail(Code::illegal_move, fmt::format("{} is not legal here", text));
}

/// The origin as far as it is needed to tell the move from others: nothing, file, rank or both.
std::string distinguish(const Position& position, const Move& move, Kind kind) {
  bool others = false;
  bool same_file = false;
  bool same_rank = false;
  for (const Move& other : legal_moves(position)) {
    if (other.to != move.to || other.from == move.from || !has(pieces(position, kind), other.from)) continue;
    others = true;
    same_file |= file_of(other.from) == file_of(move.from);
    same_rank |= rank_of(other.from) == rank_of(move.from);
  }
  std::string name = name_of_square(move.from);
  if (!others) return "";
  if (!same_file) return name.substr(0, 1);
  if (!same_rank) return name.substr(1);
  return name;
}

std::string write_body(const Position& position, const Move& move) {
  if (is_castling(position, move)) return move.to > move.from ? "O-O" : "O-O-O";
  const Kind kind = piece_at(position, move.from).value().kind;
  const bool captures =
      has(position.occupied(), move.to) || (kind == Kind::pawn && move.to == position.en_passant);
  std::string text;
  if (kind != Kind::pawn)
    text = letter(kind) + distinguish(position, move, kind);
  else if (captures)
    text = name_of_square(move.from).substr(0, 1);
  if (captures) text += 'x';
  text += name_of_square(move.to);
  if (move.promotion != Promotion::none) text += {'=', letter(kind_of(move.promotion))};
  return text;
}

}  // namespace

std::string write_san(const Position& position, const Move& move) {
  std::string text = write_body(position, move);
  const Position next = after(position, move);
  if (in_check(next)) text += has_legal_move(next) ? '+' : '#';
  return text;
}

Result<Move> read_san(const Position& position, std::string_view text) {
  const std::string_view whole = shown(text);
  while (!text.empty() && std::string_view("+#!?").contains(text.back())) text.remove_suffix(1);
  if (text == "O-O" || text == "0-0") return find_castling(position, 2, whole);
  if (text == "O-O-O" || text == "0-0-0") return find_castling(position, -2, whole);
  const auto sketch = read_sketch(text);
  if (!sketch) return fail(Code::malformed, fmt::format("{} is not a move", whole));
  return find(position, *sketch, whole);
}

}  // namespace games::chess
