// One page of a menu.
#include "client/play/menu.hpp"
#include "client/play/palette.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace client::play {
namespace {

constexpr char kQuit = 'q';
constexpr std::size_t kMostTyped = 200;
constexpr int kTop = 2;
constexpr int kLeft = 4;
constexpr int kBelow = 4;  ///< rows for the note and the keys

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

std::string lower(std::string_view text) {
  std::string all(text);
  std::ranges::transform(all, all.begin(), [](char letter) { return lower(letter); });
  return all;
}

}  // namespace

std::vector<char> letters_of(const std::vector<Answer>& answers) {
  std::string used{kQuit};
  std::vector<char> letters;
  for (const auto& answer : answers) {
    const auto all = lower(answer.text) + "abcdefghijklmnopqrstuvwxyz0123456789";
    const auto found = std::ranges::find_if(all, [&](char letter) {
      const bool sign = (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9');
      return sign && used.find(letter) == std::string::npos;
    });
    letters.push_back(found == all.end() ? ' ' : *found);
    used += letters.back();
  }
  return letters;
}

std::optional<std::size_t> read_answer(const std::vector<Answer>& answers, std::string_view word) {
  if (const auto number = base::to_number<std::size_t>(word))
    return *number >= 1 && *number <= answers.size() ? std::optional(*number - 1) : std::nullopt;
  const auto wanted = lower(word);
  std::optional<std::size_t> found;
  for (std::size_t at = 0; at < answers.size(); ++at) {
    const auto text = lower(answers[at].text);
    if (text == wanted) return at;
    if (wanted.empty() || !text.starts_with(wanted)) continue;
    if (found) return std::nullopt;
    found = at;
  }
  return found;
}

Menu::Menu(Question question, std::string note)
    : question_(std::move(question)),
      note_(std::move(note)),
      letters_(letters_of(question_.answers)),
      chosen_(question_.proposed),
      typed_(read_text(question_.typed)) {}

std::string Menu::typed() const { return std::string(base::trim(write_text(typed_))); }

Menu::Step Menu::press_letter(char32_t letter) {
  if (letter == static_cast<char32_t>(kQuit)) return Step::quit;
  const auto found = std::ranges::find(letters_, letter, [](char own) { return static_cast<char32_t>(own); });
  if (found == letters_.end() || letter == U' ') return Step::stays;
  chosen_ = static_cast<std::size_t>(found - letters_.begin());
  return Step::answered;
}

Menu::Step Menu::press_typing(const Key& key) {
  note_.clear();
  if (key.kind == Key::Kind::backspace && !typed_.empty()) typed_.pop_back();
  const bool shown = key.kind == Key::Kind::character && width_of(key.character) > 0;
  if (shown && typed_.size() < kMostTyped) typed_ += key.character;
  return Step::stays;
}

Menu::Step Menu::press(const Key& key) {
  const auto count = question_.answers.size();
  if (key.kind == Key::Kind::escape) return Step::back;
  if (key.kind == Key::Kind::quit) return Step::quit;
  if (key.kind == Key::Kind::enter) return is_typed() && typed().empty() ? Step::stays : Step::answered;
  if (is_typed()) return press_typing(key);
  if (key.kind == Key::Kind::down || key.kind == Key::Kind::tab) chosen_ = (chosen_ + 1) % count;
  if (key.kind == Key::Kind::up) chosen_ = (chosen_ + count - 1) % count;
  if (key.kind == Key::Kind::page_up) chosen_ = 0;
  if (key.kind == Key::Kind::page_down) chosen_ = count - 1;
  if (key.kind == Key::Kind::left || key.kind == Key::Kind::backspace) return Step::back;
  if (key.kind == Key::Kind::right) return Step::answered;
  return key.kind == Key::Kind::character ? press_letter(key.character) : Step::stays;
}

Menu::Step Menu::click(const Key& key, int rows, int columns, const Look& look) {
  const auto grid = draw(rows, columns, look);
  if (key.row < 0 || key.row >= grid.rows() || key.column < 0 || key.column >= grid.columns())
    return Step::stays;
  const int target = grid.at(key.row, key.column).target;
  if (target < 0) return Step::stays;
  chosen_ = static_cast<std::size_t>(target);
  return Step::answered;
}

/// A part of the list around what is chosen, if it is longer than the screen.
void Menu::draw_answers(Grid& grid, int row, const Look& look) const {
  const auto& all = question_.answers;
  int widest = 0;
  for (const auto& answer : all) widest = std::max(widest, width_of(answer.text));
  const auto room = static_cast<std::size_t>(std::max(1, grid.rows() - kBelow - row));
  const auto first = chosen_ < room ? 0 : chosen_ - room + 1;
  for (auto at = first; at < std::min(all.size(), first + room); ++at, ++row) {
    const bool here = at == chosen_;
    const int about = kLeft + 6 + widest + 2;
    Style style{.bold = here, .reverse = here};
    grid.put(row, kLeft, fmt::format("{} {}  ", here ? ">" : " ", letters_[at]), {.bold = here});
    grid.put(row, kLeft + 5, fmt::format(" {} ", fit(all[at].text, grid.columns() - kLeft - 8)), style);
    grid.put(row, about, fit(all[at].about, grid.columns() - about - 1),
             look.colour ? Style{.ink = kFaint} : Style{});
    grid.mark(row, 0, 1, grid.columns(), static_cast<int>(at));
  }
}

Grid Menu::draw(int rows, int columns, const Look& look) const {
  Grid grid(rows, columns);
  const Style bar{.ink = 255, .paper = kBar, .bold = true};
  grid.fill(0, 0, 1, columns, bar);
  grid.put(0, 1, "Parlor", bar);
  grid.put(kTop, kLeft, fit(question_.text, columns - kLeft), {.bold = true});
  if (is_typed()) {
    const auto room = static_cast<std::size_t>(std::max(1, columns - kLeft - 3));
    const auto from = typed_.size() > room ? typed_.size() - room : 0;
    const int end = grid.put(kTop + 2, kLeft, write_text(std::u32string_view(typed_).substr(from)));
    grid.put(kTop + 2, end, "_", {.reverse = true});
  } else {
    draw_answers(grid, kTop + 2, look);
  }
  int row = rows - kBelow;
  for (const auto& line : wrap(note_, columns - 2))
    if (row < rows - 1) grid.put(row++, 1, line, look.colour ? Style{.ink = kBad} : Style{.bold = true});
  grid.put(rows - 1, 1,
           is_typed() ? "Enter: go on   Esc: back   F10: quit"
                      : "Up, Down and Enter, or a letter: choose   Esc: back   q: quit",
           look.colour ? Style{.ink = kFaint} : Style{});
  return grid;
}

}  // namespace client::play
