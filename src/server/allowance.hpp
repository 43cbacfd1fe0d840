// How much somebody may still do: it grows with time, up to as much as two seconds give.
#pragma once

#include <algorithm>
#include <cstddef>

#include "base/time.hpp"

namespace server {

class Allowance {
 public:
  /// So much is given each second; 0: there is no limit.
  explicit Allowance(std::size_t per_second) : rate_(static_cast<double>(per_second)), left_(2 * rate_) {}

  /// Something was done; that may leave a debt.
  void spend(std::size_t amount, base::Time now) {
    if (rate_ == 0) return;
    grow(now);
    left_ -= static_cast<double>(amount);
  }

  /// How long it takes until there is no debt.
  base::Duration wait(base::Time now) {
    if (rate_ == 0) return {};
    grow(now);
    return left_ >= 0 ? base::Duration{}
                      : base::Duration(1 + static_cast<base::Duration::rep>(-left_ * 1000 / rate_));
  }

  /// How long it takes until so much is given.
  base::Duration time_for(std::size_t amount) const {
    if (rate_ == 0) return {};
    return base::Duration(static_cast<base::Duration::rep>(static_cast<double>(amount) * 1000 / rate_));
  }

  /// Whether nothing is missing from what there was in the beginning.
  bool is_full(base::Time now) {
    grow(now);
    return left_ >= 2 * rate_;
  }

 private:
  void grow(base::Time now) {
    const auto passed = std::max(base::Duration{}, now - since_);
    since_ = now;
    left_ = std::min(2 * rate_, left_ + rate_ * static_cast<double>(passed.count()) / 1000);
  }

  double rate_;
  double left_;
  base::Time since_{};
};

}  // namespace server
