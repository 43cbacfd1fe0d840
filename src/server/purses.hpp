// What all peers of one address, or all windows of one account, may still do together.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include "host/turns.hpp"
#include "server/allowance.hpp"

namespace server {

struct Allowances {
  Allowance requests;
  Allowance tables;   ///< and lobbies, asked for
  Allowance chat{0};  ///< said in the hall
};

struct Purse : host::Company, Allowances {
  base::Duration wait(base::Time now) { return std::max(requests.wait(now), tables.wait(now)); }
  /// How long it takes until so many before somebody have gone on, if each asks for as much as at one go.
  base::Duration turn_of(std::size_t before) const {
    return std::max(requests.time_for(before * kOneGo), tables.time_for(before));
  }
  static constexpr std::size_t kOneGo = 50;
  bool is_full(base::Time now) { return requests.is_full(now) && tables.is_full(now) && chat.is_full(now); }
};

/// A purse for each address or account, as long as somebody uses it or it is not full again.
class Purses {
 public:
  explicit Purses(const Allowances& fresh) : fresh_(fresh) {}

  std::shared_ptr<Purse> of(const std::string& whose, base::Time now) {
    if (purses_.size() >= 2 * kept_ + kFew) forget_full(now);
    auto& purse = purses_[whose];
    if (!purse) purse = std::make_shared<Purse>(Purse{{.name = whose}, fresh_});
    return purse;
  }

  std::size_t size() const { return purses_.size(); }

 private:
  static constexpr std::size_t kFew = 1000;

  void forget_full(base::Time now) {
    std::erase_if(purses_,
                  [&](auto& one) { return one.second.use_count() == 1 && one.second->is_full(now); });
    kept_ = purses_.size();
  }

  Allowances fresh_;
  std::unordered_map<std::string, std::shared_ptr<Purse>> purses_;
  std::size_t kept_ = 0;  ///< when it was looked last
};

}  // namespace server
