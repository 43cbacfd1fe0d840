// How many there are of something, in words for people.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace base {

/// "1 point", "2 points".
template <class Number>
std::string count_of(Number count, std::string_view thing) {
  return fmt::format("{} {}{}", count, thing, count == Number{1} ? "" : "s");
}

}  // namespace base
