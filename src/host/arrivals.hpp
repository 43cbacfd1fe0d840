// When what waits in a session has arrived.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "base/time.hpp"

namespace host {

/// Told after every change how many bytes wait, it knows when those came that were taken. It holds nothing
/// while nothing waits.
class Arrivals {
 public:
  /// Some more have come: so many wait now.
  void note(std::size_t untaken, base::Time now) {
    static_cast<void>(take(untaken));  // a session may have dropped what waited
    if (untaken > waiting_) add(untaken - waiting_, now);
    waiting_ = untaken;
  }

  /// Some were taken, and so many still wait: when the last of those taken came. Nothing if none was.
  std::optional<base::Time> take(std::size_t untaken) {
    std::optional<base::Time> came;
    auto part = parts_.begin();
    while (waiting_ > untaken) {
      const auto taken = std::min(waiting_ - untaken, part->bytes);
      came = part->at;
      waiting_ -= taken;
      part->bytes -= taken;
      if (part->bytes == 0) ++part;
    }
    parts_.erase(parts_.begin(), part);
    if (parts_.empty()) parts_ = {};
    return came;
  }

  std::optional<base::Time> oldest() const {
    return parts_.empty() ? std::nullopt : std::optional(parts_.front().at);
  }

 private:
  struct Part {
    std::size_t bytes;
    base::Time at;
  };

  void add(std::size_t bytes, base::Time now) {
    if (!parts_.empty() && parts_.back().at == now) {
      parts_.back().bytes += bytes;
    } else {
      parts_.push_back({bytes, now});
    }
  }

  std::vector<Part> parts_;  ///< from old to new
  std::size_t waiting_ = 0;
};

}  // namespace host
