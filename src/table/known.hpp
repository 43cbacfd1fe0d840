// How people are known who come by a browser: a number for each, and the name that they had.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.hpp"
#include "base/roster.hpp"

namespace table {

/// Whether the number is that of a person who looks at tabs, each of which has a number of its own.
inline bool is_person(base::PlayerId player) { return (player.value & base::kOtherPlaces) != 0; }

/// Numbers for people: none is given twice, their places are used again.
class PeopleNumbers {
 public:
  base::PlayerId take() {
    auto place = next_place_;
    if (free_.empty()) {
      ++next_place_;
    } else {
      place = free_.back();
      free_.pop_back();
    }
    return {base::kOtherPlaces | (++given_ << base::kPlaceBits) | place};
  }
  void give_back(base::PlayerId person) {
    free_.push_back(person.value & ((std::uint64_t{1} << base::kPlaceBits) - 1));
  }

 private:
  std::vector<std::uint64_t> free_;
  std::uint64_t next_place_ = 0;
  std::uint64_t given_ = 0;
};

/// How browsers were called that came of late, so that they are called so again.
class KnownNames {
 public:
  static constexpr std::size_t kMost = 10'000;

  void remember(const std::string& token, std::string_view name) {
    const auto [found, is_new] = names_.insert_or_assign(token, std::string(name));
    if (is_new) order_.push_back(token);
    if (order_.size() <= kMost) return;
    names_.erase(order_.front());
    order_.pop_front();
  }
  /// "" for who is not known.
  std::string find(std::string_view token) const {
    const auto found = names_.find(token);
    return found == names_.end() ? "" : found->second;
  }

 private:
  std::map<std::string, std::string, std::less<>> names_;
  std::deque<std::string> order_;  ///< of the tokens, oldest first
};

}  // namespace table
