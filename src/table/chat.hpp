// What was said of late at a table or in a standing lobby, for those who come back to it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "table/messages.hpp"

namespace table {

/// The last lines. Who has come in may know those that were said since, also while they were away.
class Chat {
 public:
  static constexpr std::size_t kMost = 50;

  void add(const Said& said) {
    lines_.push_back(said);
    ++count_;
    if (lines_.size() > kMost) lines_.pop_front();
  }
  /// How many lines there were.
  std::uint64_t count() const { return count_; }

  /// Somebody with a token has come in. Who was here before has heard what was said then.
  void let_in(const std::string& token) { since_.try_emplace(token, count_); }
  /// Another browser of the same person.
  void let_in_as(const std::string& token, std::string_view other) {
    const auto found = since_.find(other);
    since_.try_emplace(token, found == since_.end() ? count_ : found->second);
  }
  /// Somebody has gone for good.
  void let_out(const std::string& token) { since_.erase(token); }

  std::vector<Said> heard_by(std::string_view token) const {
    const auto found = since_.find(token);
    return found == since_.end() ? std::vector<Said>{} : since(found->second);
  }
  /// What was said after the first `from` lines, as far as it is kept.
  std::vector<Said> since(std::uint64_t from) const {
    const auto wanted = std::min<std::uint64_t>(count_ - std::min(from, count_), lines_.size());
    return {lines_.end() - static_cast<std::ptrdiff_t>(wanted), lines_.end()};
  }

 private:
  std::deque<Said> lines_;
  std::uint64_t count_ = 0;
  std::map<std::string, std::uint64_t, std::less<>> since_;  ///< by token: the lines before they came in
};

}  // namespace table
