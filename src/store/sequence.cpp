// The guard of the key (table, seq).
#include "store/sequence.hpp"

#include <fmt/format.h>

namespace store {

Result<void> Sequence::take(std::span<const Record> records) {
  const auto start = undo_.size();
  for (const auto& record : records) {
    if (auto followed = follow(record); !followed) {
      rollback_to(start);
      return followed;
    }
  }
  return {};
}

Result<void> Sequence::follow(const Record& record) {
  const auto id = table_of(record);
  auto known = next_.find(id);
  if (writers_ == Writers::several) {
    const auto* entry = std::get_if<Entry>(&record);
    const auto seq = entry != nullptr ? entry->seq : 0;
    const bool is_news =
        !std::holds_alternative<Header>(record) && (known == next_.end() || seq > known->second);
    if (is_news) known = next_.insert_or_assign(id, seq).first;
  }
  if (std::holds_alternative<Header>(record)) {
    if (known != next_.end()) return fail(Code::storage, fmt::format("table {} is there already", id.value));
    undo_.emplace_back(id, std::nullopt);
    next_.emplace(id, 0);
    return {};
  }
  if (known == next_.end()) return fail(Code::storage, fmt::format("table {} is not open", id.value));
  if (const auto* entry = std::get_if<Entry>(&record); entry && entry->seq != known->second) {
    return fail(Code::storage,
                fmt::format("table {}: entry {} where {} must come", id.value, entry->seq, known->second));
  }
  undo_.emplace_back(id, known->second);
  if (std::holds_alternative<Closing>(record)) {
    next_.erase(known);
  } else {
    ++known->second;
  }
  return {};
}

void Sequence::rollback_to(std::size_t size) {
  for (; undo_.size() > size; undo_.pop_back()) {
    const auto& [table, next] = undo_.back();
    if (next) {
      next_[table] = *next;
    } else {
      next_.erase(table);
    }
  }
}

}  // namespace store
