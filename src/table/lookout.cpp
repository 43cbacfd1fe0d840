// The lookout: what is made once for all who look around.
#include "table/lookout.hpp"

#include <algorithm>
#include <cassert>

namespace table {

void Lookout::remember(TableFacts finished) {
  finished_.push_front(std::move(finished));
  if (finished_.size() > kMostFinished) finished_.pop_back();
  assert(finished_.size() <= kMostFinished);
}

void Lookout::forget(TableId table) {
  std::erase_if(finished_, [&](const TableFacts& facts) { return facts.table == table; });
  overview_.reset();
}

std::shared_ptr<const Overview> Lookout::look(Time now, const std::function<Overview()>& survey) {
  if (!overview_ || now - overview_at_ >= kOverviewLasts) {
    auto all = survey();
    all.finished.assign(finished_.begin(), finished_.end());
    overview_ = std::make_shared<const Overview>(std::move(all));
    overview_at_ = now;
  }
  return overview_;
}

}  // namespace table
