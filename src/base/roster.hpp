// Things by number, found without searching: for numbers whose low bits are a place that is used again.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace base {

/// The low bits of a number in a roster are a place, the others tell apart who had it one after the other.
inline constexpr unsigned kPlaceBits = 24;
/// Numbers with the highest bit have places of their own, and so have those with the next one.
inline constexpr std::uint64_t kOwnPlaces = std::uint64_t{1} << 63U;
inline constexpr std::uint64_t kOtherPlaces = std::uint64_t{1} << 62U;

/// References stay good until their thing is erased or replaced. It is asked for somebody many times a move.
template <class Thing>
class Roster {
 public:
  Thing* find(std::uint64_t number) {
    auto& list = list_of(number);
    const auto place = place_of(number);
    if (place >= list.size()) return nullptr;
    auto* seat = list[place].get();
    return seat != nullptr && seat->number == number ? &seat->thing : nullptr;
  }
  const Thing* find(std::uint64_t number) const { return const_cast<Roster*>(this)->find(number); }

  /// Whatever stood at the number's place is replaced.
  Thing& insert(std::uint64_t number, Thing thing) {
    auto& list = list_of(number);
    const auto place = place_of(number);
    if (place >= list.size()) list.resize(place + 1);
    if (!list[place]) ++size_;
    list[place] = std::make_unique<Seat>(number, std::move(thing));
    return list[place]->thing;
  }

  void erase(std::uint64_t number) {
    if (find(number) == nullptr) return;
    list_of(number)[place_of(number)].reset();
    --size_;
  }

  std::size_t size() const { return size_; }

  /// Calls `visit(number, thing)` for all.
  template <class Visit>
  void each(Visit visit) {
    for (auto& list : lists_) {
      for (auto& seat : list) {
        if (seat) visit(seat->number, seat->thing);
      }
    }
  }

 private:
  struct Seat {
    std::uint64_t number;
    Thing thing;
  };
  using List = std::vector<std::unique_ptr<Seat>>;

  List& list_of(std::uint64_t number) { return lists_[number / kOtherPlaces]; }
  static std::size_t place_of(std::uint64_t number) {
    return number & ((std::uint64_t{1} << kPlaceBits) - 1);
  }

  std::array<List, 4> lists_;
  std::size_t size_ = 0;
};

}  // namespace base
