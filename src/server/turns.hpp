// Who is to be looked after next: those of every address in turns, so that nobody waits for all of another.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <utility>

#include "base/ids.hpp"
#include "server/purses.hpp"

namespace server {

class Turns {
 public:
  void add(base::PlayerId player, const std::shared_ptr<Purse>& whose) {
    if (whose->waiting.empty()) line_.push_back(whose);
    whose->waiting.push_back(player);
  }

  bool empty() const { return line_.empty(); }

  /// Whoever is next, of an address that goes to the end of the line if it has more. There must be one.
  base::PlayerId take() {
    const auto whose = std::move(line_.front());
    line_.pop_front();
    const auto player = whose->waiting.front();
    whose->waiting.pop_front();
    if (!whose->waiting.empty()) line_.push_back(whose);
    return player;
  }

 private:
  std::deque<std::shared_ptr<Purse>> line_;  ///< each once
};

}  // namespace server
