// Keys as changes of a line.
#include "client/talk/line_editor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace client::talk {
namespace {

constexpr std::size_t kLongest = std::size_t{32} * 1024;  ///< of a line
constexpr std::size_t kMostLines = 500;                   ///< that are remembered
constexpr char kEscape = '\x1b';
constexpr std::string_view kPrompt = "> ";

constexpr char control(char letter) { return static_cast<char>(letter - 'A' + 1); }

bool is_inside_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80; }

std::size_t count_characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char byte) { return !is_inside_character(byte); }));
}

/// The text without so many of its first characters.
std::string_view drop_characters(std::string_view text, std::size_t count) {
  while (count > 0 && !text.empty()) {
    text.remove_prefix(1);
    while (!text.empty() && is_inside_character(text.front())) text.remove_prefix(1);
    --count;
  }
  return text;
}

}  // namespace

std::optional<Typed> LineEditor::type(char byte) {
  std::optional<Typed> typed;
  if (!escape_.empty()) {
    escape_ += byte;
    const bool begins = escape_.size() == 2 && (byte == '[' || byte == 'O');
    const bool goes_on = escape_.size() > 2 && (static_cast<unsigned char>(byte) < 0x40);
    if (!begins && !goes_on) finish_escape();
    return typed;
  }
  if (byte == kEscape) {
    escape_ = kEscape;
  } else if (static_cast<unsigned char>(byte) < 0x20 || byte == '\x7f') {
    type_control(byte, typed);
  } else {
    insert(byte);
  }
  return typed;
}

void LineEditor::type_control(char byte, std::optional<Typed>& typed) {
  switch (byte) {
    case '\r':
    case '\n':
      typed = enter();
      break;
    case '\t':
      typed = tab();
      break;
    case control('C'):
      typed = Typed{Typed::Kind::end};
      break;
    case control('D'):
      if (text_.empty()) typed = Typed{Typed::Kind::end};
      erase(cursor_, behind(cursor_));
      break;
    case control('Z'):
      typed = Typed{Typed::Kind::suspend};
      break;
    case control('A'):
      cursor_ = 0;
      break;
    case control('E'):
      cursor_ = text_.size();
      break;
    case control('B'):
      cursor_ = before(cursor_);
      break;
    case control('F'):
      cursor_ = behind(cursor_);
      break;
    case control('K'):
      erase(cursor_, text_.size());
      break;
    case control('U'):
      erase(0, cursor_);
      break;
    case control('W'):
      erase_word();
      break;
    case control('P'):
      recall(-1);
      break;
    case control('N'):
      recall(1);
      break;
    case '\b':
    case '\x7f':
      erase(before(cursor_), cursor_);
      break;
    default:
      break;
  }
}

void LineEditor::finish_escape() {
  const auto sequence = std::exchange(escape_, {}).substr(1);
  if (sequence == "[A" || sequence == "OA") recall(-1);
  if (sequence == "[B" || sequence == "OB") recall(1);
  if (sequence == "[C" || sequence == "OC") cursor_ = behind(cursor_);
  if (sequence == "[D" || sequence == "OD") cursor_ = before(cursor_);
  if (sequence == "[H" || sequence == "OH" || sequence == "[1~" || sequence == "[7~") cursor_ = 0;
  if (sequence == "[F" || sequence == "OF" || sequence == "[4~" || sequence == "[8~") cursor_ = text_.size();
  if (sequence == "[3~") erase(cursor_, behind(cursor_));
}

void LineEditor::insert(char byte) {
  if (text_.size() == kLongest) return;
  text_.insert(cursor_, 1, byte);
  ++cursor_;
}

std::size_t LineEditor::before(std::size_t at) const {
  if (at > 0) --at;
  while (at > 0 && is_inside_character(text_[at])) --at;
  return at;
}

std::size_t LineEditor::behind(std::size_t at) const {
  if (at < text_.size()) ++at;
  while (at < text_.size() && is_inside_character(text_[at])) ++at;
  return at;
}

void LineEditor::erase(std::size_t from, std::size_t to) {
  text_.erase(from, to - from);
  cursor_ = from;
}

void LineEditor::erase_word() {
  auto from = cursor_;
  while (from > 0 && text_[from - 1] == ' ') --from;
  while (from > 0 && text_[from - 1] != ' ') --from;
  erase(from, cursor_);
}

void LineEditor::recall(int step) {
  if ((step < 0 && place_ == 0) || (step > 0 && place_ == history_.size())) return;
  if (place_ == history_.size()) unsent_ = text_;
  place_ = step < 0 ? place_ - 1 : place_ + 1;
  text_ = place_ == history_.size() ? unsent_ : history_[place_];
  cursor_ = text_.size();
}

std::optional<Typed> LineEditor::enter() {
  Typed typed{Typed::Kind::line, std::exchange(text_, {})};
  cursor_ = 0;
  const bool is_new = !typed.text.empty() && (history_.empty() || history_.back() != typed.text);
  if (is_new) history_.push_back(typed.text);
  if (history_.size() > kMostLines) history_.erase(history_.begin());
  place_ = history_.size();
  unsent_.clear();
  return typed;
}

/// What stands behind the cursor stays there.
std::optional<Typed> LineEditor::tab() {
  auto completion = complete_(std::string_view(text_).substr(0, cursor_));
  text_.replace(0, cursor_, completion.line);
  cursor_ = completion.line.size();
  if (completion.choices.empty()) return std::nullopt;
  return Typed{Typed::Kind::choices, {}, std::move(completion.choices)};
}

/// A line that is too long is shown from where the cursor can be seen.
std::string LineEditor::draw(std::size_t columns) const {
  const auto room = columns > kPrompt.size() + 1 ? columns - kPrompt.size() - 1 : 1;
  const auto left = count_characters(std::string_view(text_).substr(0, cursor_));
  const auto hidden = left > room ? left - room : 0;
  auto shown = drop_characters(text_, hidden);
  shown = shown.substr(0, shown.size() - drop_characters(shown, room).size());
  return fmt::format("\r\x1b[K{}{}\r\x1b[{}C", kPrompt, shown, kPrompt.size() + left - hidden);
}

}  // namespace client::talk
