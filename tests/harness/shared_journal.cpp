// One journal for several nodes.
#include "harness/shared_journal.hpp"

#include <ranges>

namespace harness {

using base::Result;

Result<void> SharedTables::check(const std::vector<store::Record>& records) const {
  std::map<base::TableId, std::uint64_t> next;
  for (const auto& record : records) {
    const auto id = table_of(record);
    const auto found = tables_.find(id);
    const auto* entry = std::get_if<store::Entry>(&record);
    if (std::holds_alternative<store::Header>(record)) {
      if (found != tables_.end() || !next.emplace(id, 0).second)
        return base::fail(base::Code::corrupt, "a table was opened twice");
      continue;
    }
    if (found == tables_.end() && !next.contains(id))
      return base::fail(base::Code::corrupt, "there is no such table");
    if (entry == nullptr) continue;
    const auto at = next.try_emplace(id, found == tables_.end() ? 0 : found->second.entries.size()).first;
    if (entry->seq != at->second++)
      return base::fail(base::Code::corrupt, "an act does not follow the last one");
  }
  return {};
}

Result<void> SharedTables::keep(const std::vector<store::Record>& records) {
  if (auto right = check(records); !right) return right;
  for (const auto& record : records) {
    auto& stored = tables_[table_of(record)];
    if (const auto* header = std::get_if<store::Header>(&record)) {
      stored.header = *header;
      opened_.push_back(header->table);
    }
    if (const auto* entry = std::get_if<store::Entry>(&record)) stored.entries.push_back(*entry);
    if (const auto* closing = std::get_if<store::Closing>(&record)) stored.closing = *closing;
  }
  return {};
}

std::uint64_t NodeJournal::append(std::vector<store::Record> records) {
  queue_.push_back(std::move(records));
  return ++position_;
}

Result<void> NodeJournal::check_reachable() const {
  if (database_ == Database::there) return {};
  return base::fail(base::Code::storage, "the database cannot be reached");
}

Result<void> NodeJournal::reopen() {
  if (auto reachable = check_reachable(); !reachable) return reachable;
  queue_.clear();
  promised_ = 0;
  broken_ = false;
  epoch_ = directory_.epoch(self_);
  return {};
}

Result<void> NodeJournal::try_to_keep(const std::vector<store::Record>& records) {
  if (broken_) return base::fail(base::Code::corrupt, "an append before this one has failed");
  if (directory_.epoch(self_) != epoch_)
    return base::fail(base::Code::corrupt, "another has taken this node over");
  auto kept = tables_.keep(records);
  if (kept) {
    for (const auto& record : records) directory_.note(record);
  }
  return kept;
}

void NodeJournal::commit() {
  if (tells_first_ && promised_ < queue_.size()) {
    const auto position = position_ - queue_.size() + ++promised_;
    return on_settled_({position, {}, 0, queue_[promised_ - 1].size()});
  }
  if (tells_first_) return commit_unheard();
  const auto position = position_ - queue_.size() + 1;
  const auto records = std::move(queue_.front());
  queue_.pop_front();
  auto kept = try_to_keep(records);
  broken_ = broken_ || !kept;
  on_settled_({position, std::move(kept), 0, records.size()});
}

void NodeJournal::commit_unheard() {
  const auto records = std::move(queue_.front());
  queue_.pop_front();
  if (promised_ > 0) --promised_;
  static_cast<void>(try_to_keep(records));
}

void NodeJournal::give_up(Kept kept) {
  const auto position = position_ - queue_.size() + 1;
  const auto records = std::move(queue_.front());
  queue_.pop_front();
  if (kept == Kept::yes) static_cast<void>(try_to_keep(records));
  broken_ = true;
  on_settled_({position, base::fail(base::Code::corrupt, "the database does not answer"), 0, records.size()});
}

Result<void> NodeJournal::read_unfinished(const Visitor& visit, const OnDamage& /*on_damage*/) {
  if (auto reachable = check_reachable(); !reachable) return reachable;
  for (const auto& [id, stored] : tables_.all()) {
    if (stored.closing) continue;
    visit(stored.header);
    for (const auto& entry : stored.entries) visit(entry);
  }
  return {};
}

Result<store::StoredTable> NodeJournal::read(base::TableId table) {
  if (auto reachable = check_reachable(); !reachable) return std::unexpected(std::move(reachable).error());
  const auto found = tables_.all().find(table);
  if (found == tables_.all().end()) return base::fail(base::Code::storage, "there is no such table");
  return found->second;
}

Result<std::vector<store::StoredTable>> NodeJournal::read_several(std::span<const base::TableId> tables) {
  if (auto reachable = check_reachable(); !reachable) return std::unexpected(std::move(reachable).error());
  return Journal::read_several(tables);
}

Result<void> NodeJournal::read_all(const TableVisitor& visit, const OnDamage& /*on_damage*/) {
  for (const auto& [id, stored] : tables_.all()) visit(stored);
  return {};
}

Result<std::vector<store::StoredTable>> NodeJournal::last_finished(std::size_t most) {
  if (auto reachable = check_reachable(); !reachable) return std::unexpected(std::move(reachable).error());
  std::vector<store::StoredTable> found;
  for (const auto& [id, stored] : std::views::reverse(tables_.all())) {
    if (stored.closing && found.size() < most) found.push_back({stored.header, {}, stored.closing});
  }
  return found;
}

Result<base::TableId> NodeJournal::last_table() {
  return tables_.all().empty() ? base::TableId{0} : tables_.all().rbegin()->first;
}

}  // namespace harness
