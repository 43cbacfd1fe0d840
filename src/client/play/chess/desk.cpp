// The desk of chess.
#include "client/play/chess/desk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "games/chess/moves.hpp"
#include "games/chess/san.hpp"

namespace client::play::chess {

namespace s = games::chess;

namespace {

constexpr int kLabels = 3;  ///< columns for the ranks

constexpr int kHighest = 6;  ///< that a square gets

/// How large a square is: where there is neither colour nor Unicode, as small as it can be.
Size cell_size(const Size& room, const Look& look) {
  for (int height = kHighest; height > 1; --height) {
    const Size cell{height, 2 * height + 1};
    if (8 * cell.rows < room.rows && kLabels + 8 * cell.columns <= room.columns) {
      const bool small = height == 2 && !look.colour && !look.unicode;
      if (!small) return cell;
    }
  }
  return {1, 3};
}

constexpr Colour kLight = 180;
constexpr Colour kDark = 95;
constexpr Colour kLastLight = 186;
constexpr Colour kLastDark = 143;
constexpr Colour kCursor = 39;
constexpr Colour kPicked = 220;
constexpr Colour kInCheck = 160;

constexpr std::array<std::string_view, 6> kSolid{"♟", "♞", "♝", "♜", "♛", "♚"};
constexpr std::array<std::string_view, 6> kOpen{"♙", "♘", "♗", "♖", "♕", "♔"};

constexpr std::array<std::string_view, 7> kHelp{
    "Arrows move the cursor, Enter or Space picks a piece up and puts it down,",
    "Esc lets go of it. By mouse: click the piece, then the square.",
    "A pawn on the last rank asks for its new piece: q, r, b or n.",
    "Typed after ':' moves are e4, Nf3, exd8=Q, O-O, or e2e4, e7e8q.",
    "':claim' claims a draw (third repetition, fifty moves), where the",
    "protocol has a word for it.",
    "",
};

std::string glyph_of(const s::Piece& piece, const Look& look) {
  const bool white = piece.color == s::Color::white;
  if (look.unicode) {
    const auto& set = white && !look.colour ? kOpen : kSolid;
    return std::string(set[index(piece.kind)]);
  }
  const char letter = s::letter(piece.kind);
  return {static_cast<char>(white ? letter : letter - 'A' + 'a')};
}

/// What one side has taken from the other, as far as it is gone from the board.
std::string taken_from(const s::Position& position, s::Color color, const Look& look) {
  constexpr std::array<int, 6> kAtTheStart{8, 2, 2, 2, 1, 1};
  std::string text;
  for (const s::Kind kind :
       {s::Kind::queen, s::Kind::rook, s::Kind::bishop, s::Kind::knight, s::Kind::pawn}) {
    const int here = std::popcount(s::pieces(position, kind) & position.of(color));
    for (int gone = here; gone < kAtTheStart[index(kind)]; ++gone) text += glyph_of({color, kind}, look);
  }
  return text;
}

class Desk final : public play::Desk {
 public:
  void show(const games::AnyView& view) override {
    const auto& seen = games::get<s::View>(view);
    const bool changed = !shown_ || seen.state != view_.state;
    const auto before = view_.state.position;
    if (!shown_) cursor_ = seen.viewer == s::kBlackSeat ? 52 : 12;  // e7 or e2
    if (shown_ && changed) {
      last_.reset();
      for (const auto& move : s::Rules::moves({view_.state, to_move()})) {
        if (move.act == s::Act::step && s::after(before, move) == seen.state.position) last_ = move;
      }
    }
    view_ = seen;
    shown_ = true;
    moves_ = s::Rules::moves(view_);
    if (!changed) return;
    promotes_at_.reset();
    hinted_ = s::Promotion::none;
    const auto here = picked_ ? s::piece_at(view_.state.position, *picked_) : std::nullopt;
    if (!here || s::seat_of(here->color) != view_.viewer) picked_.reset();
  }

  std::optional<base::Seat> to_move() const override {
    if (view_.state.end != s::End::none) return std::nullopt;
    return s::seat_of(view_.state.position.turn);
  }

  Size board_size(const Size& room, const Look& look) const override {
    const auto cell = cell_size(room, look);
    return {8 * cell.rows + 1, kLabels + 8 * cell.columns};
  }

  void draw_board(Grid& grid, const Area& area, const Look& look) const override {
    const auto cell = cell_size(area.size, look);
    for (int y = 0; y < 8; ++y) {
      const int rank = white_below() ? 7 - y : y;
      const int top = area.row + y * cell.rows;
      grid.put(top + (cell.rows - 1) / 2, area.column + 1, std::to_string(rank + 1));
      for (int x = 0; x < 8; ++x) {
        const int file = white_below() ? x : 7 - x;
        draw_square(grid, {top, area.column + kLabels + x * cell.columns, cell}, s::square(file, rank), look);
      }
    }
    for (int x = 0; x < 8; ++x) {
      const char file = static_cast<char>('a' + (white_below() ? x : 7 - x));
      grid.put(area.row + 8 * cell.rows, area.column + kLabels + x * cell.columns + cell.columns / 2,
               std::string(1, file));
    }
  }

  int draw_side(Grid& grid, const Area& area, const Look& look) const override {
    int row = area.row;
    const auto& position = view_.state.position;
    for (const s::Color color : {s::Color::white, s::Color::black}) {
      const auto taken = taken_from(position, color, look);
      if (!taken.empty()) grid.put(row++, area.column, fmt::format("taken: {}", taken));
    }
    return row;
  }

  Reply press(const Key& key) override {
    if (const auto arrow = read_arrow(key)) return go(*arrow);
    switch (key.kind) {
      case Key::Kind::enter:
        return choose(cursor_);
      case Key::Kind::escape:
      case Key::Kind::backspace:
        if (promotes_at_) {
          promotes_at_.reset();
        } else {
          picked_.reset();
        }
        return done();
      case Key::Kind::character:
        if (promotes_at_) return promote(key.character);
        if (key.character == U' ') return choose(cursor_);
        return not_mine();
      default:
        return not_mine();
    }
  }

  Reply click(int target) override {
    return target >= 0 && target < s::kNoSquare ? choose(target) : not_mine();
  }

  base::Result<games::AnyMove> read(std::string_view text) const override {
    const auto plain = s::Rules::read(text);
    if (plain && std::ranges::find(moves_, *plain) != moves_.end()) return *plain;
    const auto san = s::read_san(view_.state.position, text);
    if (san) return *san;
    if (!plain || plain->act != s::Act::step) return std::unexpected(san.error());
    const auto legal = s::check_legal(view_.state.position, *plain);
    return std::unexpected(legal ? san.error() : legal.error());
  }

  void suggest(const games::AnyMove& move) override {
    const auto& step = games::get<s::Move>(move);
    if (step.act != s::Act::step) return;
    picked_ = step.from;
    cursor_ = step.to;
    hinted_ = step.promotion;
    promotes_at_.reset();
  }

  std::string in_words(const games::AnyMove& move) const override {
    const auto& step = games::get<s::Move>(move);
    if (step.act == s::Act::claim) return "claim a draw";
    return s::write_san(view_.state.position, step);
  }

  std::string prompt() const override {
    if (promotes_at_) return "The pawn becomes: q(ueen), r(ook), b(ishop) or (k)n(ight)?";
    if (!on_turn()) return "";
    const std::string check = s::in_check(view_.state.position) ? "Check! " : "";
    if (picked_) {
      return fmt::format("{}From {} to {}: Enter", check, s::name_of_square(*picked_),
                         s::name_of_square(cursor_));
    }
    return check + "Your move: choose a piece, or type ':' and a move.";
  }

  std::string_view keys() const override {
    return "arrows, Enter: pick, put  Esc: let go  ?: hint  :: type  F1: help  q: quit";
  }

  std::string_view keys_with_offers() const override {
    return "Enter: pick, put  ?: hint  d: draw  t: take back  r: resign  F1: help  q: quit";
  }

  std::span<const std::string_view> help() const override { return kHelp; }

  std::string standing(base::Seat seat) const override { return seat == s::kWhiteSeat ? "white" : "black"; }

  std::vector<std::string> answer(std::string_view question) const override {
    return chess::answer(view_, question);
  }

  std::span<const std::string_view> questions() const override { return chess::questions(); }

  std::string call() const override {
    return s::in_check(view_.state.position) ? "Check! Your move." : "Your move.";
  }

 private:
  bool white_below() const { return view_.viewer != s::kBlackSeat; }

  Reply go(Step arrow) {
    const int right = white_below() ? 1 : -1;
    const int file = s::file_of(cursor_) + right * arrow.columns;
    const int rank = s::rank_of(cursor_) - right * arrow.rows;
    if (file >= 0 && file < 8 && rank >= 0 && rank < 8) cursor_ = s::square(file, rank);
    return done();
  }

  bool on_turn() const { return view_.viewer && to_move() == view_.viewer; }

  bool can_go_to(s::Square square) const {
    return picked_ && std::ranges::any_of(moves_, [&](const s::Move& move) {
             return move.act == s::Act::step && move.from == *picked_ && move.to == square;
           });
  }

  Style style_of(s::Square square, const Look& look) const {
    const auto& position = view_.state.position;
    const bool dark = s::has(s::kDarkSquares, square);
    Style style{.ink = 16, .paper = dark ? kDark : kLight, .bold = true};
    if (last_ && (square == last_->from || square == last_->to)) style.paper = dark ? kLastDark : kLastLight;
    const auto piece = s::piece_at(position, square);
    if (piece && piece->color == s::Color::white) style.ink = 231;
    const bool mated = view_.state.end == s::End::checkmate || s::in_check(position);
    if (mated && square == position.king(position.turn)) style.paper = kInCheck;
    if (picked_ == square) style.paper = kPicked;
    if (cursor_ == square && view_.viewer) style.paper = kCursor;
    if (look.colour) return style;
    return {.bold = piece && piece->color == s::Color::white, .reverse = cursor_ == square && view_.viewer};
  }

  void draw_square(Grid& grid, const Area& cell, s::Square square, const Look& look) const {
    const Style style = style_of(square, look);
    const auto piece = s::piece_at(view_.state.position, square);
    const bool dark = s::has(s::kDarkSquares, square);
    const auto [height, width] = cell.size;
    const int middle = cell.column + width / 2;
    const int row = cell.row + (height - 1) / 2;
    grid.fill(cell.row, cell.column, height, width, look.colour ? style : Style{});
    grid.mark(cell.row, cell.column, height, width, square);
    const std::string empty = look.colour ? " " : dark ? ":" : ".";
    grid.put(row, middle, piece ? glyph_of(*piece, look) : empty, style);
    const auto around = [&](std::string_view left, std::string_view right) {
      grid.put(row, middle - 1, left, style);
      grid.put(row, middle + 1, right, style);
    };
    if (can_go_to(square)) {
      Style dot = style;
      dot.ink = look.colour ? Colour{22} : kDefault;
      if (piece) {
        around("x", " ");
      } else {
        grid.put(row, middle, look.unicode ? "●" : "*", dot);
      }
    }
    if (look.colour) return;
    const bool was_last = last_ && (square == last_->from || square == last_->to);
    if (was_last) around("(", ")");
    if (picked_ == square) around("<", ">");
    if (cursor_ == square && view_.viewer) around("[", "]");
  }

  /// Picks up, changes to another piece, lets go, or moves there.
  Reply choose(s::Square square) {
    cursor_ = square;
    if (can_go_to(square)) {
      if (!on_turn()) return tell("It is not your turn.");
      s::Move found{};
      int ways = 0;
      for (const auto& move : moves_) {
        if (move.act != s::Act::step || move.from != *picked_ || move.to != square) continue;
        ++ways;
        if (ways == 1 || move.promotion == hinted_) found = move;
      }
      if (ways > 1 && hinted_ == s::Promotion::none) {
        promotes_at_ = square;
        return done();
      }
      return make(found);
    }
    const auto piece = s::piece_at(view_.state.position, square);
    const bool own = piece && view_.viewer && s::seat_of(piece->color) == *view_.viewer;
    if (picked_ == square || !own) {
      const bool held = std::exchange(picked_, std::nullopt).has_value();
      return held ? done() : tell(piece ? "That is not your piece." : "There is no piece of yours.");
    }
    if (!on_turn()) return tell("It is not your turn.");
    picked_ = square;
    hinted_ = s::Promotion::none;
    const auto moves = std::ranges::count_if(
        moves_, [&](const s::Move& move) { return move.act == s::Act::step && move.from == square; });
    return moves == 0 ? tell("That piece cannot move.") : done();
  }

  Reply promote(char32_t letter) {
    const auto at = std::u32string_view(U"nbrq").find(letter);
    if (at == std::u32string_view::npos) return tell("q, r, b or n?");
    const auto square = *std::exchange(promotes_at_, std::nullopt);
    return make(s::step(*picked_, square, static_cast<s::Promotion>(at + 1)));
  }

  s::View view_;
  bool shown_ = false;
  s::Square cursor_ = 0;
  std::optional<s::Square> picked_;       ///< the piece that is to move
  std::optional<s::Square> promotes_at_;  ///< its square, while the new piece must be named
  s::Promotion hinted_{};                 ///< what a suggested move promotes to
  std::optional<s::Move> last_;           ///< what was moved last
  std::vector<s::Move> moves_;            ///< what may be done now
};

}  // namespace

std::unique_ptr<play::Desk> make_empty_desk() { return std::make_unique<Desk>(); }

}  // namespace client::play::chess
