// A journal in memory.
#include "store/memory.hpp"

#include <ranges>

namespace store {

std::uint64_t MemoryJournal::append(std::vector<Record> records) {
  queue_.push_back(std::move(records));
  const auto position = ++position_;
  if (!held_) settle();
  return position;
}

void MemoryJournal::release() {
  held_ = false;
  settle();
}

/// Whoever is told may append more, which is settled after what is here already.
void MemoryJournal::settle() {
  if (std::exchange(settling_, true)) return;
  while (!queue_.empty() && !held_) {
    const auto records = std::move(queue_.front());
    queue_.pop_front();
    const auto position = position_ - queue_.size();
    on_settled_({position, try_to_keep(records), 0, records.size()});
  }
  settling_ = false;
}

Result<void> MemoryJournal::try_to_keep(const std::vector<Record>& records) {
  ++appends_;
  if (broken_) return fail(Code::storage, "an append before this one has failed");
  Result<void> kept = fail(Code::storage, "the disk is full");
  if (appends_ != fails_at_) kept = keep(records);
  broken_ = !kept;
  return kept;
}

void MemoryJournal::begin_again() {
  queue_.clear();
  position_ = 0;
  broken_ = false;
}

Result<void> MemoryJournal::reopen() {
  if (failure_) return std::unexpected(*failure_);
  if (broken_ && refusals_ > 0) {
    --refusals_;
    return fail(Code::storage, "the disk is still full");
  }
  queue_.clear();
  broken_ = false;
  return {};
}

Result<void> MemoryJournal::keep(const std::vector<Record>& records) {
  if (failure_) return std::unexpected(*failure_);
  if (auto taken = sequence_.take(records); !taken) return taken;
  sequence_.commit();
  for (const auto& record : records) {
    if (const auto* header = std::get_if<Header>(&record)) tables_[header->table].header = *header;
    if (const auto* entry = std::get_if<Entry>(&record)) tables_[entry->table].entries.push_back(*entry);
    if (const auto* closing = std::get_if<Closing>(&record)) tables_[closing->table].closing = *closing;
  }
  return {};
}

Result<void> MemoryJournal::read_unfinished(const Visitor& visit, const OnDamage& /*on_damage*/) {
  for (const auto& [id, table] : tables_) {
    if (table.closing) continue;
    visit(table.header);
    for (const auto& entry : table.entries) visit(entry);
  }
  return {};
}

Result<StoredTable> MemoryJournal::read(TableId table) {
  const auto found = tables_.find(table);
  if (found == tables_.end()) return fail(Code::storage, "there is no such table");
  return found->second;
}

Result<void> MemoryJournal::read_all(const TableVisitor& visit, const OnDamage& /*on_damage*/) {
  for (const auto& [id, table] : tables_) visit(table);
  return {};
}

Result<std::vector<StoredTable>> MemoryJournal::last_finished(std::size_t most) {
  std::vector<StoredTable> found;
  for (const auto& [id, stored] : std::views::reverse(tables_)) {
    if (found.size() == most) break;
    if (stored.closing) found.push_back({stored.header, {}, stored.closing});
  }
  return found;
}

Result<TableId> MemoryJournal::last_table() { return tables_.empty() ? TableId{0} : tables_.rbegin()->first; }

}  // namespace store
