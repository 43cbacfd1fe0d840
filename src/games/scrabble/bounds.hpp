// How many points the plays from one start could bring at most: lets the search for the best play skip most
// starts.
#pragma once

#include <array>
#include <cstdint>

#include "games/scrabble/search.hpp"

namespace games::scrabble {

/// Bounds for one rack, however its letters fall.
class Bounds {
 public:
  explicit Bounds(const Rack& rack);

  /// No play from the start brings more. Below 0 if there is surely none.
  int of(const Line& line, const Start& start) const;

 private:
  struct Sums;
  int with_right(const Line& line, const Start& start, Sums sums, int tiles) const;

  int size_;
  std::array<int, kRackSize + 1> most_ = {};  // points of the so many best tiles
  std::uint32_t letters_ = 0;                 // that can be laid
};

}  // namespace games::scrabble
