// Things by number, found without searching: for numbers whose low bits are a place that is used again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>

namespace base {

/// The low bits of a number in a roster are a place, the others tell apart who had it one after the other.
inline constexpr unsigned kPlaceBits = 24;

/// References stay good until their thing is erased.
template <class Thing>
class Roster {
 public:
  Thing* find(std::uint64_t number) {
    const auto place = place_of(number);
    if (place >= list_.size() || list_[place].number != number || !list_[place].thing) return nullptr;
    return &*list_[place].thing;
  }
  const Thing* find(std::uint64_t number) const { return const_cast<Roster*>(this)->find(number); }

  /// Whatever stood at the number's place is replaced.
  Thing& insert(std::uint64_t number, Thing thing) {
    const auto place = place_of(number);
    if (place >= list_.size()) list_.resize(place + 1);
    auto& seat = list_[place];
    if (!seat.thing) ++size_;
    seat.number = number;
    return seat.thing.emplace(std::move(thing));
  }

  void erase(std::uint64_t number) {
    if (find(number) == nullptr) return;
    list_[place_of(number)].thing.reset();
    --size_;
  }

  std::size_t size() const { return size_; }

  /// Calls `visit(number, thing)` for all.
  template <class Visit>
  void each(Visit visit) {
    for (auto& seat : list_) {
      if (seat.thing) visit(seat.number, *seat.thing);
    }
  }

 private:
  struct Seat {
    std::uint64_t number = 0;
    std::optional<Thing> thing;
  };

  static std::size_t place_of(std::uint64_t number) {
    return number & ((std::uint64_t{1} << kPlaceBits) - 1);
  }

  std::deque<Seat> list_;
  std::size_t size_ = 0;
};

}  // namespace base
