// What was seen on all connections, counted: messages each way, violations by kind, what to mend first.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "client/tap/watch.hpp"

namespace client::tap {

class Tally {
 public:
  void see(char peer, const Sight& sight);

  std::size_t messages(Way way) const { return messages_[static_cast<std::size_t>(way)]; }
  std::size_t violations() const { return violations_; }
  /// For people: a line a kind of violation, in the order in which they were seen first, since what comes
  /// later often follows from what came before. Empty if there was none.
  std::vector<std::string> to_mend() const;

 private:
  /// Violations of one sentence by one side.
  struct Kind {
    Sight first;
    char peer = '?';
    std::size_t count = 1;
  };

  std::array<std::size_t, 2> messages_{};
  std::size_t violations_ = 0;
  std::vector<Kind> kinds_;  ///< in the order in which they were seen first
};

}  // namespace client::tap
