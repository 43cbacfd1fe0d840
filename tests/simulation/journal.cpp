// A journal whose appends wait.
#include "simulation/journal.hpp"

namespace simulation {

std::uint64_t HeldJournal::append(std::vector<store::Record> records) {
  queue_.push_back(std::move(records));
  return ++position_;
}

/// An append that does not follow what is kept fails by itself, as on a real disk.
void HeldJournal::settle_next(Fate fate) {
  auto records = std::move(queue_.front());
  queue_.pop_front();
  const auto position = position_ - queue_.size();
  const auto count = records.size();
  if (fate == Fate::failed || broken_) {
    outcome_ = base::fail(base::Code::storage, "the disk is full");
  } else {
    static_cast<void>(kept_.append(std::move(records)));
  }
  broken_ = !outcome_;
  on_settled_({position, outcome_, 0, count});
}

base::Result<void> HeldJournal::reopen() {
  if (refusals_ > 0) {
    --refusals_;
    return base::fail(base::Code::storage, "the disk is still full");
  }
  broken_ = false;
  queue_.clear();
  return kept_.reopen();
}

void HeldJournal::lose() {
  queue_.clear();
  position_ = 0;
  broken_ = false;
  refusals_ = 0;
}

}  // namespace simulation
