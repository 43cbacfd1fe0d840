// The tiles in somebody's hand, always in order.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "games/scrabble/tiles.hpp"

namespace games::scrabble {

/// At most seven tiles in hand ('A' to 'Z' and kBlank), sorted, so that equal hands are equal values.
class Rack {
 public:
  constexpr Rack() = default;

  /// The tiles of a text; more than seven are cut off.
  explicit constexpr Rack(std::string_view tiles) {
    for (const Tile tile : tiles) add(tile);
  }

  constexpr std::string_view tiles() const { return {tiles_.data(), size_}; }
  constexpr int size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }

  constexpr void add(Tile tile) {
    if (size_ == kRackSize) return;
    tiles_[size_++] = tile;
    std::ranges::sort(tiles_.begin(), tiles_.begin() + size_);
  }

  /// Takes one tile out; false if it is not there.
  constexpr bool remove(Tile tile) {
    const auto end = tiles_.begin() + size_;
    const auto found = std::find(tiles_.begin(), end, tile);
    if (found == end) return false;
    std::move(found + 1, end, found);
    tiles_[--size_] = kNone;
    return true;
  }

  /// Takes several tiles out; changes nothing and is false if one of them is not there.
  constexpr bool remove_all(std::string_view tiles) {
    Rack left = *this;
    for (const Tile tile : tiles)
      if (!left.remove(tile)) return false;
    *this = left;
    return true;
  }

  friend bool operator==(const Rack&, const Rack&) = default;

 private:
  std::array<Tile, kRackSize> tiles_ = {};
  std::uint8_t size_ = 0;
};

}  // namespace games::scrabble
