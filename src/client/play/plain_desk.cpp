// The desk of a game that has no picture.
#include "client/play/plain_desk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "games/faces.hpp"

namespace client::play {
namespace {

constexpr int kListRows = 6;
constexpr Colour kChanged = 186;
constexpr Colour kCursor = 39;

constexpr std::array<std::string_view, 5> kHelp{
    "This game has no picture yet: you see what is known of it, and your moves.",
    "Arrows choose a move, Enter makes it, Esc goes back to the first. By mouse:",
    "click a move, and again to make it.",
    "Behind ':' you may type a move in the notation of the game.",
    "",
};

/// Both parts of a move as it stands in the member `moves`; "" of what is none.
std::string_view text_at(const base::Value& pair, std::size_t at) {
  const auto both = pair.list();
  return at < both.size() ? both[at].text().value_or("") : "";
}

/// Lists and objects inside of others stand in brackets.
std::string nested(const base::Value& value) {
  return value.is_list() || value.is_object() ? fmt::format("({})", words_of(value)) : words_of(value);
}

bool is_board(const base::Value& value) {
  const auto has_text = [](const base::Value& row) { return row.text().has_value(); };
  return value.is_list() && std::ranges::all_of(value.list(), has_text);
}

}  // namespace

std::string words_of(const base::Value& value) {
  if (const auto text = value.text()) return std::string(text->empty() ? "-" : *text);
  if (const auto truth = value.truth()) return *truth ? "yes" : "no";
  if (const auto number = value.number<std::int64_t>()) return std::to_string(*number);
  if (const auto fraction = value.fraction()) return fmt::format("{}", *fraction);
  std::vector<std::string> parts;
  for (const auto& one : value.list()) parts.push_back(nested(one));
  for (const auto& [name, inner] : value.members())
    parts.push_back(fmt::format("{} {}", name, nested(inner)));
  return parts.empty() ? "-" : fmt::format("{}", fmt::join(parts, ", "));
}

void PlainDesk::show(const games::AnyView& view) {
  game_ = games::game_of(view);
  to_move_ = games::to_move(view);
  const auto seen = games::describe(view);
  std::vector<std::string> board;
  facts_.clear();
  for (const auto& [name, value] : seen.members()) {
    if (name == "moves") continue;
    if (name != "board" || !is_board(value)) {
      facts_.push_back(fmt::format("{}: {}", name, words_of(value)));
      continue;
    }
    for (const auto& row : value.list()) board.emplace_back(*row.text());
  }
  if (board != board_) before_ = std::exchange(board_, std::move(board));
  list_moves(games::moves(view), seen["moves"]);
}

/// What was chosen stays so as long as it can be done.
void PlainDesk::list_moves(const std::vector<games::AnyMove>& moves, const base::Value& labelled) {
  const auto last = chosen_ < choices_.size() ? std::optional(choices_[chosen_].move) : std::nullopt;
  std::map<std::string_view, std::string_view> labels;  // by notation
  for (const auto& pair : labelled.list()) labels.emplace(text_at(pair, 0), text_at(pair, 1));
  choices_.clear();
  chosen_ = 0;
  for (const auto& move : moves) {
    if (move == last) chosen_ = choices_.size();
    const auto text = games::write(move);
    const auto found = labels.find(text);
    choices_.push_back({move, found == labels.end() ? text : std::string(found->second)});
  }
}

/// All there is: lines are wrapped in it.
Size PlainDesk::board_size(const Size& room, const Look& /*look*/) const { return room; }

std::span<const std::string_view> PlainDesk::questions() const {
  static constexpr std::array<std::string_view, 1> kQuestions{
      "pieces          all that is known of the game"};
  return kQuestions;
}

std::vector<std::string> PlainDesk::answer(std::string_view question) const {
  if (question != "pieces") return {};
  auto lines = board_;
  lines.insert(lines.end(), facts_.begin(), facts_.end());
  return lines;
}

void PlainDesk::draw_board(Grid& grid, const Area& area, const Look& look) const {
  auto [row, column, room] = area;
  int widest = 0;
  for (const auto& text : board_) widest = std::max(widest, width_of(text));
  const int pitch = std::clamp(
      room.columns / std::max(1, widest), 1,
      room.columns > kLeastRoom.columns ? 3 : 2);  // with air between the letters, if there is room
  const int bottom = row + room.rows;
  for (std::size_t at = 0; at < board_.size() && row < bottom; ++at, ++row) {
    const auto letters = read_text(fit(board_[at], room.columns));
    const auto old = at < before_.size() ? read_text(before_[at]) : letters;
    int place = column;
    for (std::size_t x = 0; x < letters.size(); ++x) {
      const bool changed = x < old.size() && old[x] != letters[x];
      Style style{.bold = changed, .underline = changed && !look.colour};
      if (changed && look.colour) style = {.ink = 16, .paper = kChanged, .bold = true};
      grid.put(row, place, write_text({&letters[x], 1}), style);
      place += std::max(pitch, width_of(letters[x]));
    }
  }
  if (!board_.empty()) ++row;
  for (const auto& fact : facts_) {
    for (const auto& line : wrap(fact, room.columns)) {
      if (row < bottom) grid.put(row++, column, line);
    }
  }
}

PlainDesk::Page PlainDesk::page() const {
  int longest = 0;
  for (const auto& choice : choices_) longest = std::max(longest, width_of(choice.label));
  const int width = std::min(longest + 2, kSideColumns);  // with room for brackets
  const int columns = kSideColumns / width;
  const auto size = static_cast<std::size_t>(columns) * kListRows;
  return {columns, width, chosen_ / size * size};
}

int PlainDesk::draw_side(Grid& grid, const Area& area, const Look& look) const {
  int row = area.row;
  const int column = area.column;
  if (choices_.empty()) return row;
  const auto [columns, width, first] = page();
  grid.put(row++, column, fmt::format("moves: {} of {}", chosen_ + 1, choices_.size()));
  const auto count = std::min(choices_.size() - first, static_cast<std::size_t>(columns) * kListRows);
  for (std::size_t at = 0; at < count; ++at) {
    const bool here = first + at == chosen_;
    const auto label = fit(choices_[first + at].label, width - 2);
    const int y = row + static_cast<int>(at) / columns;
    const int x = column + static_cast<int>(at) % columns * width;
    Style style{.bold = here};
    if (here && look.colour) style = {.ink = 16, .paper = kCursor, .bold = true};
    grid.put(y, x, here ? fmt::format("[{}]", label) : fmt::format(" {} ", label), style);
    grid.mark(y, x, 1, width, static_cast<int>(at));
  }
  return row + (static_cast<int>(count) + columns - 1) / columns;
}

Reply PlainDesk::go(int by) {
  if (choices_.empty()) return done();
  const auto last = static_cast<std::int64_t>(choices_.size()) - 1;
  chosen_ =
      static_cast<std::size_t>(std::clamp<std::int64_t>(static_cast<std::int64_t>(chosen_) + by, 0, last));
  return done();
}

Reply PlainDesk::send() {
  if (choices_.empty()) return tell("It is not your turn.");
  return make(choices_[chosen_].move);
}

Reply PlainDesk::press(const Key& key) {
  if (const auto arrow = read_arrow(key)) return go(arrow->rows * page().columns + arrow->columns);
  switch (key.kind) {
    case Key::Kind::tab:
      return go(1);
    case Key::Kind::escape:
    case Key::Kind::backspace:
      chosen_ = 0;
      return done();
    case Key::Kind::enter:
      return send();
    default:
      return not_mine();
  }
}

Reply PlainDesk::click(int target) {
  const auto at = page().first + static_cast<std::size_t>(target);
  if (at >= choices_.size()) return not_mine();
  if (at == chosen_) return send();
  chosen_ = at;
  return done();
}

/// In the notation of the game, or as the list has it.
base::Result<games::AnyMove> PlainDesk::read(std::string_view text) const {
  const auto named = std::ranges::find(choices_, text, &Choice::label);
  if (named != choices_.end()) return named->move;
  auto move = games::read(game_, text);
  if (!move || choices_.empty() || std::ranges::find(choices_, *move, &Choice::move) != choices_.end())
    return move;
  return base::fail(base::Code::illegal_move, fmt::format("{} cannot be played now", text));
}

void PlainDesk::suggest(const games::AnyMove& move) {
  const auto found = std::ranges::find(choices_, move, &Choice::move);
  if (found != choices_.end()) chosen_ = static_cast<std::size_t>(found - choices_.begin());
}

std::string PlainDesk::in_words(const games::AnyMove& move) const {
  const auto found = std::ranges::find(choices_, move, &Choice::move);
  return found == choices_.end() ? games::write(move) : found->label;
}

std::string PlainDesk::prompt() const {
  if (choices_.empty()) return "";
  return fmt::format("Your move: {}. Enter makes it; or choose another, or type ':' and a move.",
                     choices_[chosen_].label);
}

std::string_view PlainDesk::keys() const {
  return "arrows: choose  Enter: make the move  ?: hint  :: type  F1: help  q: quit";
}

std::string_view PlainDesk::keys_with_offers() const {
  return games::has_offers(game_)
             ? "Enter: move  ?: hint  d: draw  t: take back  r: resign  F1: help  q: quit"
             : "";
}

std::span<const std::string_view> PlainDesk::help() const { return kHelp; }

std::string PlainDesk::standing(base::Seat /*seat*/) const { return ""; }

}  // namespace client::play
