// The desk of My Shelfie.
#include "client/play/shelfie/desk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ranges>

namespace client::play::shelfie {

namespace s = games::shelfie;

namespace {

constexpr int kCellWidth = 3;
constexpr int kLabels = 2;
constexpr int kGap = 4;  ///< columns between the table and one's own shelf
constexpr int kShelfTargets = 100;
constexpr int kHandTargets = 200;

/// By games::shelfie::Type: cat, book, game, frame, trophy, plant.
constexpr std::string_view kLetters = "CBGFTP";
constexpr std::array<Colour, s::kTypes> kPapers{71, 223, 215, 68, 80, 175};

constexpr std::array<std::string_view, s::kGoals> kGoalNames{
    "two 2x2 of one type",   "two columns of 6 types", "four groups of 4",       "six groups of 2",
    "3 columns, <= 3 types", "two rows of 5 types",    "4 rows, <= 3 types",     "four equal corners",
    "eight of one type",     "an X of one type",       "a diagonal of one type", "stairs",
};

constexpr std::array<std::string_view, 9> kHelp{
    "1. Mark up to three tiles in a line, each with a free side: arrows and Space,",
    "   or clicks. Enter takes them.",
    "2. Type the order in which they fall (0, 1, 2: the lowest first); Enter.",
    "3. Choose the column of your shelf: arrows, 0 to 4, or a click on it; Enter.",
    "Backspace takes back the last mark or digit, Esc all of them.",
    "Tiles: Cat Book Game Frame Trophy Plant. Small letters on your shelf are",
    "what your own card asks for.",
    "Typed after ':' moves are take:3,4;3,5 (row,column), order:1,0, column:2.",
    "",
};

/// The rows of the table and those of the others' shelves stand below each other.
Size cell_size(const Size& room) {
  for (int height = 3; height > 1; --height) {
    const Size cell{height, 2 * height + 1};
    const int rows = (s::kBoardSide + s::kShelfRows) * cell.rows + 3;
    const int columns = kLabels + (s::kBoardSide + s::kShelfColumns) * cell.columns + kGap;
    if (rows <= room.rows && columns <= room.columns) return cell;
  }
  return {1, kCellWidth};
}

/// A cell with its text in the middle.
void put_cell(Grid& grid, const Area& cell, std::string_view text, const Style& style, const Look& look) {
  const auto [height, width] = cell.size;
  grid.fill(cell.row, cell.column, height, width, look.colour ? style : Style{});
  grid.put(cell.row + (height - 1) / 2, cell.column + (width - kCellWidth) / 2, text, style);
}

char letter_of(s::Type type) { return kLetters[static_cast<std::size_t>(type)]; }
Colour paper_of(s::Type type) { return kPapers[static_cast<std::size_t>(type)]; }

Style tile_style(s::Type type, const Look& look) {
  return look.colour ? Style{.ink = 16, .paper = paper_of(type), .bold = true} : Style{};
}

std::string letters_of(std::span<const s::TileId> tiles) {
  std::string text;
  for (const auto tile : tiles) text += letter_of(s::type_of(tile));
  return text;
}

/// How many tiles there are on the table, on shelves, in a hand and in the bag.
int count_tiles(const s::View& view) {
  const auto lies = [](s::TileId tile) { return tile != s::kNoTile; };
  auto count = std::ranges::count_if(view.open.board, lies) + view.open.hand.count + view.in_bag;
  for (const auto& player : view.open.players) count += std::ranges::count_if(player.shelf, lies);
  return static_cast<int>(count);
}

class Desk final : public play::Desk {
 public:
  void show(const games::AnyView& view) override {
    const auto& seen = games::get<s::View>(view);
    const bool other_phase = seen.open.phase != view_.open.phase || seen.open.turn != view_.open.turn;
    view_ = seen;
    knows_all_ = count_tiles(view_) == s::kTiles;
    std::erase_if(marked_,
                  [&](int cell) { return view_.open.board[static_cast<std::size_t>(cell)] == s::kNoTile; });
    if (!other_phase) return;
    order_.clear();
    if (phase() != s::Phase::select) marked_.clear();
  }

  std::optional<base::Seat> to_move() const override {
    if (view_.open.ending != s::Ending::none || view_.open.seats == 0) return std::nullopt;
    return view_.open.turn;
  }

  Size board_size(const Size& room, const Look& /*look*/) const override {
    const auto cell = cell_size(room);
    return {(s::kBoardSide + s::kShelfRows) * cell.rows + 3,
            kLabels + (s::kBoardSide + s::kShelfColumns) * cell.columns + kGap + 1};
  }

  void draw_board(Grid& grid, const Area& area, const Look& look) const override {
    const auto cell = cell_size(area.size);
    const auto [row, column, room] = area;
    draw_table(grid, {row, column, cell}, look);
    const auto own = view_.viewer.value_or(base::Seat{0});
    const int left = column + kLabels + s::kBoardSide * cell.columns + kGap;
    grid.put(row + 1, left, view_.viewer ? "your shelf" : "shelf 1", {.bold = true});
    draw_shelf(grid, {row + 2, left, cell}, own, look);
    const int below = row + 2 + s::kShelfRows * cell.rows;
    for (int at = 0; at < s::kShelfColumns; ++at) {
      const bool here = view_.viewer && phase() == s::Phase::column && on_turn() && at == column_;
      const int middle = left + at * cell.columns + (cell.columns - kCellWidth) / 2;
      grid.put(below, middle, here ? fmt::format("[{}]", at) : fmt::format(" {} ", at),
               {.bold = here, .reverse = here && look.colour});
      if (view_.viewer) grid.mark(below, left + at * cell.columns, 1, cell.columns, kShelfTargets + at);
    }
    const int others = row + s::kBoardSide * cell.rows + 2;
    if (!knows_all_) {
      grid.put(others, column, "This protocol does not show the others' shelves.");
      return;
    }
    int x = column;
    for (std::uint8_t seat = 0; seat < view_.open.seats; ++seat) {
      if (base::Seat{seat} == own) continue;
      grid.put(others, x, fmt::format("shelf {}", seat + 1));
      draw_shelf(grid, {others + 1, x, cell}, {seat}, look);
      x += s::kShelfColumns * cell.columns + 1;
    }
  }

  int draw_side(Grid& grid, const Area& area, const Look& look) const override {
    int row = area.row;
    const int column = area.column;
    for (int goal = 0; goal < s::kGoalsInGame; ++goal) {
      const auto number = view_.open.goals[static_cast<std::size_t>(goal)];
      if (number >= kGoalNames.size()) continue;
      grid.put(row++, column, fmt::format("{} ({})", kGoalNames[number], top_token(view_.open, goal)));
    }
    if (view_.open.hand.count > 0) {
      int x = grid.put(row, column, "taken");
      for (int at = 0; at < view_.open.hand.count; ++at) {
        const auto type = s::type_of(view_.open.hand.tiles[static_cast<std::size_t>(at)]);
        grid.put(row, x + 1, fmt::format("{}", at));
        grid.mark(row, x + 1, 1, 4, kHandTargets + at);
        x = grid.put(row, x + 2, fmt::format(" {} ", letter_of(type)), tile_style(type, look));
      }
      ++row;
    }
    if (knows_all_) grid.put(row++, column, fmt::format("in the bag: {}", view_.in_bag));
    if (view_.open.full) grid.put(row++, column, "the last round");
    return row;
  }

  Reply press(const Key& key) override {
    if (const auto arrow = read_arrow(key)) return go(*arrow);
    switch (key.kind) {
      case Key::Kind::enter:
        return send();
      case Key::Kind::escape:
        marked_.clear();
        order_.clear();
        return done();
      case Key::Kind::backspace:
        step_back();
        return done();
      case Key::Kind::character:
        return type(key.character);
      default:
        return not_mine();
    }
  }

  Reply click(int target) override {
    if (target >= kHandTargets) return type(U'0' + static_cast<char32_t>(target - kHandTargets));
    if (target >= kShelfTargets) {
      if (phase() != s::Phase::column || !on_turn()) return tell("It is not the time to choose a column.");
      column_ = target - kShelfTargets;
      return send();
    }
    if (target < 0 || target >= s::kBoardCells) return not_mine();
    return toggle(target);
  }

  base::Result<games::AnyMove> read(std::string_view text) const override {
    const auto move = s::Rules::read(text);
    if (!move) return std::unexpected(move.error());
    if (on_turn()) {
      if (const auto refusal = check(view_.open, *view_.viewer, *move)) {
        return base::fail(base::Code::illegal_move, std::string(sentence(*refusal)));
      }
    }
    return *move;
  }

  void suggest(const games::AnyMove& any) override {
    const auto& move = games::get<s::Move>(any);
    marked_.clear();
    order_.clear();
    switch (move.phase) {
      case s::Phase::select:
        for (std::size_t at = 0; at + 1 < move.values.size(); at += 2) {
          marked_.push_back(s::index_of({move.values[at], move.values[at + 1]}));
        }
        if (!marked_.empty()) cursor_ = marked_.back();
        break;
      case s::Phase::order:
        order_ = move.values;
        break;
      case s::Phase::column:
        if (!move.values.empty()) column_ = move.values[0];
        break;
    }
  }

  std::string in_words(const games::AnyMove& any) const override {
    const auto& move = games::get<s::Move>(any);
    if (move.phase == s::Phase::select) return fmt::format("take {}", s::Rules::write(move).substr(5));
    if (move.phase == s::Phase::column)
      return fmt::format("drop into column {}", move.values.empty() ? 0 : move.values[0]);
    std::string letters;
    for (const int at : move.values)
      letters += letter_of(s::type_of(view_.open.hand.tiles[static_cast<std::size_t>(at)]));
    return fmt::format("let them fall in the order {}", letters);
  }

  std::string prompt() const override {
    if (view_.viewer && is_paused(view_.open)) return "The game waits until another player is back.";
    if (!on_turn()) return "";
    const auto move = pending();
    if (!move) return "Your turn: mark up to three tiles with Space, then Enter takes them.";
    if (const auto refusal = check(view_.open, *view_.viewer, *move))
      return fmt::format("{}.", sentence(*refusal));
    if (phase() == s::Phase::order) {
      return fmt::format("Taken: {}. {}? Type the order, Enter does it.", letters_of(view_.open.hand.taken()),
                         in_words(*move));
    }
    return fmt::format("{}? Enter does it.", in_words(*move));
  }

  std::string_view keys() const override {
    return "arrows, Space: mark  0-4: order, column  Enter: go  ?: hint  F1: help  q: quit";
  }

  std::span<const std::string_view> help() const override { return kHelp; }

  std::string standing(base::Seat seat) const override {
    if (seat.value >= view_.open.seats) return "";
    const auto presence = view_.open.players[seat.value].presence;
    const auto note = presence == s::Presence::here ? "" : presence == s::Presence::away ? " away" : " left";
    const auto sum = points(view_, seat);
    if (!knows_all_ && seat != view_.viewer)
      return fmt::format("{} and ?{}", sum.tokens[0] + sum.tokens[1], note);
    return fmt::format("{:>4}{}", sum.total(), note);
  }

  std::vector<std::string> answer(std::string_view question) const override {
    return shelfie::answer(view_, question);
  }

  std::span<const std::string_view> questions() const override { return shelfie::questions(); }

  std::vector<Source> sources(base::Seat seat) const override {
    if (seat.value >= view_.open.seats || !knows_all_) return {};
    const auto sum = points(view_, seat);
    std::vector<Source> all{
        {"first goal", sum.tokens[0]}, {"second goal", sum.tokens[1]}, {"groups", sum.groups}};
    if (sum.personal) all.push_back({"own card", *sum.personal});
    all.push_back({"first full shelf", sum.full});
    return all;
  }

  std::string call() const override {
    if (phase() == s::Phase::select) return "Your turn: take one to three tiles.";
    if (phase() == s::Phase::order) return "Say in which order they fall.";
    return "Say into which column they fall.";
  }

 private:
  bool on_turn() const { return view_.viewer && to_move() == view_.viewer; }

  Reply go(Step arrow) {
    if (arrow.columns != 0 && phase() == s::Phase::column && on_turn()) {
      column_ = std::clamp(column_ + arrow.columns, 0, s::kShelfColumns - 1);
      return done();
    }
    const auto [row, column] = s::cell_at(cursor_);
    if (const s::Cell to{row + arrow.rows, column + arrow.columns}; s::on_board(to))
      cursor_ = s::index_of(to);
    return done();
  }

  /// What Enter would do; nothing if that is not chosen yet.
  std::optional<s::Move> pending() const {
    s::Move move{phase(), {}};
    if (phase() == s::Phase::column) {
      move.values = {column_};
    } else if (phase() == s::Phase::order) {
      move.values = order_;
      for (int at = 0; at < view_.open.hand.count; ++at) {
        if (std::ranges::find(order_, at) == order_.end()) move.values.push_back(at);
      }
    } else {
      if (marked_.empty()) return std::nullopt;
      auto cells = marked_;
      std::ranges::sort(cells);
      for (const int cell : cells) {
        const auto [row, column] = s::cell_at(cell);
        move.values.insert(move.values.end(), {row, column});
      }
    }
    return move;
  }

  void draw_table(Grid& grid, const Area& area, const Look& look) const {
    const auto [row, column, size] = area;
    for (int at = 0; at < s::kBoardSide; ++at) {
      grid.put(row, column + kLabels + at * size.columns + size.columns / 2, std::to_string(at));
      grid.put(row + 1 + at * size.rows + (size.rows - 1) / 2, column, std::to_string(at));
    }
    for (int cell = 0; cell < s::kBoardCells; ++cell) {
      const auto [y, x] = s::cell_at(cell);
      const auto tile = view_.open.board[static_cast<std::size_t>(cell)];
      const bool here = view_.viewer && cell == cursor_ && phase() == s::Phase::select;
      const bool marked = std::ranges::find(marked_, cell) != marked_.end();
      std::string text = s::in_use(view_.open, cell) ? " . " : "   ";
      Style style = look.colour ? Style{.ink = 244, .paper = 236} : Style{};
      if (text == "   ") style = {};
      if (tile != s::kNoTile) {
        style = tile_style(s::type_of(tile), look);
        text = fmt::format(" {} ", letter_of(s::type_of(tile)));
      }
      if (marked) {
        text = fmt::format("<{}>", text[1]);
        style = look.colour ? Style{.ink = 16, .paper = 231, .bold = true} : Style{.bold = true};
      }
      if (here) {
        text = fmt::format("[{}]", text[1]);
        if (look.colour) style = {.ink = 16, .paper = Colour(marked ? 231 : 39), .bold = true};
      }
      const Area place{row + 1 + y * size.rows, column + kLabels + x * size.columns, size};
      put_cell(grid, place, text, style, look);
      grid.mark(place.row, place.column, size.rows, size.columns, cell);
    }
  }

  /// What the player's own card asks for at a place of the shelf.
  std::optional<s::Type> wanted_at(base::Seat seat, int place) const {
    const auto card = view_.cards[seat.value];
    if (!card || view_.open.rules == nullptr || *card >= view_.open.rules->cards.size()) return std::nullopt;
    const auto& places = view_.open.rules->cards[*card];
    const auto found = std::ranges::find(places, place);
    if (found == places.end()) return std::nullopt;
    return static_cast<s::Type>(found - places.begin());
  }

  void draw_shelf(Grid& grid, const Area& area, base::Seat seat, const Look& look) const {
    const auto [row, column, size] = area;
    const auto& shelf = view_.open.players[seat.value].shelf;
    for (int place = 0; place < s::kShelfCells; ++place) {
      const int y = row + place / s::kShelfColumns * size.rows;
      const int x = column + place % s::kShelfColumns * size.columns;
      const auto tile = shelf[static_cast<std::size_t>(place)];
      const auto wanted = wanted_at(seat, place);
      std::string text = " . ";
      Style style = look.colour ? Style{.ink = 244, .paper = 236} : Style{};
      if (wanted) {
        text = fmt::format(" {} ", static_cast<char>(letter_of(*wanted) - 'A' + 'a'));
        if (look.colour) style.ink = paper_of(*wanted);
      }
      if (tile != s::kNoTile) {
        style = tile_style(s::type_of(tile), look);
        style.underline = wanted == s::type_of(tile);
        text = fmt::format(" {} ", letter_of(s::type_of(tile)));
      }
      put_cell(grid, {y, x, size}, text, style, look);
      if (seat == view_.viewer)
        grid.mark(y, x, size.rows, size.columns, kShelfTargets + place % s::kShelfColumns);
    }
  }

  Reply toggle(int cell) {
    cursor_ = cell;
    if (phase() != s::Phase::select || !on_turn()) return tell("It is not the time to take tiles.");
    if (std::erase(marked_, cell) > 0) return done();
    if (view_.open.board[static_cast<std::size_t>(cell)] == s::kNoTile) return tell("There is no tile.");
    marked_.push_back(cell);
    const auto refusal = check(view_.open, *view_.viewer, *pending());
    if (!refusal) return done();
    // Two ends of a line may be marked before its middle.
    const bool may_become_right = *refusal == s::Refusal::not_same_row_or_column && marked_.size() < 3;
    if (may_become_right) return done();
    marked_.pop_back();
    return tell(std::string(sentence(*refusal)));
  }

  Reply send() {
    if (!view_.viewer) return tell("You only watch.");
    if (!on_turn()) return tell("It is not your turn.");
    const auto move = pending();
    if (!move) return toggle(cursor_);
    if (const auto refusal = check(view_.open, *view_.viewer, *move))
      return tell(std::string(sentence(*refusal)));
    return make(*move);
  }

  void step_back() {
    if (phase() == s::Phase::select && !marked_.empty()) marked_.pop_back();
    if (phase() == s::Phase::order && !order_.empty()) order_.pop_back();
  }

  Reply type(char32_t character) {
    if (character == U' ' && phase() == s::Phase::select) return toggle(cursor_);
    if (character < U'0' || character > U'9') return not_mine();
    const int digit = static_cast<int>(character - U'0');
    if (phase() == s::Phase::column && digit < s::kShelfColumns) {
      column_ = digit;
      return done();
    }
    if (phase() != s::Phase::order || !on_turn()) return not_mine();
    if (digit >= view_.open.hand.count || std::ranges::find(order_, digit) != order_.end()) {
      return tell("Type each position once, the lowest tile first.");
    }
    order_.push_back(digit);
    return done();
  }

  s::Phase phase() const { return view_.open.phase; }

  s::View view_;
  bool knows_all_ = false;   ///< no tile is missing: others' shelves and the bag are known
  int cursor_ = 40;          ///< a cell of the board
  std::vector<int> marked_;  ///< cells, in the order in which they were marked
  std::vector<int> order_;   ///< positions in the hand
  int column_ = 0;           ///< of the shelf
};

}  // namespace

std::unique_ptr<play::Desk> make_empty_desk() { return std::make_unique<Desk>(); }

}  // namespace client::play::shelfie
