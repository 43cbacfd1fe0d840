// A cell of the Spectrangle board as characters.
#include "client/play/spectrangle/triangle.hpp"

#include <fmt/format.h>

#include <array>

namespace client::play::spectrangle {

using games::spectrangle::Turned;

namespace {

constexpr Colour kEmpty = 236;
constexpr Colour kBonus = 240;
constexpr Colour kFits = 22;
constexpr Colour kCursor = 39;

/// By games::spectrangle::Colour.
constexpr std::array<Colour, games::spectrangle::kColours> kPapers{167, 71, 68, 221, 134, 255};

/// Where a line of the triangle begins and how wide it is.
struct Extent {
  int left;
  int width;
};

Extent extent(const Triangle& triangle, int line) {
  if (triangle.points_up) return {triangle.lines - 1 - line, 2 + 2 * line};
  return {triangle.lines + 1 + line, 2 * triangle.lines - 2 * line};
}

/// The sides of a tile as one sees them.
struct Sides {
  games::spectrangle::Colour level;  ///< the horizontal one
  games::spectrangle::Colour left;
  games::spectrangle::Colour right;
};

Sides sides_of(const Turned& tile, bool points_up) {
  const auto& colours = games::spectrangle::colours_of(tile);
  return points_up ? Sides{colours[0], colours[2], colours[1]} : Sides{colours[0], colours[1], colours[2]};
}

Colour paper_of(games::spectrangle::Colour colour) { return kPapers[static_cast<std::size_t>(colour)]; }

void paint_line(Grid& grid, int row, int column, int line, const Triangle& triangle) {
  const auto [left, width] = extent(triangle, line);
  const int x = column + left;
  if (!triangle.tile) {
    const Colour paper = triangle.fits ? kFits : triangle.bonus > 1 ? kBonus : kEmpty;
    return grid.fill(row, x, 1, width, {.ink = 250, .paper = paper});
  }
  const auto sides = sides_of(*triangle.tile, triangle.points_up);
  const bool level = line == (triangle.points_up ? triangle.lines - 1 : 0);
  if (level) return grid.fill(row, x, 1, width, {.ink = 16, .paper = paper_of(sides.level)});
  grid.fill(row, x, 1, width / 2, {.ink = 16, .paper = paper_of(sides.left)});
  grid.fill(row, x + width / 2, 1, width / 2, {.ink = 16, .paper = paper_of(sides.right)});
}

/// Puts a character there without changing the paper.
void write_on(Grid& grid, int row, int column, std::string_view text, const Triangle& triangle) {
  if (row < 0 || row >= grid.rows()) return;
  for (const char letter : text) {
    if (column < 0 || column >= grid.columns()) return;
    Style style = grid.at(row, column).style;
    style.bold = !triangle.ghost && (triangle.tile.has_value() || triangle.fits);
    style.underline = triangle.fresh;
    grid.put(row, column++, std::string(1, letter), style);
  }
}

void write_inside(Grid& grid, int row, int column, const Triangle& triangle, const Look& look) {
  // Up: the middle is at columns 2 and 3 of the lower two lines of three; down: at 6 and 7 of the upper two.
  const int middle = column + (triangle.points_up ? triangle.lines - 1 : 2 * triangle.lines);
  const int level = row + (triangle.points_up ? triangle.lines - 1 : 0);
  const int upper = row + (triangle.points_up ? triangle.lines / 2 : (triangle.lines - 1) / 2);
  if (triangle.tile) {
    const auto sides = sides_of(*triangle.tile, triangle.points_up);
    const int value = games::spectrangle::value_of(triangle.tile->tile);
    write_on(grid, level, middle, fmt::format("{}{}", letter_of(sides.level), value), triangle);
    write_on(grid, upper, middle, fmt::format("{}{}", letter_of(sides.left), letter_of(sides.right)),
             triangle);
    return;
  }
  const auto number = triangle.fits && !look.colour ? "**" : fmt::format("{:>2}", triangle.number);
  write_on(grid, triangle.points_up ? upper : level, middle, number, triangle);
  if (triangle.bonus > 1) {
    write_on(grid, triangle.points_up ? level : upper, middle, fmt::format("x{}", triangle.bonus), triangle);
  }
}

/// The slanted sides belong to triangles that point up; the cursor shows on either kind.
void draw_edges(Grid& grid, int row, int column, const Triangle& triangle, const Look& look) {
  for (int line = 0; line < triangle.lines; ++line) {
    const auto [left, width] = extent(triangle, line);
    const int first = column + left;
    const int last = first + width - 1;
    if (triangle.cursor && (triangle.points_up || line < triangle.lines - 1)) {
      const Style style =
          look.colour ? Style{.ink = 16, .paper = kCursor, .bold = true} : Style{.reverse = true};
      grid.put(row + line, first, "[", style);
      grid.put(row + line, last, "]", style);
    } else if (triangle.points_up) {
      Triangle edge{};
      write_on(grid, row + line, first, "/", edge);
      write_on(grid, row + line, last, "\\", edge);
    }
  }
}

}  // namespace

void draw_triangle(Grid& grid, int row, int column, const Triangle& triangle, const Look& look, int target) {
  for (int line = 0; line < triangle.lines; ++line) {
    const auto [left, width] = extent(triangle, line);
    if (look.colour) paint_line(grid, row + line, column, line, triangle);
    grid.mark(row + line, column + left, 1, width, target);
  }
  draw_edges(grid, row, column, triangle, look);
  write_inside(grid, row, column, triangle, look);
}

}  // namespace client::play::spectrangle
