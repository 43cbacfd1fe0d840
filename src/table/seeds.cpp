// The seeds of tables, one after the other.
#include "table/seeds.hpp"

#include <utility>

namespace table {

base::Seed Seeds::next() {
  if (source_) return source_();
  if (!next_.key()) return numbers_.next();
  auto following = base::Seed(next_.derive("next table"));
  return std::exchange(next_, following);
}

std::uint64_t Seeds::below(std::uint64_t bound) {
  if (!source_ && !next_.key()) return numbers_.below(bound);
  return base::Rng(next()).below(bound);
}

}  // namespace table
