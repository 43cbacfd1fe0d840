// How often somebody may try: so many times a minute, by token and by network address.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.hpp"

namespace server {

inline constexpr base::Duration kAttemptsCount = std::chrono::minutes(1);
/// A browser's own, and those of all browsers of one address (a school, a family).
inline constexpr std::size_t kMostByToken = 5;
inline constexpr std::size_t kMostByHost = 20;

class Attempts {
 public:
  /// Counts an attempt. False, and nothing is counted, if there were too many.
  bool step(std::string_view token, std::string_view host, base::Time now) {
    forget(now);
    auto& of_token = times_[std::string(token)];
    auto& of_host = times_[std::string(host)];
    if (of_token.size() >= kMostByToken || of_host.size() >= kMostByHost) return false;
    of_token.push_back(now);
    of_host.push_back(now);
    return true;
  }

 private:
  /// What is older does not count any more, so that no more is kept than was tried within a minute.
  void forget(base::Time now) {
    for (auto one = times_.begin(); one != times_.end();) {
      std::erase_if(one->second, [&](base::Time time) { return time + kAttemptsCount <= now; });
      one = one->second.empty() ? times_.erase(one) : std::next(one);
    }
  }

  std::map<std::string, std::vector<base::Time>, std::less<>> times_;
};

}  // namespace server
