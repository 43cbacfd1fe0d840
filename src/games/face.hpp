// What the games' descriptions of themselves have in common.
#pragma once

#include <optional>
#include <string>

#include "base/ids.hpp"
#include "base/value.hpp"

namespace games {

inline base::Value describe_seat(std::optional<base::Seat> seat) {
  return seat ? base::Value(seat->value) : base::Value();
}

/// The member `moves` of a description, as plain faces want it: [["e2e4","e4"],...], each move of who looks
/// in notation and in the words of `label`.
template <class G, class Label>
base::Value list_moves(const typename G::View& view, Label label) {
  base::List list;
  for (const auto& move : G::moves(view)) list.push_back(base::list({G::write(move), label(move)}));
  return list;
}

/// The same with the notation as label.
template <class G>
base::Value list_moves(const typename G::View& view) {
  return list_moves<G>(view, [](const typename G::Move& move) { return G::write(move); });
}

}  // namespace games
