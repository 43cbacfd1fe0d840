// Reasons for which cases fail.
#include "client/check/causes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <tuple>

#include "client/check/shape.hpp"

namespace client::check {
namespace {

using Words = std::set<std::string, std::less<>>;

bool is_upper(char sign) { return std::isupper(static_cast<unsigned char>(sign)) != 0; }

/// The words in capitals, such as commands and errors.
Words commands_in(std::string_view text) {
  constexpr std::size_t kShortest = 2;
  Words words;
  for (auto at = text.begin(); at != text.end();) {
    const auto end = std::find_if_not(at, text.end(), is_sign_of_command);
    if (end - at >= static_cast<std::ptrdiff_t>(kShortest) && std::any_of(at, end, is_upper))
      words.emplace(at, end);
    at = end == text.end() ? end : end + 1;
  }
  return words;
}

std::string lower(std::string_view text) {
  std::string small(text);
  std::ranges::transform(small, small.begin(), [](unsigned char sign) { return std::tolower(sign); });
  return small;
}

/// How much the case is about what went wrong: whether its citation, or its name, speaks of that message.
int aboutness(const Row& row) {
  const auto& [one, finding] = row;
  const auto cited = commands_in(one.sentence);
  const auto name = lower(one.id);
  auto words = commands_in(finding.fault.right);
  const auto came = commands_in(finding.fault.came);
  Words own;
  std::ranges::set_difference(words, came, std::inserter(own, own.end()));
  if (!own.empty()) words = own;
  int about = 0;
  for (const auto& word : words) {
    if (cited.contains(word)) about = std::max(about, 3);
    if (name.contains(lower(word))) about = std::max(about, 2);
  }
  if (!finding.fault.shape.empty() && lower(one.sentence).contains(lower(finding.fault.shape))) about = 4;
  return about;
}

/// Smaller for the row that tells best of a reason: best where only one thing can have been meant.
auto rank(const Row& row) {
  return std::tuple(row.finding.hint.empty(), -aboutness(row), row.finding.fault.doubt - 1,
                    row.finding.fault.step, row.one.level, row.one.id);
}

/// A row for each kind of thing that no case failed for, by who met it first.
void add_asides(const protocols::Protocol& protocol, std::vector<Row>& rows) {
  std::map<std::string_view, Row> kinds;
  for (const auto& row : rows) {
    for (const auto& [kind, sentence, sent, came, right] : row.finding.asides) {
      const auto id = fmt::format("{}/{}", protocol.name, kind);
      kinds.try_emplace(kind,
                        Row{{.id = id, .sentence = std::string(sentence), .level = transcript::Level::should},
                            {.result = Result::failed,
                             .sent = sent,
                             .came = came,
                             .right = right,
                             .fault = {.reason = id}}});
    }
  }
  for (auto& [kind, row] : kinds) rows.push_back(std::move(row));
}

/// A client that is refused, or at a loss, after a message which it is known to get wrong is so because of
/// that.
void follow_mistakes(std::vector<Row>& rows) {
  std::set<std::string> reasons;
  for (const auto& row : rows) reasons.insert(row.finding.fault.reason);
  for (auto& row : rows) {
    auto& fault = row.finding.fault;
    if (auto mistake = reason_of_mistake(fault.after); !fault.after.empty() && reasons.contains(mistake))
      fault.reason = std::move(mistake);
  }
}

void put_causes_first(std::vector<Row>& rows) {
  std::vector<Row> ordered;
  for (const auto& cause : causes_of(rows)) ordered.push_back(*cause.row);
  for (auto& row : rows) {
    if (row.finding.result != Result::failed) ordered.push_back(std::move(row));
  }
  rows = std::move(ordered);
}

}  // namespace

void gather(const protocols::Protocol& protocol, std::vector<Row>& rows) {
  add_asides(protocol, rows);
  follow_mistakes(rows);
  std::map<std::string, std::vector<Row*>> groups;
  for (auto& row : rows) {
    if (row.finding.result != Result::failed) continue;
    row.finding.fault.shape = shape_of(protocol, row.finding.fault.right);
    groups[row.finding.fault.reason].push_back(&row);
  }
  std::map<std::string, std::string> told;  // by the rows that no longer tell of it
  for (const auto& [reason, group] : groups) {
    const auto* first = *std::ranges::min_element(group, {}, [](const Row* row) { return rank(*row); });
    for (auto* row : group) {
      if (row == first) continue;
      row->finding.result = Result::not_reached;
      row->finding.since = told[row->one.id] = first->one.id;
    }
  }
  for (auto& row : rows) {
    const auto other = told.find(row.finding.since);
    if (row.finding.result == Result::not_reached && other != told.end()) row.finding.since = other->second;
  }
  put_causes_first(rows);
}

std::vector<Cause> causes_of(const std::vector<Row>& rows) {
  std::vector<Cause> causes;
  for (const auto& row : rows) {
    if (row.finding.result == Result::failed) causes.push_back({.row = &row});
  }
  for (const auto& row : rows) {
    if (row.finding.result != Result::not_reached) continue;
    const auto cause =
        std::ranges::find(causes, row.finding.since, [](const Cause& one) { return one.row->one.id; });
    if (cause != causes.end()) cause->others.push_back(&row);
  }
  std::ranges::sort(causes, {}, [](const Cause& one) {
    const auto& [asked, finding] = *one.row;
    return std::tuple(asked.level, -static_cast<int>(one.others.size()), finding.fault.step, asked.id);
  });
  return causes;
}

}  // namespace client::check
