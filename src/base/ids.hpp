// Identities: numbers that cannot be mistaken for one another.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace base {

/// A number of one kind. Two kinds never mix.
template <class Kind, class Number>
struct Id {
  Number value{};

  friend auto operator<=>(const Id&, const Id&) = default;
};

using TableId = Id<struct TableKind, std::uint64_t>;    ///< one game at one table, for ever
using PlayerId = Id<struct PlayerKind, std::uint64_t>;  ///< one visitor of the hall, while the server runs
using Seat = Id<struct SeatKind, std::uint8_t>;         ///< a place at a table, counted from 0

}  // namespace base

template <class Kind, class Number>
struct std::hash<base::Id<Kind, Number>> {
  std::size_t operator()(base::Id<Kind, Number> id) const noexcept { return std::hash<Number>{}(id.value); }
};
