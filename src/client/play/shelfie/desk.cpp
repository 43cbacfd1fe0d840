// The desk of My Shelfie.
#include "client/play/shelfie/desk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ranges>

namespace client::play::shelfie {

using games::shelfie::kBoardSide;
using games::shelfie::kNoTile;
using games::shelfie::kShelfColumns;
using games::shelfie::kShelfRows;
using games::shelfie::Move;
using games::shelfie::Phase;
using games::shelfie::Rules;
using games::shelfie::TileId;
using games::shelfie::Type;
using games::shelfie::type_of;

namespace {

constexpr int kCellWidth = 3;
constexpr int kLabels = 2;
constexpr int kGap = 4;  ///< columns between the table and one's own shelf
constexpr int kShelfTargets = 100;
constexpr int kHandTargets = 200;

/// By games::shelfie::Type: cat, book, game, frame, trophy, plant.
constexpr std::string_view kLetters = "CBGFTP";
constexpr std::array<Colour, games::shelfie::kTypes> kPapers{71, 223, 215, 68, 80, 175};

constexpr std::array<std::string_view, games::shelfie::kGoals> kGoalNames{
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
    const int rows = (kBoardSide + kShelfRows) * cell.rows + 3;
    const int columns = kLabels + (kBoardSide + kShelfColumns) * cell.columns + kGap;
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

char letter_of(Type type) { return kLetters[static_cast<std::size_t>(type)]; }
Colour paper_of(Type type) { return kPapers[static_cast<std::size_t>(type)]; }

Style tile_style(Type type, const Look& look) {
  return look.colour ? Style{.ink = 16, .paper = paper_of(type), .bold = true} : Style{};
}

std::string letters_of(std::span<const TileId> tiles) {
  std::string text;
  for (const auto tile : tiles) text += letter_of(type_of(tile));
  return text;
}

/// How many tiles there are on the table, on shelves, in a hand and in the bag.
int count_tiles(const games::shelfie::View& view) {
  const auto lies = [](TileId tile) { return tile != kNoTile; };
  auto count = std::ranges::count_if(view.open.board, lies) + view.open.hand.count + view.in_bag;
  for (const auto& player : view.open.players) count += std::ranges::count_if(player.shelf, lies);
  return static_cast<int>(count);
}

}  // namespace

void Desk::show(const games::AnyView& view) {
  const auto& seen = games::get<games::shelfie::View>(view);
  const bool other_phase = seen.open.phase != view_.open.phase || seen.open.turn != view_.open.turn;
  view_ = seen;
  knows_all_ = count_tiles(view_) == games::shelfie::kTiles;
  std::erase_if(marked_,
                [&](int cell) { return view_.open.board[static_cast<std::size_t>(cell)] == kNoTile; });
  if (!other_phase) return;
  order_.clear();
  if (phase() != Phase::select) marked_.clear();
}

std::optional<base::Seat> Desk::to_move() const {
  if (view_.open.ending != games::shelfie::Ending::none || view_.open.seats == 0) return std::nullopt;
  return view_.open.turn;
}

bool Desk::on_turn() const { return view_.viewer && to_move() == view_.viewer; }

/// What Enter would do; nothing if that is not chosen yet.
std::optional<Move> Desk::pending() const {
  Move move{phase(), {}};
  if (phase() == Phase::column) {
    move.values = {column_};
  } else if (phase() == Phase::order) {
    move.values = order_;
    for (int at = 0; at < view_.open.hand.count; ++at) {
      if (std::ranges::find(order_, at) == order_.end()) move.values.push_back(at);
    }
  } else {
    if (marked_.empty()) return std::nullopt;
    auto cells = marked_;
    std::ranges::sort(cells);
    for (const int cell : cells) {
      const auto [row, column] = games::shelfie::cell_at(cell);
      move.values.insert(move.values.end(), {row, column});
    }
  }
  return move;
}

void Desk::draw_table(Grid& grid, const Area& area, const Look& look) const {
  const auto [row, column, size] = area;
  for (int at = 0; at < kBoardSide; ++at) {
    grid.put(row, column + kLabels + at * size.columns + size.columns / 2, std::to_string(at));
    grid.put(row + 1 + at * size.rows + (size.rows - 1) / 2, column, std::to_string(at));
  }
  for (int cell = 0; cell < games::shelfie::kBoardCells; ++cell) {
    const auto [y, x] = games::shelfie::cell_at(cell);
    const auto tile = view_.open.board[static_cast<std::size_t>(cell)];
    const bool here = view_.viewer && cell == cursor_ && phase() == Phase::select;
    const bool marked = std::ranges::find(marked_, cell) != marked_.end();
    std::string text = games::shelfie::in_use(view_.open, cell) ? " . " : "   ";
    Style style = look.colour ? Style{.ink = 244, .paper = 236} : Style{};
    if (text == "   ") style = {};
    if (tile != kNoTile) {
      style = tile_style(type_of(tile), look);
      text = fmt::format(" {} ", letter_of(type_of(tile)));
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
std::optional<Type> Desk::wanted_at(base::Seat seat, int place) const {
  const auto card = view_.cards[seat.value];
  if (!card || view_.open.rules == nullptr || *card >= view_.open.rules->cards.size()) return std::nullopt;
  const auto& places = view_.open.rules->cards[*card];
  const auto found = std::ranges::find(places, place);
  if (found == places.end()) return std::nullopt;
  return static_cast<Type>(found - places.begin());
}

void Desk::draw_shelf(Grid& grid, const Area& area, base::Seat seat, const Look& look) const {
  const auto [row, column, size] = area;
  const auto& shelf = view_.open.players[seat.value].shelf;
  for (int place = 0; place < games::shelfie::kShelfCells; ++place) {
    const int y = row + place / kShelfColumns * size.rows;
    const int x = column + place % kShelfColumns * size.columns;
    const auto tile = shelf[static_cast<std::size_t>(place)];
    const auto wanted = wanted_at(seat, place);
    std::string text = " . ";
    Style style = look.colour ? Style{.ink = 244, .paper = 236} : Style{};
    if (wanted) {
      text = fmt::format(" {} ", static_cast<char>(letter_of(*wanted) - 'A' + 'a'));
      if (look.colour) style.ink = paper_of(*wanted);
    }
    if (tile != kNoTile) {
      style = tile_style(type_of(tile), look);
      style.underline = wanted == type_of(tile);
      text = fmt::format(" {} ", letter_of(type_of(tile)));
    }
    put_cell(grid, {y, x, size}, text, style, look);
    if (seat == view_.viewer) grid.mark(y, x, size.rows, size.columns, kShelfTargets + place % kShelfColumns);
  }
}

Size Desk::board_size(const Size& room, const Look& /*look*/) const {
  const auto cell = cell_size(room);
  return {(kBoardSide + kShelfRows) * cell.rows + 3,
          kLabels + (kBoardSide + kShelfColumns) * cell.columns + kGap + 1};
}

void Desk::draw_board(Grid& grid, const Area& area, const Look& look) const {
  const auto cell = cell_size(area.size);
  const auto [row, column, room] = area;
  draw_table(grid, {row, column, cell}, look);
  const auto own = view_.viewer.value_or(base::Seat{0});
  const int left = column + kLabels + kBoardSide * cell.columns + kGap;
  grid.put(row + 1, left, view_.viewer ? "your shelf" : "shelf 1", {.bold = true});
  draw_shelf(grid, {row + 2, left, cell}, own, look);
  const int below = row + 2 + kShelfRows * cell.rows;
  for (int at = 0; at < kShelfColumns; ++at) {
    const bool here = view_.viewer && phase() == Phase::column && on_turn() && at == column_;
    const int middle = left + at * cell.columns + (cell.columns - kCellWidth) / 2;
    grid.put(below, middle, here ? fmt::format("[{}]", at) : fmt::format(" {} ", at),
             {.bold = here, .reverse = here && look.colour});
    if (view_.viewer) grid.mark(below, left + at * cell.columns, 1, cell.columns, kShelfTargets + at);
  }
  const int others = row + kBoardSide * cell.rows + 2;
  if (!knows_all_) {
    grid.put(others, column, "This protocol does not show the others' shelves.");
    return;
  }
  int x = column;
  for (std::uint8_t seat = 0; seat < view_.open.seats; ++seat) {
    if (base::Seat{seat} == own) continue;
    grid.put(others, x, fmt::format("shelf {}", seat + 1));
    draw_shelf(grid, {others + 1, x, cell}, {seat}, look);
    x += kShelfColumns * cell.columns + 1;
  }
}

int Desk::draw_side(Grid& grid, const Area& area, const Look& look) const {
  int row = area.row;
  const int column = area.column;
  for (int goal = 0; goal < games::shelfie::kGoalsInGame; ++goal) {
    const auto number = view_.open.goals[static_cast<std::size_t>(goal)];
    if (number >= kGoalNames.size()) continue;
    grid.put(row++, column, fmt::format("{} ({})", kGoalNames[number], top_token(view_.open, goal)));
  }
  if (view_.open.hand.count > 0) {
    int x = grid.put(row, column, "taken");
    for (int at = 0; at < view_.open.hand.count; ++at) {
      const auto type = type_of(view_.open.hand.tiles[static_cast<std::size_t>(at)]);
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

Reply Desk::toggle(int cell) {
  cursor_ = cell;
  if (phase() != Phase::select || !on_turn()) return tell("It is not the time to take tiles.");
  if (std::erase(marked_, cell) > 0) return done();
  if (view_.open.board[static_cast<std::size_t>(cell)] == kNoTile) return tell("There is no tile.");
  marked_.push_back(cell);
  const auto refusal = check(view_.open, *view_.viewer, *pending());
  if (!refusal) return done();
  // Two ends of a line may be marked before its middle.
  const bool may_become_right =
      *refusal == games::shelfie::Refusal::not_same_row_or_column && marked_.size() < 3;
  if (may_become_right) return done();
  marked_.pop_back();
  return tell(std::string(sentence(*refusal)));
}

Reply Desk::send() {
  if (!view_.viewer) return tell("You only watch.");
  if (!on_turn()) return tell("It is not your turn.");
  const auto move = pending();
  if (!move) return toggle(cursor_);
  if (const auto refusal = check(view_.open, *view_.viewer, *move))
    return tell(std::string(sentence(*refusal)));
  return make(*move);
}

void Desk::step_back() {
  if (phase() == Phase::select && !marked_.empty()) marked_.pop_back();
  if (phase() == Phase::order && !order_.empty()) order_.pop_back();
}

Reply Desk::type(char32_t character) {
  if (character == U' ' && phase() == Phase::select) return toggle(cursor_);
  if (character < U'0' || character > U'9') return not_mine();
  const int digit = static_cast<int>(character - U'0');
  if (phase() == Phase::column && digit < kShelfColumns) {
    column_ = digit;
    return done();
  }
  if (phase() != Phase::order || !on_turn()) return not_mine();
  if (digit >= view_.open.hand.count || std::ranges::find(order_, digit) != order_.end()) {
    return tell("Type each position once, the lowest tile first.");
  }
  order_.push_back(digit);
  return done();
}

Reply Desk::press(const Key& key) {
  const auto [row, column] = games::shelfie::cell_at(cursor_);
  const auto go = [&](int to_row, int to_column) {
    if (games::shelfie::on_board({to_row, to_column}))
      cursor_ = games::shelfie::index_of({to_row, to_column});
    return done();
  };
  const bool choosing_column = phase() == Phase::column && on_turn();
  switch (key.kind) {
    case Key::Kind::up:
      return go(row - 1, column);
    case Key::Kind::down:
      return go(row + 1, column);
    case Key::Kind::left:
      if (!choosing_column) return go(row, column - 1);
      column_ = std::max(0, column_ - 1);
      return done();
    case Key::Kind::right:
      if (!choosing_column) return go(row, column + 1);
      column_ = std::min(kShelfColumns - 1, column_ + 1);
      return done();
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

Reply Desk::click(int target) {
  if (target >= kHandTargets) return type(U'0' + static_cast<char32_t>(target - kHandTargets));
  if (target >= kShelfTargets) {
    if (phase() != Phase::column || !on_turn()) return tell("It is not the time to choose a column.");
    column_ = target - kShelfTargets;
    return send();
  }
  if (target < 0 || target >= games::shelfie::kBoardCells) return not_mine();
  return toggle(target);
}

base::Result<games::AnyMove> Desk::read(std::string_view text) const {
  const auto move = Rules::read(text);
  if (!move) return std::unexpected(move.error());
  if (on_turn()) {
    if (const auto refusal = check(view_.open, *view_.viewer, *move)) {
      return base::fail(base::Code::illegal_move, std::string(sentence(*refusal)));
    }
  }
  return *move;
}

void Desk::suggest(const games::AnyMove& any) {
  const auto& move = games::get<Move>(any);
  marked_.clear();
  order_.clear();
  switch (move.phase) {
    case Phase::select:
      for (std::size_t at = 0; at + 1 < move.values.size(); at += 2) {
        marked_.push_back(games::shelfie::index_of({move.values[at], move.values[at + 1]}));
      }
      if (!marked_.empty()) cursor_ = marked_.back();
      break;
    case Phase::order:
      order_ = move.values;
      break;
    case Phase::column:
      if (!move.values.empty()) column_ = move.values[0];
      break;
  }
}

std::string Desk::in_words(const games::AnyMove& any) const {
  const auto& move = games::get<Move>(any);
  if (move.phase == Phase::select) return fmt::format("take {}", Rules::write(move).substr(5));
  if (move.phase == Phase::column)
    return fmt::format("drop into column {}", move.values.empty() ? 0 : move.values[0]);
  std::string letters;
  for (const int at : move.values)
    letters += letter_of(type_of(view_.open.hand.tiles[static_cast<std::size_t>(at)]));
  return fmt::format("let them fall in the order {}", letters);
}

std::string Desk::prompt() const {
  if (view_.viewer && is_paused(view_.open)) return "The game waits until another player is back.";
  if (!on_turn()) return "";
  const auto move = pending();
  if (!move) return "Your turn: mark up to three tiles with Space, then Enter takes them.";
  if (const auto refusal = check(view_.open, *view_.viewer, *move))
    return fmt::format("{}.", sentence(*refusal));
  if (phase() == Phase::order) {
    return fmt::format("Taken: {}. {}? Type the order, Enter does it.", letters_of(view_.open.hand.taken()),
                       in_words(*move));
  }
  return fmt::format("{}? Enter does it.", in_words(*move));
}

std::string_view Desk::keys() const {
  return "arrows, Space: mark  0-4: order, column  Enter: go  ?: hint  F1: help  q: quit";
}

std::span<const std::string_view> Desk::help() const { return kHelp; }

std::string Desk::standing(base::Seat seat) const {
  if (seat.value >= view_.open.seats) return "";
  const auto presence = view_.open.players[seat.value].presence;
  const auto note = presence == games::shelfie::Presence::here   ? ""
                    : presence == games::shelfie::Presence::away ? " away"
                                                                 : " left";
  const auto sum = points(view_, seat);
  if (!knows_all_ && seat != view_.viewer)
    return fmt::format("{} and ?{}", sum.tokens[0] + sum.tokens[1], note);
  return fmt::format("{:>4}{}", sum.total(), note);
}

}  // namespace client::play::shelfie
