// A closed list of games: the compiler finds what a new game still lacks.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <utility>

#include "games/boxed.hpp"
#include "games/game.hpp"

namespace games {

template <Game... G>
struct List {
  template <std::size_t index>
  using At = std::tuple_element_t<index, std::tuple<G...>>;

  static constexpr std::size_t size = sizeof...(G);
  static constexpr std::array<std::string_view, size> names{G::name...};

  /// Calls f(std::integral_constant<std::size_t, index>) for a run-time index below size.
  template <class F>
  static auto with(std::size_t index, F&& f) {
    return with_from<0>(index, std::forward<F>(f));
  }

  /// Calls f(std::integral_constant<std::size_t, index>, what is in the box), which is of that game.
  template <class Box, class F>
  static auto open(Box& boxed, F&& f) {
    return open_from<0>(boxed, std::forward<F>(f));
  }

 private:
  template <std::size_t at, class Box, class F>
  static auto open_from(Box& boxed, F&& f) {
    using T = typename PartIn<At<at>, Box::role>::Type;
    if constexpr (at + 1 < size) {
      if (!boxed.template holds<T>()) return open_from<at + 1>(boxed, std::forward<F>(f));
    }
    return f(std::integral_constant<std::size_t, at>{}, get<T>(boxed));
  }

  template <std::size_t at, class F>
  static auto with_from(std::size_t index, F&& f) {
    if constexpr (at + 1 < size) {
      if (index != at) return with_from<at + 1>(index, std::forward<F>(f));
    }
    return f(std::integral_constant<std::size_t, at>{});
  }
};

}  // namespace games
