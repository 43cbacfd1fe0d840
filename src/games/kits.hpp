// What games need besides options and seed, all in one place: made once, and given to every table.
#pragma once

#include <any>
#include <vector>

namespace games {

/// The kits of all games, by their types. One that nobody has set is as its type makes it.
class Kits {
 public:
  template <class Kit>
  const Kit& of() const {
    static const Kit kUsual{};
    for (const auto& one : kits_) {
      if (const auto* found = std::any_cast<Kit>(&one)) return *found;
    }
    return kUsual;
  }

  template <class Kit>
  Kit& of() {
    for (auto& one : kits_) {
      if (auto* found = std::any_cast<Kit>(&one)) return *found;
    }
    return kits_.emplace_back().emplace<Kit>();
  }

 private:
  std::vector<std::any> kits_;
};

}  // namespace games
