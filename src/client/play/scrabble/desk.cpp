// The desk of Scrabble.
#include "client/play/scrabble/desk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/count.hpp"
#include "games/scrabble/placing.hpp"

namespace client::play::scrabble {

using games::scrabble::Direction;
using games::scrabble::kNone;
using games::scrabble::kSide;
using games::scrabble::MoveKind;
using games::scrabble::Premium;
using games::scrabble::Rack;
using games::scrabble::Rules;
using games::scrabble::Spot;
using games::scrabble::Square;
using games::scrabble::Tile;

namespace {

constexpr int kCellWidth = 3;
constexpr int kLabels = 3;
constexpr int kAround = 3;          ///< rows for letters above and the premiums below
constexpr int kRowsForUnseen = 10;  ///< that the side must have, so that others come in, too
constexpr int kRackTargets = 300;

constexpr std::array<std::string_view, 9> kHelp{
    "Type letters: they are laid from the cursor on, past tiles that lie there.",
    "Space or Tab turns the direction. Arrows or a click move the cursor; a click",
    "on the cursor turns it. A letter that you do not hold is a blank, if you have",
    "one; with Shift it is always the blank.",
    "Backspace takes the last tile back, Esc all. Enter makes the move.",
    "'-' begins an exchange: type the tiles to give back, then Enter. '=' passes.",
    "Typed after ':' moves are 8H.DOG (across from H8), H8.DOG (down), -QZ, pass;",
    "lower-case letters are blanks.",
    "",
};

struct SquareLook {
  Colour paper;
  std::string_view text;   ///< on colours
  std::string_view plain;  ///< without
};

const SquareLook& look_of(Premium premium) {
  static constexpr std::array<SquareLook, 5> kLooks{{
      {237, " · ", " . "},
      {67, " ' ", " ' "},
      {25, " \" ", " \" "},
      {132, " - ", " - "},
      {124, " = ", " = "},
  }};
  return kLooks[static_cast<std::size_t>(premium)];
}

std::string small_number(int number) {
  static constexpr std::array<std::string_view, 10> kDigits{"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
  std::string text;
  for (const char digit : std::to_string(number)) text += kDigits[static_cast<std::size_t>(digit - '0')];
  return text;
}

/// Three columns: the letter, and what it counts where there is room for it.
std::string face_of(Tile tile, const Look& look) {
  const std::string letter(1, games::scrabble::to_upper(tile));
  if (tile == games::scrabble::kBlank) return " ? ";
  if (games::scrabble::is_lower(tile))
    return look.unicode ? fmt::format("({})", letter) : fmt::format(" {} ", tile);
  const int value = games::scrabble::value_of(tile);
  if (!look.unicode || !look.colour) return fmt::format(" {} ", letter);
  return value < 10 ? " " + letter + small_number(value) : letter + small_number(value);
}

Size cell_size(const Size& room) {
  for (int height = 4; height > 1; --height) {
    const Size cell{height, 2 * height + 1};
    if (kSide * cell.rows + kAround <= room.rows && kLabels + kSide * cell.columns <= room.columns)
      return cell;
  }
  return {1, kCellWidth};
}

std::string_view arrow(Direction direction, const Look& look) {
  if (direction == Direction::across) return look.unicode ? "→" : ">";
  return look.unicode ? "↓" : "v";
}

}  // namespace

void Desk::show(const games::AnyView& view) {
  const auto& seen = games::get<games::scrabble::View>(view);
  if (shown_ && seen.open.board != view_.open.board) {
    last_.clear();
    for (int at = 0; at < games::scrabble::kSquares; ++at) {
      const Square square{at / kSide, at % kSide};
      if (!view_.open.board.has(square) && seen.open.board.has(square)) last_.push_back(square);
    }
  }
  view_ = seen;
  shown_ = true;
  auto rack = view_.rack;
  const bool fits = std::ranges::all_of(laid_, [&](const Spot& spot) {
    return !view_.open.board.has(spot.at) && rack.remove(games::scrabble::in_hand(spot.tile));
  });
  if (!fits || !view_.rack.remove_all(given_)) forget();
  view_.rack = seen.rack;
}

void Desk::forget() {
  laid_.clear();
  given_.clear();
  doing_ = Doing::laying;
  anyway_ = false;
}

std::optional<base::Seat> Desk::to_move() const {
  if (view_.open.outcome) return std::nullopt;
  return view_.open.turn;
}

bool Desk::on_turn() const { return view_.viewer && to_move() == view_.viewer; }

Rack Desk::left_in_hand() const {
  auto rack = view_.rack;
  for (const auto& spot : laid_) rack.remove(games::scrabble::in_hand(spot.tile));
  rack.remove_all(given_);
  return rack;
}

Tile Desk::tile_at(Square at) const {
  const auto found = std::ranges::find(laid_, at, &Spot::at);
  return found == laid_.end() ? view_.open.board[at] : found->tile;
}

void Desk::draw_square(Grid& grid, const Area& cell, Square at, const Look& look) const {
  const Tile tile = tile_at(at);
  const auto& square = look_of(games::scrabble::premium_of(at.row, at.column));
  const bool fresh = std::ranges::find(laid_, at, &Spot::at) != laid_.end();
  const bool last = std::ranges::find(last_, at) != last_.end();
  Style style;
  if (look.colour) style = {.ink = 250, .paper = square.paper};
  std::string text(look.colour && look.unicode ? square.text : square.plain);
  if (at == games::scrabble::kCentre) text = look.unicode ? " ★ " : " * ";
  if (tile != kNone) {
    text = face_of(tile, look);
    if (look.colour) style = {.ink = 16, .paper = Colour(fresh ? 228 : last ? 222 : 187), .bold = true};
    if (!look.colour && fresh) text = fmt::format("<{}>", games::scrabble::to_upper(tile));
    if (!look.colour && last) style.bold = true;
  }
  const bool cursor = at == cursor_ && view_.viewer && doing_ == Doing::laying;
  if (cursor && tile == kNone) text = fmt::format("[{}]", arrow(direction_, look));
  if (cursor && tile != kNone && !look.colour) text = fmt::format("[{}]", tile);
  if (cursor && look.colour) style = {.ink = 16, .paper = 39, .bold = true};
  const auto [height, width] = cell.size;
  grid.fill(cell.row, cell.column, height, width, look.colour ? style : Style{});
  grid.put(cell.row + (height - 1) / 2, cell.column + (width - kCellWidth) / 2, text, style);
  grid.mark(cell.row, cell.column, height, width, at.row * kSide + at.column);
}

Size Desk::board_size(const Size& room, const Look& /*look*/) const {
  const auto cell = cell_size(room);
  return {kSide * cell.rows + kAround, kLabels + kSide * cell.columns + 1};
}

void Desk::draw_board(Grid& grid, const Area& area, const Look& look) const {
  const auto cell = cell_size(area.size);
  for (int x = 0; x < kSide; ++x) {
    grid.put(area.row, area.column + kLabels + x * cell.columns + cell.columns / 2,
             std::string(1, static_cast<char>('A' + x)));
  }
  for (int y = 0; y < kSide; ++y) {
    const int top = area.row + 1 + y * cell.rows;
    grid.put(top + (cell.rows - 1) / 2, area.column, fmt::format("{:2}", y + 1));
    for (int x = 0; x < kSide; ++x) {
      draw_square(grid, {top, area.column + kLabels + x * cell.columns, cell}, {y, x}, look);
    }
  }
  grid.put(area.row + kSide * cell.rows + 2, area.column,
           "= word x3   - word x2   \" letter x3   ' letter x2");
}

int Desk::draw_side(Grid& grid, const Area& area, const Look& look) const {
  int row = area.row;
  if (view_.viewer) {
    int x = grid.put(row, area.column, "hand ");
    const auto rack = left_in_hand();
    for (std::size_t at = 0; at < rack.tiles().size(); ++at) {
      const auto face = face_of(rack.tiles()[at], look);
      grid.mark(row, x, 1, kCellWidth, kRackTargets + static_cast<int>(at));
      x = grid.put(
          row, x, face,
          look.colour ? Style{.ink = 16, .paper = Colour(at % 2 == 0 ? 187 : 180), .bold = true} : Style{});
    }
    ++row;
  }
  if (!given_.empty()) grid.put(row++, area.column, fmt::format("to give back: {}", given_));
  grid.put(row++, area.column, fmt::format("in the bag: {}", view_.bag));
  if (area.size.rows < kRowsForUnseen) return row;
  for (const auto& line : wrap("unseen: " + unseen(), area.size.columns)) grid.put(row++, area.column, line);
  return row;
}

void Desk::go(int rows, int columns) {
  const Square to{cursor_.row + rows, cursor_.column + columns};
  if (games::scrabble::on_board(to)) cursor_ = to;
}

Reply Desk::type(char32_t character) {
  if (character == U' ') {
    direction_ = other(direction_);
    return done();
  }
  if (character == U'-') {
    forget();
    doing_ = Doing::exchanging;
    return done();
  }
  if (character == U'=') {
    forget();
    doing_ = Doing::passing;
    return done();
  }
  if (character >= 128) return not_mine();
  const auto letter = static_cast<Tile>(character);
  if (!games::scrabble::is_letter(letter)) return not_mine();
  if (!view_.viewer) return tell("You only watch.");
  anyway_ = false;
  const auto tile = games::scrabble::to_upper(letter);
  if (doing_ == Doing::exchanging) return give_back(tile);
  doing_ = Doing::laying;
  return lay(tile, games::scrabble::is_upper(letter) ? As::blank : As::itself);
}

Reply Desk::lay(Tile letter, As as) {
  auto at = cursor_;
  while (games::scrabble::on_board(at) && !is_free(at)) at = step(at, direction_);
  if (!games::scrabble::on_board(at)) return tell("There is no room for it.");
  auto hand = left_in_hand();
  const bool blank = hand.tiles().find(games::scrabble::kBlank) != std::string_view::npos;
  if ((as == As::itself || !blank) && hand.remove(letter)) {
    laid_.push_back({letter, at});
  } else if (blank) {
    laid_.push_back({games::scrabble::to_lower(letter), at});
  } else {
    return tell(fmt::format("You have no {}.", letter));
  }
  cursor_ = at;
  for (auto next = step(at, direction_); games::scrabble::on_board(next); next = step(next, direction_)) {
    cursor_ = next;
    if (is_free(next)) break;
  }
  return done();
}

Reply Desk::give_back(Tile letter) {
  auto hand = left_in_hand();
  if (hand.remove(letter)) {
    given_ += letter;
  } else {
    return tell(fmt::format("You have no {}.", letter));
  }
  return done();
}

/// Undoes the last thing that was typed.
Reply Desk::take_back() {
  anyway_ = false;
  if (doing_ == Doing::exchanging && !given_.empty()) {
    given_.pop_back();
  } else if (doing_ != Doing::laying) {
    forget();
  } else if (!laid_.empty()) {
    cursor_ = laid_.back().at;
    laid_.pop_back();
  }
  return done();
}

Reply Desk::send() {
  if (!on_turn()) return tell("It is not your turn.");
  if (doing_ == Doing::passing) return make(games::scrabble::pass_move());
  if (doing_ == Doing::exchanging) {
    if (given_.empty()) return tell("Type the tiles to give back.");
    return make(*games::scrabble::exchange_move(given_));
  }
  return send_tiles();
}

/// A server may have other words: what is not known here is sent when Enter is pressed again.
Reply Desk::send_tiles() {
  if (laid_.empty()) return tell("Type a word from the cursor on; '=' passes, '-' exchanges.");
  const auto spots = games::scrabble::spots_move(laid_);
  if (!spots) return tell(spots.error().detail);
  const auto placing =
      games::scrabble::check_placing(view_.open.board, view_.rack, *view_.open.lexicon, *spots);
  if (placing) return make(placing->move);
  const auto word = whole_word(view_.open.board, laid_, direction_);
  if (placing.error().code == games::scrabble::Refusals::unknown_word && word) {
    if (std::exchange(anyway_, true)) return make(*word);
    return tell(fmt::format("{}: Enter sends it anyway", placing.error().detail));
  }
  return tell(placing.error().detail);
}

Reply Desk::press(const Key& key) {
  switch (key.kind) {
    case Key::Kind::up:
      go(-1, 0);
      return done();
    case Key::Kind::down:
      go(1, 0);
      return done();
    case Key::Kind::left:
      go(0, -1);
      return done();
    case Key::Kind::right:
      go(0, 1);
      return done();
    case Key::Kind::tab:
      direction_ = other(direction_);
      return done();
    case Key::Kind::enter:
      return send();
    case Key::Kind::escape:
      forget();
      return done();
    case Key::Kind::backspace:
      return take_back();
    case Key::Kind::character:
      return type(key.character);
    default:
      return not_mine();
  }
}

Reply Desk::click(int target) {
  if (target >= 0 && target < games::scrabble::kSquares) {
    const Square at{target / kSide, target % kSide};
    if (at == cursor_) direction_ = other(direction_);
    cursor_ = at;
    return done();
  }
  const auto rack = left_in_hand();
  const auto tile = static_cast<std::size_t>(target - kRackTargets);
  if (target < kRackTargets || tile >= rack.tiles().size()) return not_mine();
  const char letter = rack.tiles()[tile];
  if (doing_ == Doing::exchanging) return give_back(letter);
  if (letter == games::scrabble::kBlank)
    return tell("Type the letter that the blank stands for, with Shift.");
  return lay(letter, As::itself);
}

base::Result<games::AnyMove> Desk::read(std::string_view text) const {
  std::string word(text);
  std::ranges::replace(word, ' ', '.');  // "8H DOG" as well as "8H.DOG"
  const auto move = Rules::read(word);
  if (!move) return std::unexpected(move.error());
  if (move->kind != MoveKind::word && move->kind != MoveKind::spots && move->kind != MoveKind::place)
    return *move;
  const auto placing =
      games::scrabble::check_placing(view_.open.board, view_.rack, *view_.open.lexicon, *move);
  if (placing) return placing->move;
  if (placing.error().code == games::scrabble::Refusals::unknown_word)
    return *move;  // the server may know it
  return std::unexpected(placing.error());
}

void Desk::suggest(const games::AnyMove& any) {
  const auto& move = games::get<games::scrabble::Move>(any);
  forget();
  if (move.kind == MoveKind::exchange) {
    doing_ = Doing::exchanging;
    given_ = move.letters();
  } else if (move.kind == MoveKind::place) {
    laid_ = games::scrabble::new_tiles(view_.open.board, move);
    direction_ = move.direction;
    cursor_ = step(move.start(), direction_, move.count - 1);
  } else {
    doing_ = Doing::passing;
  }
}

std::string Desk::in_words(const games::AnyMove& any) const {
  const auto& move = games::get<games::scrabble::Move>(any);
  if (move.kind == MoveKind::exchange) return fmt::format("give back {}", move.letters());
  if (move.kind != MoveKind::place) return "pass";
  const auto placing =
      games::scrabble::check_placing(view_.open.board, view_.rack, *view_.open.lexicon, move);
  const auto points = placing ? fmt::format(" for {}", base::count_of(placing->points, "point")) : "";
  return fmt::format("{}{}", Rules::write(move), points);
}

std::string Desk::prompt() const {
  if (doing_ == Doing::passing) return "Pass? Enter does it, Esc does not.";
  if (doing_ == Doing::exchanging) return fmt::format("Give back: {}   Enter does it, Esc does not.", given_);
  if (laid_.empty()) return on_turn() ? "Your turn: type a word from the cursor on." : "";
  const auto word = whole_word(view_.open.board, laid_, direction_);
  if (!word) return fmt::format("{}.", word.error().detail);
  const auto placing =
      games::scrabble::check_placing(view_.open.board, view_.rack, *view_.open.lexicon, *word);
  return fmt::format("{} at {}: {}", word->letters(), games::scrabble::write_square(word->start()),
                     placing ? fmt::format("{}. Enter plays it.", base::count_of(placing->points, "point"))
                             : placing.error().detail);
}

std::string_view Desk::keys() const {
  return "letters: lay  Space: turn  -: swap  =: pass  ?: hint  F1: help  F10: quit";
}

std::span<const std::string_view> Desk::help() const { return kHelp; }

std::string Desk::standing(base::Seat seat) const {
  return seat.value < games::scrabble::kMostSeats ? fmt::format("{:>4}", view_.open.scores[seat.value]) : "";
}

}  // namespace client::play::scrabble
