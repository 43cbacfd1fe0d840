// Where the seeds of tables come from.
#pragma once

#include <functional>

#include "base/rng.hpp"

namespace table {

/// One seed after the other. For tests all of them come from a first one, so that everything can be repeated,
/// and whoever knows one of them knows the rest; for people each comes from outside, and says nothing of the
/// others.
class Seeds {
 public:
  using Source = std::function<base::Seed()>;

  /// Of a number: the draws of its generator. Of a key: the key itself, then what is derived from the one
  /// before.
  explicit Seeds(const base::Seed& first) : next_(first), numbers_(first.number()) {}
  explicit Seeds(Source source) : source_(std::move(source)) {}

  base::Seed next();
  /// A number from 0 to bound - 1.
  std::uint64_t below(std::uint64_t bound);

 private:
  Source source_;
  base::Seed next_;
  base::Rng numbers_;
};

}  // namespace table
