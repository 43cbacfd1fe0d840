// The desk of Scrabble.
#include "client/play/scrabble/desk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/count.hpp"
#include "games/scrabble/placing.hpp"

namespace client::play::scrabble {

namespace s = games::scrabble;

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

const SquareLook& look_of(s::Premium premium) {
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
std::string face_of(s::Tile tile, const Look& look) {
  const std::string letter(1, s::to_upper(tile));
  if (tile == s::kBlank) return " ? ";
  if (s::is_lower(tile)) return look.unicode ? fmt::format("({})", letter) : fmt::format(" {} ", tile);
  const int value = s::value_of(tile);
  if (!look.unicode || !look.colour) return fmt::format(" {} ", letter);
  return value < 10 ? " " + letter + small_number(value) : letter + small_number(value);
}

Size cell_size(const Size& room) {
  for (int height = 4; height > 1; --height) {
    const Size cell{height, 2 * height + 1};
    if (s::kSide * cell.rows + kAround <= room.rows && kLabels + s::kSide * cell.columns <= room.columns)
      return cell;
  }
  return {1, kCellWidth};
}

std::string_view sign_of(s::Direction direction, const Look& look) {
  if (direction == s::Direction::across) return look.unicode ? "→" : ">";
  return look.unicode ? "↓" : "v";
}

class Desk final : public play::Desk {
 public:
  void show(const games::AnyView& view) override {
    const auto& seen = games::get<s::View>(view);
    if (shown_ && seen.open.board != view_.open.board) {
      last_.clear();
      for (int at = 0; at < s::kSquares; ++at) {
        const s::Square square{at / s::kSide, at % s::kSide};
        if (!view_.open.board.has(square) && seen.open.board.has(square)) last_.push_back(square);
      }
    }
    view_ = seen;
    shown_ = true;
    auto rack = view_.rack;
    const bool fits = std::ranges::all_of(laid_, [&](const s::Spot& spot) {
      return !view_.open.board.has(spot.at) && rack.remove(s::in_hand(spot.tile));
    });
    if (!fits || !view_.rack.remove_all(given_)) forget();
    view_.rack = seen.rack;
  }

  std::optional<base::Seat> to_move() const override {
    if (view_.open.outcome) return std::nullopt;
    return view_.open.turn;
  }

  Size board_size(const Size& room, const Look& /*look*/) const override {
    const auto cell = cell_size(room);
    return {s::kSide * cell.rows + kAround, kLabels + s::kSide * cell.columns + 1};
  }

  void draw_board(Grid& grid, const Area& area, const Look& look) const override {
    const auto cell = cell_size(area.size);
    for (int x = 0; x < s::kSide; ++x) {
      grid.put(area.row, area.column + kLabels + x * cell.columns + cell.columns / 2,
               std::string(1, static_cast<char>('A' + x)));
    }
    for (int y = 0; y < s::kSide; ++y) {
      const int top = area.row + 1 + y * cell.rows;
      grid.put(top + (cell.rows - 1) / 2, area.column, fmt::format("{:2}", y + 1));
      for (int x = 0; x < s::kSide; ++x) {
        draw_square(grid, {top, area.column + kLabels + x * cell.columns, cell}, {y, x}, look);
      }
    }
    grid.put(area.row + s::kSide * cell.rows + 2, area.column,
             "= word x3   - word x2   \" letter x3   ' letter x2");
  }

  int draw_side(Grid& grid, const Area& area, const Look& look) const override {
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
    for (const auto& line : wrap("unseen: " + unseen(view_), area.size.columns))
      grid.put(row++, area.column, line);
    return row;
  }

  Reply press(const Key& key) override {
    if (const auto arrow = read_arrow(key)) return go(*arrow);
    switch (key.kind) {
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

  Reply click(int target) override {
    if (target >= 0 && target < s::kSquares) {
      const s::Square at{target / s::kSide, target % s::kSide};
      if (at == cursor_) direction_ = other(direction_);
      cursor_ = at;
      return done();
    }
    const auto rack = left_in_hand();
    const auto tile = static_cast<std::size_t>(target - kRackTargets);
    if (target < kRackTargets || tile >= rack.tiles().size()) return not_mine();
    const char letter = rack.tiles()[tile];
    if (doing_ == Doing::exchanging) return give_back(letter);
    if (letter == s::kBlank) return tell("Type the letter that the blank stands for, with Shift.");
    return lay(letter, As::itself);
  }

  base::Result<games::AnyMove> read(std::string_view text) const override {
    std::string word(text);
    std::ranges::replace(word, ' ', '.');  // "8H DOG" as well as "8H.DOG"
    const auto move = s::Rules::read(word);
    if (!move) return std::unexpected(move.error());
    if (move->kind != s::MoveKind::word && move->kind != s::MoveKind::spots &&
        move->kind != s::MoveKind::place)
      return *move;
    const auto placing = s::check_placing(view_.open.board, view_.rack, *view_.open.lexicon, *move);
    if (placing) return placing->move;
    if (placing.error().code == s::Refusals::unknown_word) return *move;  // the server may know it
    return std::unexpected(placing.error());
  }

  void suggest(const games::AnyMove& any) override {
    const auto& move = games::get<s::Move>(any);
    forget();
    if (move.kind == s::MoveKind::exchange) {
      doing_ = Doing::exchanging;
      given_ = move.letters();
    } else if (move.kind == s::MoveKind::place) {
      laid_ = s::new_tiles(view_.open.board, move);
      direction_ = move.direction;
      cursor_ = step(move.start(), direction_, move.count - 1);
    } else {
      doing_ = Doing::passing;
    }
  }

  std::string in_words(const games::AnyMove& any) const override {
    const auto& move = games::get<s::Move>(any);
    if (move.kind == s::MoveKind::exchange) return fmt::format("give back {}", move.letters());
    if (move.kind != s::MoveKind::place) return "pass";
    const auto placing = s::check_placing(view_.open.board, view_.rack, *view_.open.lexicon, move);
    const auto points = placing ? fmt::format(" for {}", base::count_of(placing->points, "point")) : "";
    return fmt::format("{}{}", s::Rules::write(move), points);
  }

  std::string prompt() const override {
    if (doing_ == Doing::passing) return "Pass? Enter does it, Esc does not.";
    if (doing_ == Doing::exchanging)
      return fmt::format("Give back: {}   Enter does it, Esc does not.", given_);
    if (laid_.empty()) return on_turn() ? "Your turn: type a word from the cursor on." : "";
    const auto word = whole_word(view_.open.board, laid_, direction_);
    if (!word) return fmt::format("{}.", word.error().detail);
    const auto placing = s::check_placing(view_.open.board, view_.rack, *view_.open.lexicon, *word);
    return fmt::format("{} at {}: {}", word->letters(), s::write_square(word->start()),
                       placing ? fmt::format("{}. Enter plays it.", base::count_of(placing->points, "point"))
                               : placing.error().detail);
  }

  std::string_view keys() const override {
    return "letters: lay  Space: turn  -: swap  =: pass  ?: hint  F1: help  F10: quit";
  }

  std::span<const std::string_view> help() const override { return kHelp; }

  std::string standing(base::Seat seat) const override {
    return seat.value < s::kMostSeats ? fmt::format("{:>4}", view_.open.scores[seat.value]) : "";
  }

  std::vector<std::string> answer(std::string_view question) const override {
    return scrabble::answer(view_, question);
  }

  std::span<const std::string_view> questions() const override { return scrabble::questions(); }

  std::string call() const override {
    return fmt::format("Your turn. You hold {}.", fmt::join(view_.rack.tiles(), " "));
  }

  bool takes_letters() const override { return true; }

 private:
  enum class Doing : std::uint8_t { laying, exchanging, passing };
  enum class As : std::uint8_t { itself, blank };

  void forget() {
    laid_.clear();
    given_.clear();
    doing_ = Doing::laying;
    anyway_ = false;
  }

  bool on_turn() const { return view_.viewer && to_move() == view_.viewer; }

  s::Rack left_in_hand() const {
    auto rack = view_.rack;
    for (const auto& spot : laid_) rack.remove(s::in_hand(spot.tile));
    rack.remove_all(given_);
    return rack;
  }

  s::Tile tile_at(s::Square at) const {
    const auto found = std::ranges::find(laid_, at, &s::Spot::at);
    return found == laid_.end() ? view_.open.board[at] : found->tile;
  }

  void draw_square(Grid& grid, const Area& cell, s::Square at, const Look& look) const {
    const s::Tile tile = tile_at(at);
    const auto& square = look_of(s::premium_of(at.row, at.column));
    const bool fresh = std::ranges::find(laid_, at, &s::Spot::at) != laid_.end();
    const bool last = std::ranges::find(last_, at) != last_.end();
    Style style;
    if (look.colour) style = {.ink = 250, .paper = square.paper};
    std::string text(look.colour && look.unicode ? square.text : square.plain);
    if (at == s::kCentre) text = look.unicode ? " ★ " : " * ";
    if (tile != s::kNone) {
      text = face_of(tile, look);
      if (look.colour) style = {.ink = 16, .paper = Colour(fresh ? 228 : last ? 222 : 187), .bold = true};
      if (!look.colour && fresh) text = fmt::format("<{}>", s::to_upper(tile));
      if (!look.colour && last) style.bold = true;
    }
    const bool cursor = at == cursor_ && view_.viewer && doing_ == Doing::laying;
    if (cursor && tile == s::kNone) text = fmt::format("[{}]", sign_of(direction_, look));
    if (cursor && tile != s::kNone && !look.colour) text = fmt::format("[{}]", tile);
    if (cursor && look.colour) style = {.ink = 16, .paper = 39, .bold = true};
    const auto [height, width] = cell.size;
    grid.fill(cell.row, cell.column, height, width, look.colour ? style : Style{});
    grid.put(cell.row + (height - 1) / 2, cell.column + (width - kCellWidth) / 2, text, style);
    grid.mark(cell.row, cell.column, height, width, at.row * s::kSide + at.column);
  }

  Reply go(Step arrow) {
    const s::Square to{cursor_.row + arrow.rows, cursor_.column + arrow.columns};
    if (s::on_board(to)) cursor_ = to;
    return done();
  }

  Reply type(char32_t character) {
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
    const auto letter = static_cast<s::Tile>(character);
    if (!s::is_letter(letter)) return not_mine();
    if (!view_.viewer) return tell("You only watch.");
    anyway_ = false;
    const auto tile = s::to_upper(letter);
    if (doing_ == Doing::exchanging) return give_back(tile);
    doing_ = Doing::laying;
    return lay(tile, s::is_upper(letter) ? As::blank : As::itself);
  }

  Reply lay(s::Tile letter, As as) {
    auto at = cursor_;
    while (s::on_board(at) && !is_free(at)) at = step(at, direction_);
    if (!s::on_board(at)) return tell("There is no room for it.");
    auto hand = left_in_hand();
    const bool blank = hand.tiles().find(s::kBlank) != std::string_view::npos;
    if ((as == As::itself || !blank) && hand.remove(letter)) {
      laid_.push_back({letter, at});
    } else if (blank) {
      laid_.push_back({s::to_lower(letter), at});
    } else {
      return tell(fmt::format("You have no {}.", letter));
    }
    cursor_ = at;
    for (auto next = step(at, direction_); s::on_board(next); next = step(next, direction_)) {
      cursor_ = next;
      if (is_free(next)) break;
    }
    return done();
  }

  Reply give_back(s::Tile letter) {
    auto hand = left_in_hand();
    if (hand.remove(letter)) {
      given_ += letter;
    } else {
      return tell(fmt::format("You have no {}.", letter));
    }
    return done();
  }

  /// Undoes the last thing that was typed.
  Reply take_back() {
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

  Reply send() {
    if (!on_turn()) return tell("It is not your turn.");
    if (doing_ == Doing::passing) return make(s::pass_move());
    if (doing_ == Doing::exchanging) {
      if (given_.empty()) return tell("Type the tiles to give back.");
      return make(*s::exchange_move(given_));
    }
    return send_tiles();
  }

  /// A server may have other words: what is not known here is sent when Enter is pressed again.
  Reply send_tiles() {
    if (laid_.empty()) return tell("Type a word from the cursor on; '=' passes, '-' exchanges.");
    const auto spots = s::spots_move(laid_);
    if (!spots) return tell(spots.error().detail);
    const auto placing = s::check_placing(view_.open.board, view_.rack, *view_.open.lexicon, *spots);
    if (placing) return make(placing->move);
    const auto word = whole_word(view_.open.board, laid_, direction_);
    if (placing.error().code == s::Refusals::unknown_word && word) {
      if (std::exchange(anyway_, true)) return make(*word);
      return tell(fmt::format("{}: Enter sends it anyway", placing.error().detail));
    }
    return tell(placing.error().detail);
  }

  bool is_free(s::Square at) const { return tile_at(at) == s::kNone; }

  s::View view_;
  bool shown_ = false;
  s::Square cursor_ = s::kCentre;
  s::Direction direction_ = s::Direction::across;
  Doing doing_ = Doing::laying;
  std::vector<s::Spot> laid_;    ///< in the order in which they were typed
  std::string given_;            ///< tiles to be exchanged
  bool anyway_ = false;          ///< Enter sends words that are not known here
  std::vector<s::Square> last_;  ///< where the last tiles came to lie
};

}  // namespace

std::unique_ptr<play::Desk> make_empty_desk() { return std::make_unique<Desk>(); }

}  // namespace client::play::scrabble
