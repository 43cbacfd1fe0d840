// What somebody is told later, once the past of a table was read for them.
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "protocols/query.hpp"

namespace host {

/// Notices and answers, and the clocks that start once those were told, in their order.
class Backlog {
 public:
  using Later = std::variant<table::Notice, protocols::Answer, table::ClockStart>;

  bool empty() const { return later_.empty(); }
  void add(Later later) { later_.push_back(std::move(later)); }
  /// Whose past is needed first; nullptr: none is.
  const table::Resumed* wanted() const;
  /// That one with its past was read: takes out all up to where another past is needed.
  std::vector<Later> release(const table::Resumed& read);
  const std::vector<Later>& all() const { return later_; }

 private:
  std::vector<Later> later_;
};

}  // namespace host
