// What a player sees: the screens of the console.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <ranges>

#include "client/play/console.hpp"
#include "client/play/palette.hpp"

namespace client::play {

using Stage = Scene::Stage;

namespace {

constexpr int kBoardRow = 2;
constexpr int kSheetColumns = 38;       ///< of the score sheet beside the rest
constexpr int kWithSheet = 140;         ///< columns of a screen that has room for it
constexpr int kBottom = 4;              ///< rows below the board: a gap, the prompt, what was told, the keys
constexpr int kClockColumns = 8;        ///< "!0:09.8" and a gap
constexpr int kNameColumns = 8;         ///< that a name has at least, beside a clock
constexpr std::size_t kLookAhead = 10;  ///< rows further back, so that it is known whether there are any

Style ink(Colour colour, const Look& look) { return look.colour ? Style{.ink = colour} : Style{}; }

}  // namespace

std::string Console::prompt() const {
  if (past_) return words_of_step() + " < and > step, Esc goes back to the game.";
  if (scene_.name_refused) return "Another name is needed. Enter: type it, q: quit.";
  switch (scene_.stage) {
    case Stage::connecting:
      return scene_.connected ? "Waiting for the first word ..."
                              : fmt::format("Connecting to {} ...", about_.where);
    case Stage::lobby:
      if (about_.hall && scene_.present.empty())
        return "Up, Down and Enter choose a game; ':' and 'hall' lists them.";
      return about_.ready  ? "Enter: ready for the game to begin."
             : about_.hall ? "Waiting for the others ... b: back to the hall."
                           : "Waiting for the others ...";
    case Stage::playing:
      if (!scene_.seat) return "You watch. b: back to the hall.";
      if (const auto text = desk_ ? desk_->prompt() : ""; !text.empty()) return as_sentence(text);
      if (const auto turn = desk_ ? desk_->to_move() : std::nullopt; turn && turn != scene_.seat) {
        return fmt::format("{} is to move.", name_at(scene_.players, *turn));
      }
      return "";
    case Stage::over:
      if (about_.hall && scene_.parted) return "There is no other game. Enter: back to the hall, q: quit.";
      return wants_again_  ? "Waiting for another game ..."
             : about_.hall ? "The game is over. Enter: another game, b: back to the hall, q: quit."
                           : "The game is over. Enter: another game, q: quit.";
    case Stage::lost:
      return "There is no connection. Enter: begin again, q: quit.";
  }
  return "";
}

std::string Console::times() const {
  if (!scene_.clock) return "";
  std::string text;
  for (std::size_t at = 0; at < scene_.players.size(); ++at) {
    const base::Seat seat{static_cast<std::uint8_t>(at)};
    const auto left = scene_.clock->left(seat, scene_.now);
    if (!left) continue;
    text += fmt::format("{} {} {}{}", text.empty() ? "Time left:" : ",",
                        seat == scene_.seat ? "you" : name_at(scene_.players, seat), figures(*left),
                        *left < kShort ? " (short)" : "");
  }
  return text + ".";
}

std::string_view Console::keys() const {
  if (scene_.stage == Stage::playing && desk_ && scene_.seat)
    return can_offer() ? desk_->keys_with_offers() : desk_->keys();
  if (scene_.stage == Stage::lobby && about_.hall) return "Up, Down, Enter: choose   F1: help   q: quit";
  if (scene_.stage == Stage::lobby && about_.lobbies)
    return "Enter: ready  l: list the lobbies  j: join one  F1: help  q: quit";
  return "F1: help   q: quit";
}

void Console::draw_title(Grid& grid) const {
  const Style bar{.ink = 255, .paper = kBar, .bold = true};
  grid.fill(0, 0, 1, grid.columns(), bar);
  const auto as = about_.names && !about_.name.empty() ? fmt::format("   as {}", about_.name) : "";
  grid.put(0, 1, fmt::format("Parlor   {}   {}{}", about_.what, about_.where, as), bar);
  const std::string_view state = scene_.stage == Stage::over   ? "game over"
                                 : scene_.stage == Stage::lost ? "no connection"
                                 : scene_.stage == Stage::connecting
                                     ? (scene_.connected ? "waiting" : "connecting")
                                 : scene_.stage != Stage::playing ? ""
                                 : past_                          ? "looking back"
                                 : !scene_.seat                   ? "watching"
                                 : on_turn()                      ? "your turn"
                                                                  : "not your turn";
  grid.put(0, grid.columns() - width_of(state) - 1, state, bar);
}

void Console::draw_bottom(Grid& grid, const Look& look) const {
  const int row = grid.rows() - 3;
  constexpr std::array<std::string_view, 6> kLabels{
      "", ": ", "say: ", "another name: ", "join which lobby: ", "save as (the ending says how): "};
  if (sure_ != Sure::nothing) {
    grid.put(row, 1,
             sure_ == Sure::draw              ? "Offer a draw? y, or any other key to play on."
             : sure_ == Sure::resign          ? "Resign? y, or any other key to play on."
             : scene_.stage == Stage::playing ? "Leave the game? y, or any other key to stay."
                                              : "Quit? y",
             {.bold = true});
  } else if (typing_ != Typing::nothing) {
    const auto label = kLabels[static_cast<std::size_t>(typing_)];
    const int room = grid.columns() - width_of(label) - 3;
    const auto from =
        typed_.size() > static_cast<std::size_t>(room) ? typed_.size() - static_cast<std::size_t>(room) : 0;
    const int end =
        grid.put(row, 1, fmt::format("{}{}", label, write_text(std::u32string_view(typed_).substr(from))),
                 {.bold = true});
    grid.put(row, end, "_", {.reverse = true});
  } else {
    grid.put(row, 1, fit(prompt(), grid.columns() - 2), {.bold = on_turn()});
  }
  grid.put(row + 1, 1, fit(note_, grid.columns() - 2), ink(note_is_bad_ ? kBad : kGood, look));
  const auto more = about_.chat ? fmt::format("{}   /: chat", keys()) : std::string(keys());
  grid.put(row + 2, 1, width_of(more) < grid.columns() - 1 ? std::string_view(more) : keys(),
           ink(kFaint, look));
}

void Console::draw_help(Grid& grid) const {
  int row = 2;
  grid.put(row++, 2, "Help", {.bold = true});
  ++row;
  if (desk_) {
    for (const auto line : desk_->help()) grid.put(row++, 2, line);
  }
  grid.put(row++, 2, "? asks a bot for a hint. PgUp, PgDn: older lines. F10, Ctrl-C: quit.");
  grid.put(row++, 2, "/ or F2 talks to the others, where the protocol has chat. F3: score sheet.");
  grid.put(row++, 2, "< and > (F5, F6) step through the game. F4, and s where letters are free: save.");
  if (can_offer()) {
    grid.put(row++, 2, "d offers a draw, t asks to take your last move back, w takes the offer back.");
    grid.put(row++, 2, "What is offered to you: y accepts, n declines, and so does a move. r resigns.");
  }
  ++row;
  grid.put(row++, 2, "Behind ':' you may type a move, or: hint, go (makes it), say TEXT, ready,");
  grid.put(row++, 2, "lobbies, join NAME, hall, choose N (of the hall), name NAME, again, quit,");
  grid.put(row++, 2, "draw, takeback, accept, decline, withdraw, resign, save FILE, back N.");
  grid.put(grid.rows() - 1, 2, "Any key goes back.", {.bold = true});
}

void Console::draw_lobby(Grid& grid) const {
  int row = 3;
  const bool counted = !scene_.present.empty() && std::ranges::all_of(scene_.present, &std::string::empty);
  const auto of = scene_.wanted > 0 ? fmt::format(" of {}", scene_.wanted) : "";
  if (!scene_.lobby.empty()) grid.put(row++, 4, fmt::format("Lobby {}", scene_.lobby), {.bold = true});
  if (!scene_.present.empty()) grid.put(row++, 4, fmt::format("Here: {}{}", scene_.present.size(), of));
  if (const auto rule = rule_in_words(scene_.rule); !rule.empty() && !scene_.present.empty())
    grid.put(row++, 4, fmt::format("Clock: {}", rule));
  for (const auto& name : scene_.present) {
    if (!counted && row < grid.rows() - 8) grid.put(row++, 6, name);
  }
  if (!scene_.lobbies.empty()) {
    ++row;
    grid.put(row++, 4, "Lobbies", {.bold = true});
  }
  for (const auto& lobby : scene_.lobbies) {
    if (row >= grid.rows() - 6) break;
    grid.put(row++, 6,
             fmt::format("{}: {}{}", lobby.name, fmt::join(lobby.present, ", "),
                         lobby.playing ? " (playing)" : ""));
  }
  if (about_.hall && scene_.stage == Stage::lobby)
    return draw_choices(grid, scene_.present.empty() ? row : row + 1);
  row = std::max(row + 1, grid.rows() - kBottom - 6);
  draw_lines(grid, {row, 4, {grid.rows() - kBottom - row, grid.columns() - 5}}, {});
}

/// A part of the list around what is chosen, if it is longer than the screen.
void Console::draw_choices(Grid& grid, int row) const {
  const auto all = choices();
  const auto room = static_cast<std::size_t>(std::max(1, grid.rows() - kBottom - row));
  const auto first = chosen_ < room ? 0 : chosen_ - room + 1;
  for (auto at = first; at < std::min(all.size(), first + room); ++at) {
    const bool here = at == chosen_;
    grid.put(row++, 4, fit(fmt::format("{} {}", here ? ">" : " ", all[at].text), grid.columns() - 6),
             {.bold = here, .reverse = here});
  }
}

/// At the right edge. What is short is marked, for those who see no colours, too.
void Console::draw_clock(Grid& grid, int row, int edge, base::Seat seat, const Look& look) const {
  const auto left = scene_.clock->left(seat, scene_.now);
  if (!left) return;
  const bool is_short = *left < kShort;
  Style style{.bold = scene_.clock->running() == seat, .underline = is_short};
  if (is_short && look.colour) style.ink = kBad;
  const auto text = fmt::format("{}{}", is_short ? "!" : "", figures(*left));
  grid.put(row, edge - width_of(text), text, style);
}

/// What waits for an answer, above the prompt.
void Console::draw_offer(Grid& grid, int row) const {
  if (!scene_.offer) return;
  const auto words = in_words(*scene_.offer, scene_.players, scene_.seat);
  const std::string_view keys = is_offered()    ? "  y: accept  n: decline "
                                : has_offered() ? "  w: take the offer back "
                                                : " ";
  grid.put(row, 1, fmt::format(" {}{}", fit(words, grid.columns() - 3 - width_of(keys)), keys),
           {.bold = true, .reverse = true});
}

std::string Console::standing(base::Seat seat) const {
  if (scene_.outcome && !past_ && seat.value < scene_.outcome->scores.size())
    return fmt::format("{:>4}", scene_.outcome->scores[seat.value]);
  return shown_desk().standing(seat);
}

/// Name, points and clock; in two rows the points stand below. Returns the row behind it.
int Console::draw_player(Grid& grid, const Area& area, base::Seat seat, const Look& look) const {
  const auto [row, column, size] = area;
  const bool turn = scene_.stage == Stage::playing && shown_desk().to_move() == seat;
  const auto name = name_at(scene_.players, seat);
  const std::string you = seat == scene_.seat ? " (you)" : "";
  const auto known = standing(seat);
  const auto facts = known == name ? "" : known;  // "white" says it once
  const int end = column + size.columns;
  const int edge = end - (scene_.clock ? kClockColumns : 0);
  const int room = edge - column - 3 - width_of(you) - (size.rows == 1 ? width_of(facts) : 0);
  Style style{.bold = turn};
  if (turn && look.colour) style.ink = kGood;
  grid.put(row, column, turn ? (look.unicode ? "▶" : ">") : " ", style);
  grid.put(row, column + 2, fit(name, std::max(4, room)) + you, style);
  grid.put(row + size.rows - 1, (size.rows == 1 ? edge : end) - width_of(facts), facts, style);
  if (scene_.clock) draw_clock(grid, row, end, seat, look);
  return row + size.rows;
}

/// Where there is no room for names and points beside clocks, everybody has two rows.
int Console::draw_players(Grid& grid, const Area& area, const Look& look) const {
  int longest = 0;
  const auto count = static_cast<std::uint8_t>(scene_.players.size());
  for (std::uint8_t at = 0; at < count; ++at) longest = std::max(longest, width_of(standing({at})));
  const bool narrow = area.size.columns - 3 - longest - kClockColumns < kNameColumns;
  const int rows = scene_.clock && narrow ? 2 : 1;
  int row = area.row;
  for (std::uint8_t at = 0; at < count; ++at)
    row = draw_player(grid, {row, area.column, {rows, area.size.columns}}, {at}, look);
  return row;
}

/// The newest lines that fit, or older ones if the player went back.
void Console::draw_lines(Grid& grid, const Area& area, const Look& look) const {
  auto [row, column, size] = area;
  const int width = size.columns;
  const auto room = static_cast<std::size_t>(std::max(0, size.rows));
  std::vector<std::pair<std::string, Line::Kind>> newest;  // as rows, backwards
  const auto enough = room + static_cast<std::size_t>(scrolled_) + kLookAhead;
  for (const auto& line : scene_.lines | std::views::reverse) {
    if (newest.size() >= enough) break;
    for (const auto& part : wrap(line.text, width) | std::views::reverse)
      newest.emplace_back(part, line.kind);
  }
  furthest_ = static_cast<int>(newest.size() > room ? newest.size() - room : 0);
  const int back = std::min(scrolled_, furthest_);
  auto shown = newest | std::views::drop(back) | std::views::take(room);
  for (const auto& [text, kind] : shown | std::views::reverse) {
    const Style style = kind == Line::Kind::wrong  ? ink(kBad, look)
                        : kind == Line::Kind::said ? ink(kGood, look)
                        : kind == Line::Kind::told ? ink(kFaint, look)
                                                   : Style{};
    grid.put(row++, column, text, style);
  }
  if (back == 0) return;
  grid.fill(row - 1, column, 1, width, {});
  grid.put(row - 1, column, fit("-- PgDn: newer lines --", width), {.bold = true});
}

/// The newest lines of the sheet that fit, below the names.
void Console::draw_sheet(Grid& grid, const Area& area) const {
  const auto lines = sheet(area.size.columns);
  if (lines.empty()) return;
  grid.put(area.row, area.column, lines.front(), {.bold = true});
  const auto room = static_cast<std::size_t>(std::max(0, area.size.rows - 1));
  const auto count = lines.size() - 1;
  const auto hidden = count > room ? count - room : 0;
  for (std::size_t at = 0; at + hidden < count; ++at)
    grid.put(area.row + 1 + static_cast<int>(at), area.column, lines[1 + hidden + at]);
}

/// The board as large as there is room, beside it the players, the hand and what happened, and on a wide
/// screen the score sheet.
void Console::draw_game(Grid& grid, int bottom, const Look& look) const {
  const auto& desk = shown_desk();
  const bool wide = grid.columns() >= kWithSheet;
  const int right = wide ? kSheetColumns + 1 : 0;
  const int below = bottom > 0 ? bottom : grid.rows();
  const Size room{below - kBoardRow - (bottom > 0 ? 1 : 0), grid.columns() - kSideColumns - 1 - right};
  const Size least{std::max(room.rows, kLeastRoom.rows), std::max(room.columns, kLeastRoom.columns)};
  const int column = 1 + std::max(kLeastRoom.columns, desk.board_size(least, look).columns);
  if (sheet_shown_ && bottom > 0) {
    draw_sheet(grid, {kBoardRow, 2, {below - kBoardRow, column - 3}});
  } else {
    desk.draw_board(grid, {kBoardRow, 1, least}, look);
  }
  const int width = wide ? std::max(kSideColumns - 1, grid.columns() - right - column - 1) : kSideColumns - 1;
  int row = draw_players(grid, {kBoardRow, column, {1, width}}, look) + 1;
  row = desk.draw_side(grid, {row, column, {below - row, width}}, look) + 1;
  if (bottom <= 0) return;
  draw_lines(grid, {row, column, {below - row, width}}, look);
  if (wide)
    draw_sheet(grid, {kBoardRow, grid.columns() - kSheetColumns, {below - kBoardRow, kSheetColumns - 1}});
}

Grid Console::draw(int rows, int columns, const Look& look) const {
  Grid grid(rows, columns);
  if (rows < 24 || columns < 80) {
    grid.put(0, 0, fit("Too small: Parlor needs 80x24.", columns));
    return grid;
  }
  draw_title(grid);
  if (helping_) {
    draw_help(grid);
    return grid;
  }
  if (desk_ && scene_.stage != Stage::lobby) {
    draw_game(grid, rows - kBottom, look);
  } else {
    draw_lobby(grid);
  }
  if (scene_.stage == Stage::playing) draw_offer(grid, rows - kBottom);
  draw_bottom(grid, look);
  return grid;
}

std::string Console::picture(const Look& look) const {
  if (!desk_) return "";
  Grid grid(22, 80);
  draw_game(grid, 0, look);
  auto text = grid.text();
  text.erase(0, text.find_first_not_of('\n'));
  return text;
}

}  // namespace client::play
