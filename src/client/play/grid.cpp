// A grid of styled characters.
#include "client/play/grid.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "base/utf8.hpp"

namespace client::play {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

struct Span {
  char32_t from;
  char32_t to;
};

/// Combining marks, joiners and what turns the direction of writing.
constexpr std::array kHidden{
    Span{0x00, 0x1F},     Span{0x7F, 0x9F},     Span{0xAD, 0xAD},     Span{0x300, 0x36F},
    Span{0x483, 0x489},   Span{0x591, 0x5BD},   Span{0x610, 0x61A},   Span{0x64B, 0x65F},
    Span{0x1AB0, 0x1AFF}, Span{0x1DC0, 0x1DFF}, Span{0x200B, 0x200F}, Span{0x2028, 0x202E},
    Span{0x2060, 0x206F}, Span{0x20D0, 0x20FF}, Span{0xFE00, 0xFE0F}, Span{0xFE20, 0xFE2F},
    Span{0xFEFF, 0xFEFF}, Span{0xFFF0, 0xFFFB}, Span{0xD800, 0xDFFF}, Span{0xE0000, 0xE0FFF},
};

/// East Asian characters and pictures.
constexpr std::array kDouble{
    Span{0x1100, 0x115F},   Span{0x2E80, 0x303E},   Span{0x3041, 0xA4CF},   Span{0xA960, 0xA97F},
    Span{0xAC00, 0xD7A3},   Span{0xF900, 0xFAFF},   Span{0xFE30, 0xFE6F},   Span{0xFF00, 0xFF60},
    Span{0xFFE0, 0xFFE6},   Span{0x1F300, 0x1F64F}, Span{0x1F680, 0x1F6FF}, Span{0x1F900, 0x1F9FF},
    Span{0x1FA70, 0x1FAFF}, Span{0x20000, 0x3FFFD},
};

template <std::size_t size>
constexpr bool in(const std::array<Span, size>& spans, char32_t character) {
  return std::ranges::any_of(
      spans, [&](const Span& span) { return span.from <= character && character <= span.to; });
}

}  // namespace

int width_of(char32_t character) {
  if (in(kHidden, character) || character > 0x10FFFF) return 0;
  return in(kDouble, character) ? 2 : 1;
}

std::u32string read_text(std::string_view utf8) {
  std::u32string text;
  text.reserve(utf8.size());
  while (!utf8.empty()) {
    const auto character = base::take_character(utf8);
    text += character.value_or(kReplacement);
    if (!character) utf8.remove_prefix(1);
  }
  return text;
}

std::string write_text(std::u32string_view text) {
  std::string utf8;
  utf8.reserve(text.size());
  for (const char32_t character : text) base::append_character(utf8, character);
  return utf8;
}

int width_of(std::string_view utf8) {
  int width = 0;
  for (const char32_t character : read_text(utf8)) width += width_of(character);
  return width;
}

std::string fit(std::string_view utf8, int columns) {
  if (width_of(utf8) <= columns) return std::string(utf8);
  std::string text;
  int left = columns - 1;
  for (const char32_t character : read_text(utf8)) {
    left -= width_of(character);
    if (left < 0) break;
    base::append_character(text, character);
  }
  return columns > 0 ? text + "." : "";
}

std::vector<std::string> wrap(std::string_view utf8, int columns) {
  std::vector<std::string> lines;
  std::string line;
  for (const auto word : base::split(utf8, ' ')) {
    if (word.empty()) continue;
    if (!line.empty() && width_of(line) + 1 + width_of(word) > columns) {
      lines.push_back(std::move(line));
      line.clear();
    }
    line += fit(line.empty() ? std::string(word) : " " + std::string(word), columns);
  }
  if (!line.empty()) lines.push_back(std::move(line));
  return lines;
}

Grid::Grid(int rows, int columns)
    : rows_(std::max(0, rows)),
      columns_(std::max(0, columns)),
      places_(static_cast<std::size_t>(rows_) * static_cast<std::size_t>(columns_)) {}

void Grid::set(int row, int column, char32_t glyph, const Style& style) {
  if (!holds(row, column)) return;
  auto& place = places_[index(row, column)];
  place.glyph = glyph;
  place.style = style;
}

int Grid::put(int row, int column, std::string_view utf8, const Style& style) {
  for (const char32_t character : read_text(utf8)) {
    const int width = width_of(character);
    if (width == 0) continue;
    if (width == 2 && !holds(row, column + 1)) break;
    set(row, column, character, style);
    if (width == 2) set(row, column + 1, 0, style);
    column += width;
  }
  return column;
}

void Grid::fill(int row, int column, int height, int width, const Style& style, char32_t glyph) {
  for (int y = row; y < row + height; ++y) {
    for (int x = column; x < column + width; ++x) {
      set(y, x, glyph, style);
    }
  }
}

void Grid::mark(int row, int column, int height, int width, int target) {
  for (int y = row; y < row + height; ++y) {
    for (int x = column; x < column + width; ++x) {
      if (holds(y, x)) places_[index(y, x)].target = static_cast<std::int16_t>(target);
    }
  }
}

std::string Grid::text() const {
  std::string text;
  std::size_t end = 0;
  for (int row = 0; row < rows_; ++row) {
    std::u32string line;
    for (int column = 0; column < columns_; ++column) {
      if (const char32_t glyph = at(row, column).glyph; glyph != 0) line += glyph;
    }
    while (line.ends_with(U' ')) line.pop_back();
    text += write_text(line) + "\n";
    if (!line.empty()) end = text.size();
  }
  text.resize(end);
  return text;
}

}  // namespace client::play
