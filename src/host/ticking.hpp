// When the sessions of each protocol tick.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <vector>

#include "protocols/all.hpp"

namespace host {

class Ticking {
 public:
  Ticking();

  /// A session of that protocol begins, and ends.
  void join(const protocols::Protocol& protocol, base::Time now);
  void leave(const protocols::Protocol& protocol);
  /// When the next is due; `now` if some are already.
  std::optional<base::Time> next(base::Time now) const;

  /// Whose sessions tick now. Ticks that were missed are not made up for. Where many are due, only some are
  /// given, so that whoever speaks is heard before the rest.
  using Everybody = std::function<std::vector<base::PlayerId>(const protocols::Protocol&)>;
  std::vector<base::PlayerId> take_due(base::Time now, const Everybody& everybody);

 private:
  struct Beat {
    const protocols::Protocol* protocol;
    base::Time next{};
    std::size_t sessions = 0;
    std::deque<base::PlayerId> due{};  ///< whose sessions have not ticked yet, though it was time
  };

  Beat* find(const protocols::Protocol& protocol);

  std::vector<Beat> beats_;  ///< of the protocols that tick
};

}  // namespace host
