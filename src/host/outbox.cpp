// Journal first, tell second.
#include "host/outbox.hpp"

#include <algorithm>
#include <utility>

namespace host {
namespace {

/// Who comes to a table is told nothing before its past: sessions answer to all of that together.
void hold_back(std::span<Letter> letters) {
  for (const auto& letter : letters) {
    const auto* notice = std::get_if<table::Notice>(&letter.message);
    if (notice == nullptr || !std::holds_alternative<table::Resumed>(*notice)) continue;
    std::ranges::find(letters, letter.player, &Letter::player)->waits = true;
  }
}

}  // namespace

void Outbox::take(table::Effects& effects, Told before) {
  for (auto& record : effects.journal) records_.push_back(std::move(record));
  const auto after = records_.empty() ? position_ : position_ + 1;
  const auto first = letters_.size();
  for (auto& [player, message] : before) letters_.emplace_back(after, player, std::move(message));
  for (auto& [player, notice] : effects.tell) letters_.emplace_back(after, player, std::move(notice));
  hold_back(std::span(letters_).subspan(first));
  for (const auto& clock : effects.clocks) starts_.push_back({after, cleared_ + letters_.size(), {clock}});
  effects.journal.clear();
  effects.tell.clear();
  effects.clocks.clear();
}

std::vector<table::Record> Outbox::take_records() {
  ++position_;
  std::vector<table::Record> next;
  next.reserve(records_.size());
  return std::exchange(records_, std::move(next));
}

std::optional<Outbox::Start> Outbox::next_start() {
  if (starts_.empty()) return std::nullopt;
  const auto [after, letters, start] = starts_.front();
  if (after > durable_ || letters > cleared_ + told_) return std::nullopt;
  starts_.pop_front();
  return start;
}

Letter* Outbox::next_letter() {
  if (told_ == letters_.size() || letters_[told_].after > durable_) return nullptr;
  return &letters_[told_++];
}

void Outbox::tidy() {
  if (told_ * 2 < letters_.size()) return;  // moving the rest to the front costs less than what was told
  letters_.erase(letters_.begin(), letters_.begin() + static_cast<std::ptrdiff_t>(told_));
  cleared_ += std::exchange(told_, 0);
}

std::set<base::PlayerId> Outbox::drop(const std::set<base::TableId>& lost) {
  std::set<base::PlayerId> readers;
  for (auto at = told_; at < letters_.size(); ++at) readers.insert(letters_[at].player);
  cleared_ += letters_.size();
  letters_.clear();
  told_ = 0;
  records_.clear();
  durable_ = position_;
  std::erase_if(starts_, [&](const Waiting& one) { return lost.contains(one.start.clock.table); });
  for (auto& one : starts_) one = {0, 0, {one.start.clock, true}};
  return readers;
}

}  // namespace host
