// A grid of styled characters: what a screen shows, before any terminal is asked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace client::play {

/// Colours are numbers of the usual palette of 256.
using Colour = std::int16_t;
inline constexpr Colour kDefault = -1;

struct Style {
  Colour ink = kDefault;
  Colour paper = kDefault;
  bool bold = false;
  bool reverse = false;
  bool underline = false;

  friend bool operator==(const Style&, const Style&) = default;
};

/// One place of the screen. A character of double width is followed by a place whose glyph is 0.
struct Place {
  char32_t glyph = U' ';
  Style style{};
  std::int16_t target = -1;  ///< what a click there means to who drew it; negative: nothing

  friend bool operator==(const Place&, const Place&) = default;
};

/// What the terminal can show.
struct Look {
  bool unicode = true;
  bool colour = true;
};

struct Size {
  int rows = 0;
  int columns = 0;
};

/// A part of a grid.
struct Area {
  int row = 0;
  int column = 0;
  Size size{};
};

/// How many columns a character takes: 0 for what is not shown at all (controls, combining marks), else 1
/// or 2.
int width_of(char32_t character);

/// The characters of a text; what is not UTF-8 becomes U+FFFD.
std::u32string read_text(std::string_view utf8);
std::string write_text(std::u32string_view text);

/// How many columns a text takes.
int width_of(std::string_view utf8);

/// Cut to so many columns, the last of them a dot if something was cut off.
std::string fit(std::string_view utf8, int columns);

/// The words of a text in lines of at most so many columns; a word that is longer is cut.
std::vector<std::string> wrap(std::string_view utf8, int columns);

/// Writing outside of it does nothing: a screen that is too small shows less.
class Grid {
 public:
  Grid(int rows, int columns);

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  const Place& at(int row, int column) const { return places_[index(row, column)]; }

  /// Characters that cannot be shown are left out. Returns the column behind the text.
  int put(int row, int column, std::string_view utf8, const Style& style = {});
  void fill(int row, int column, int height, int width, const Style& style, char32_t glyph = U' ');
  /// Says what a click there means. What is put there before or afterwards does not change it.
  void mark(int row, int column, int height, int width, int target);

  /// Its characters without their styles, a line a row, without spaces at the ends of lines and without empty
  /// lines at the end.
  std::string text() const;

  friend bool operator==(const Grid&, const Grid&) = default;

 private:
  bool holds(int row, int column) const {
    return row >= 0 && row < rows_ && column >= 0 && column < columns_;
  }
  void set(int row, int column, char32_t glyph, const Style& style);
  std::size_t index(int row, int column) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
           static_cast<std::size_t>(column);
  }

  int rows_;
  int columns_;
  std::vector<Place> places_;
};

}  // namespace client::play
