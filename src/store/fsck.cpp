// Checks what is kept.
#include "store/fsck.hpp"

#include <fmt/format.h>

#include "table/table.hpp"

namespace store {
namespace {

constexpr std::size_t kCheckedAtOnce = 1000;

/// A finished game with presence is closed when everybody has seen its end: until then it waits, for a day.
bool waits_for_somebody(const table::Table& table, std::size_t seats) {
  if (!games::has_presence(table.state())) return false;
  for (std::size_t seat = 0; seat < seats; ++seat) {
    if (!table.has_left({static_cast<std::uint8_t>(seat)})) return true;
  }
  return false;
}

/// What is wrong with a table; empty if nothing is.
std::string problem_of(const StoredTable& stored, const Result<table::Table>& table) {
  const auto id = stored.header.table.value;
  if (!table) return fmt::format("table {} does not replay: {}", id, table.error().detail);
  const auto outcome = table->outcome();
  if (!stored.closing) {
    const bool closes = outcome && !waits_for_somebody(*table, stored.header.chairs.size());
    return closes ? fmt::format("table {} is over but not closed", id) : "";
  }
  if (!outcome) return fmt::format("table {} is closed but not over", id);
  if (*outcome != stored.closing->outcome) {
    return fmt::format("table {} ends as '{}' but '{}' was recorded", id, table::write_outcome(*outcome),
                       table::write_outcome(stored.closing->outcome));
  }
  return "";
}

}  // namespace

Result<CheckReport> check(const std::filesystem::path& directory, const games::Kits& kits,
                          const std::function<void(std::size_t)>& progress) {
  const auto archive = Archive::open({.directory = directory.string()});
  if (!archive) return std::unexpected(archive.error());
  return check(**archive, kits, progress);
}

Result<CheckReport> check(Archive& archive, const games::Kits& kits,
                          const std::function<void(std::size_t)>& progress) {
  auto damage = archive.damage();
  if (!damage) return std::unexpected(std::move(damage).error());
  CheckReport report;
  report.problems = *std::move(damage);
  const auto take = [&](const StoredTable& stored) {
    ++report.tables;
    report.finished += stored.closing ? 1 : 0;
    report.entries += stored.entries.size();
    const auto table = table::replay(kits, stored.header, stored.entries);
    if (!table && table.error().code == Code::other_kit) {
      report.unchecked.push_back(table.error().detail);
    } else if (auto problem = problem_of(stored, table); !problem.empty()) {
      report.problems.push_back(std::move(problem));
    }
    if (report.tables % kCheckedAtOnce == 0) progress(report.tables);
  };
  const auto damaged = [&](TableId table, const base::Error& error) {
    const auto whose = table.value == 0 ? "a table" : fmt::format("table {}", table.value);
    report.problems.push_back(fmt::format("{} cannot be read: {}", whose, error.detail));
  };
  if (auto read = archive.all(take, damaged); !read) report.problems.push_back(read.error().detail);
  return report;
}

}  // namespace store
