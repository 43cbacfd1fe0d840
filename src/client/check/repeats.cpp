// Circles in conversations.
#include "client/check/repeats.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace client::check {
namespace {

constexpr std::size_t kLongestCircle = 8;  ///< lines

/// How often the `length` lines from there come, one time after the other.
std::size_t rounds(const std::vector<std::string>& lines, std::size_t at, std::size_t length) {
  std::size_t count = 1;
  const auto first = lines.begin() + static_cast<std::ptrdiff_t>(at);
  while (at + (count + 1) * length <= lines.size() &&
         std::equal(first, first + static_cast<std::ptrdiff_t>(length),
                    first + static_cast<std::ptrdiff_t>(count * length)))
    ++count;
  return count;
}

}  // namespace

std::vector<std::string> collapsed(const std::vector<std::string>& lines) {
  std::vector<std::string> shorter;
  for (std::size_t at = 0; at < lines.size();) {
    std::size_t length = 1;
    while (length < kLongestCircle && rounds(lines, at, length) < 2) ++length;
    const auto count = rounds(lines, at, length);
    if (count < 2) {
      shorter.push_back(lines[at++]);
      continue;
    }
    shorter.insert(shorter.end(), lines.begin() + static_cast<std::ptrdiff_t>(at),
                   lines.begin() + static_cast<std::ptrdiff_t>(at + length));
    if (length == 1) {
      shorter.back() += fmt::format("   x{}", count);
    } else {
      shorter.push_back(fmt::format("(these {} lines x{})", length, count));
    }
    at += count * length;
  }
  return shorter;
}

}  // namespace client::check
