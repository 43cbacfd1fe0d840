// Why cases fail: those that fail for the same reason are told of once, by the one that is about it.
#pragma once

#include <vector>

#include "client/check/report.hpp"

namespace client::check {

/// Of all rows that failed for the same reason the one that is about it stays; the others were not reached
/// since that one. What no case failed for, and should be otherwise, gets a row of its own. What failed
/// stands before all else then, in the order of causes_of.
void gather(const protocols::Protocol& protocol, std::vector<Row>& rows);

/// One reason for which cases fail.
struct Cause {
  const Row* row = nullptr;          ///< that tells of it
  std::vector<const Row*> others{};  ///< that come no further because of it
};

/// What failed, what is to be mended first first: what must be right, then what stops most.
std::vector<Cause> causes_of(const std::vector<Row>& rows);

}  // namespace client::check
