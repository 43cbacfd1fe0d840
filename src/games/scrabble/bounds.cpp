// Bounds: the best tiles on the best places.
#include "games/scrabble/bounds.hpp"

#include <algorithm>

namespace games::scrabble {

// What is sure (old tiles), and how many of the places multiply what is laid on them.
struct Bounds::Sums {
  int own = 0;
  int side = 0;
  int factor = 1;
  std::array<std::size_t, 4> letters = {};   // places with a letter factor of at least so many
  std::array<std::size_t, 4> crossing = {};  // places with a factor for a crossing word of at least so many

  void take_run(const Line& line, int& place) {
    for (; place >= 0 && line.letters[static_cast<std::size_t>(place)] != 0; --place)
      own += line.values[static_cast<std::size_t>(place)];
  }

  void add(const Line& line, std::size_t at) {
    const int own_factor = line.factors[at] & 0xffff;
    const int crossing_factor = line.factors[at] >> 16;
    for (std::size_t least = 1; least <= 3; ++least) {
      letters[least] += own_factor >= static_cast<int>(least) ? 1U : 0U;
      crossing[least] += crossing_factor >= static_cast<int>(least) ? 1U : 0U;
    }
    side += line.side[at] >> 16;
    factor *= line.word_factor[at];
  }
};

Bounds::Bounds(const Rack& rack) : size_(rack.size()) {
  std::array<int, kRackSize> values{};
  std::ranges::transform(rack.tiles(), values.begin(), value_of);
  std::ranges::sort(values, std::ranges::greater{});
  for (std::size_t tile = 0; tile < kRackSize; ++tile) most_[tile + 1] = most_[tile] + values[tile];
  for (const Tile tile : rack.tiles()) letters_ |= tile == kBlank ? Graph::kLetters : 1U << index_of(tile);
}

int Bounds::of(const Line& line, const Start& start) const {
  Sums left;
  int place = start.place;
  left.take_run(line, place);
  int bound = place != start.place ? with_right(line, start, left, 0) : -1;
  for (int tiles = 1; tiles <= size_ && place >= 0; ++tiles) {
    const auto at = static_cast<std::size_t>(place);
    if ((line.fits[at + 1] & letters_) == 0) break;
    left.add(line, at);
    --place;
    left.take_run(line, place);
    bound = std::max(bound, with_right(line, start, left, tiles));
  }
  return bound;
}

// More tiles never bring less, so only the most that fit to the right are looked at. The best tiles lie on
// the best places, for the word and for the crossing words independently.
int Bounds::with_right(const Line& line, const Start& start, Sums sums, int tiles) const {
  for (int place = start.place + 1; place <= start.room && tiles < size_; ++place, ++tiles)
    sums.add(line, static_cast<std::size_t>(place));
  if (tiles == 0) return -1;
  int own = sums.own;
  int side = sums.side;
  for (std::size_t least = 1; least <= 3; ++least) {
    own += most_[sums.letters[least]];
    side += most_[sums.crossing[least]];
  }
  return own * sums.factor + side + (tiles == kRackSize ? kBonus : 0);
}

}  // namespace games::scrabble
