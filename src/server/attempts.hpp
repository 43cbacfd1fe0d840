// How often somebody may try: so many times a minute, by token, by network address and by account.
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
/// A browser's own, those of all browsers of one address (a school, a family), and those at one account from
/// wherever they come.
inline constexpr std::size_t kMostByToken = 5;
inline constexpr std::size_t kMostByHost = 120;
inline constexpr std::size_t kMostByAccount = 10;

/// Who tries, and whose password; an account of no name stands for none.
struct Attempt {
  std::string_view token;
  std::string_view host;
  std::string_view account_key;
};

class Attempts {
 public:
  /// Counts an attempt. False, and nothing is counted, if there were too many.
  bool step(const Attempt& attempt, base::Time now) {
    forget(now);
    auto& of_token = times_["token " + std::string(attempt.token)];
    auto& of_host = times_["host " + std::string(attempt.host)];
    auto& of_account = times_["account " + std::string(attempt.account_key)];
    const bool has_account = !attempt.account_key.empty();
    if (of_token.size() >= kMostByToken || of_host.size() >= kMostByHost ||
        (has_account && of_account.size() >= kMostByAccount))
      return false;
    of_token.push_back(now);
    of_host.push_back(now);
    if (has_account) of_account.push_back(now);
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
