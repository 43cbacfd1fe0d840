// Loss.
#include "store/loss.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/text.hpp"
#include "store/directory.hpp"
#include "store/schema.hpp"

namespace store {
namespace {

using base::Result;
using base::TableId;

template <class Take>
void each_table(std::string_view touched, Take take) {
  while (!touched.empty()) {
    if (const auto number = base::to_number<std::uint64_t>(base::cut(touched, ' '))) take(TableId{*number});
  }
}

std::string name_rows(std::int64_t first, std::int64_t last) {
  return first == last ? fmt::format("row {}", first) : fmt::format("rows {} to {}", first, last);
}

}  // namespace

std::optional<std::string> find_loss(const Walk& log, const std::vector<Marked>& marks) {
  std::vector<std::string> rows;
  rows.reserve(log.gaps.size() + 2);
  std::set<TableId> tables;
  for (const auto& gap : log.gaps) rows.push_back(name_rows(gap.after + 1, gap.before - 1));
  auto last = log.end.position;
  for (const auto& mark : marks) last = std::max(last, mark.end.position);
  if (last > log.end.position) rows.push_back(name_rows(log.end.position + 1, last));
  bool other = false;
  for (const auto& mark : marks) {
    const auto row = std::ranges::lower_bound(log.rows, mark.end.position, {}, &ChainEnd::position);
    const bool is_there = row != log.rows.end() && row->position == mark.end.position;
    const bool differs = is_there && row->chain != mark.end.chain;
    const bool missing =
        mark.end.position > log.end.position || std::ranges::any_of(log.gaps, [&](const Gap& gap) {
          return mark.end.position > gap.after && mark.end.position < gap.before;
        });
    if (differs || missing) each_table(mark.touched, [&](TableId table) { tables.insert(table); });
    if (differs && !std::exchange(other, true))
      rows.push_back(fmt::format("row {} as it was", mark.end.position));
  }
  if (rows.empty()) return std::nullopt;
  std::vector<std::uint64_t> numbers;
  numbers.reserve(tables.size());
  for (const auto table : tables) numbers.push_back(table.value);
  return fmt::format("moves that players were told of are missing: {} of the log, at {}",
                     fmt::join(rows, ", "),
                     numbers.empty() ? "tables that nobody knows any more"
                                     : fmt::format("tables {}", fmt::join(numbers, ", ")));
}

Result<std::optional<std::string>> find_loss(const std::filesystem::path& directory,
                                             const std::vector<Marked>& marks) {
  // One with a rollback journal was left while it was made: that is taken back first, which is writing.
  const auto file = database_file(directory).string();
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return find_loss(Walk{}, marks);
  const bool half_made = std::filesystem::exists(file + "-journal", ignored);
  auto database = Database::open(file, half_made ? Database::Access::write : Database::Access::read);
  if (!database) return std::unexpected(std::move(database).error());
  const auto has_log = has_checksums(*database);
  if (!has_log) return std::unexpected(has_log.error());
  if (!*has_log) return find_loss(Walk{}, marks);
  const auto log = walk_log(*database, [](const LogRow&, Link) {});
  if (!log) return std::unexpected(log.error());
  return find_loss(*log, marks);
}

TableId last_named(const std::vector<Marked>& marks) {
  TableId last{0};
  for (const auto& mark : marks)
    each_table(mark.touched, [&](TableId table) { last = std::max(last, table); });
  return last;
}

}  // namespace store
