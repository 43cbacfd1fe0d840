// A cell of the Spectrangle board as characters: three lines or more, twice as many columns at its broadest.
#pragma once

#include <optional>

#include "client/play/grid.hpp"
#include "games/spectrangle/rules.hpp"
#include "games/spectrangle/tiles.hpp"

namespace client::play::spectrangle {

inline constexpr int kLeastLines = 3;

/// Columns from one triangle that points up to the next.
constexpr int pitch_of(int lines) { return 2 * lines + 2; }

struct Triangle {
  bool points_up = true;
  std::optional<games::spectrangle::Turned> tile{};  ///< none: it is empty
  int number = 0;                                    ///< of an empty cell
  int bonus = 1;                                     ///< of an empty cell
  bool fits = false;                                 ///< the chosen tile could be laid there
  bool cursor = false;
  bool fresh = false;  ///< the tile was laid last
  bool ghost = false;  ///< the tile is not laid yet
  int lines = kLeastLines;
};

/// Draws it so that triangles of one row touch: one that points up and the one that points down to its right
/// have the same column. Clicks on it mean `target`.
void draw_triangle(Grid& grid, int row, int column, const Triangle& triangle, const Look& look, int target);

}  // namespace client::play::spectrangle
