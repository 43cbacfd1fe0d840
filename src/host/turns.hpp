// Who is to be looked after next: those of every company in turns, so that nobody waits for all of another.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <utility>

#include "base/ids.hpp"

namespace host {

/// All who take turns as one: those of one network address, with the bots that they have invited.
struct Company {
  std::string name{};                    ///< the address
  std::deque<base::PlayerId> waiting{};  ///< to be looked after
  std::size_t bots = 0;                  ///< that are here
};

class Turns {
 public:
  void add(base::PlayerId player, const std::shared_ptr<Company>& company) {
    if (company->waiting.empty()) line_.push_back(company);
    company->waiting.push_back(player);
  }

  bool empty() const { return line_.empty(); }

  /// Whoever is next, of a company that goes to the end of the line if it has more. There must be one.
  base::PlayerId take() {
    auto& waiting = line_.front()->waiting;
    const auto player = waiting.front();
    waiting.pop_front();
    if (waiting.empty()) {
      line_.pop_front();
    } else if (line_.size() > 1) {
      line_.push_back(std::move(line_.front()));
      line_.pop_front();
    }
    return player;
  }

 private:
  std::deque<std::shared_ptr<Company>> line_;  ///< each once
};

}  // namespace host
