// Journal records as readable text, both ways.
#include "table/records.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/text.hpp"

namespace table {
namespace {

/// "1,2,3" as numbers; empty text is no numbers.
template <class Number>
Result<std::vector<Number>> read_numbers(std::string_view text) {
  std::vector<Number> numbers;
  if (text.empty()) return numbers;
  for (const auto part : base::split(text, ',')) {
    const auto number = base::to_number<Number>(part);
    if (!number) return fail(Code::corrupt, fmt::format("'{}' is no list of numbers", text));
    numbers.push_back(*number);
  }
  return numbers;
}

/// Milliseconds; nothing stands for 0.
std::optional<base::Duration> read_spent(std::string_view text) {
  const auto number = base::to_number<base::Duration::rep>(text.empty() ? "0" : text);
  return number && *number >= 0 ? std::optional(base::Duration(*number)) : std::nullopt;
}

}  // namespace

std::string escape_name(std::string_view name) {
  std::string text;
  for (const char c : name) {
    if (c == ' ' || c == '/' || c == '%') {
      text += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    } else {
      text += c;
    }
  }
  return text;
}

Result<std::string> unescape_name(std::string_view text) {
  std::string name;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '%') {
      name += text[at];
      continue;
    }
    const auto code = text.substr(at, 3);
    if (code == "%20") {
      name += ' ';
    } else if (code == "%2F") {
      name += '/';
    } else if (code == "%25") {
      name += '%';
    } else {
      return fail(Code::corrupt, fmt::format("'{}' is no name", text));
    }
    at += 2;
  }
  return name;
}

TableId table_of(const Record& record) {
  return std::visit([](const auto& one) { return one.table; }, record);
}

std::string write_chairs(std::span<const Chair> chairs) {
  std::vector<std::string> words;
  for (const auto& chair : chairs) {
    auto& word = words.emplace_back(escape_name(chair.name) + "/" + escape_name(chair.protocol));
    if (!chair.address.empty()) word += "/" + escape_name(chair.address);
  }
  return fmt::format("{}", fmt::join(words, " "));
}

Result<std::vector<Chair>> read_chairs(std::string_view text) {
  std::vector<Chair> chairs;
  for (const auto word : base::split(text, ' ')) {
    const auto parts = base::split(word, '/');
    if (parts.size() != 2 && parts.size() != 3)
      return fail(Code::corrupt, fmt::format("'{}' is no seat", word));
    auto name = unescape_name(parts[0]);
    auto protocol = unescape_name(parts[1]);
    auto address = unescape_name(parts.size() == 3 ? parts[2] : std::string_view{});
    if (!name || !protocol || !address) return fail(Code::corrupt, fmt::format("'{}' is no seat", word));
    chairs.push_back({*std::move(name), *std::move(protocol), *std::move(address)});
  }
  return chairs;
}

std::string write_outcome(const Outcome& outcome) {
  std::vector<int> winners;
  winners.reserve(outcome.winners.size());
  for (const auto seat : outcome.winners) winners.push_back(seat.value);
  auto text = fmt::format("{} winners={}", outcome.reason, fmt::join(winners, ","));
  if (!outcome.scores.empty()) text += fmt::format(" scores={}", fmt::join(outcome.scores, ","));
  return text;
}

Result<Outcome> read_outcome(std::string_view text) {
  Outcome outcome;
  outcome.reason = base::cut(text, ' ');
  while (!text.empty()) {
    auto value = base::cut(text, ' ');
    const auto key = base::cut(value, '=');
    auto numbers = read_numbers<int>(value);
    if (!numbers || (key != "winners" && key != "scores")) {
      return fail(Code::corrupt, fmt::format("'{}' is no outcome", text));
    }
    if (key == "scores") {
      outcome.scores = *std::move(numbers);
    } else {
      for (const int winner : *numbers) outcome.winners.push_back({static_cast<std::uint8_t>(winner)});
    }
  }
  return outcome;
}

void write_entry(std::string& text, const Entry& entry) {
  const auto add = [&text](auto number) {
    text += fmt::format_int(number).c_str();
    text += ' ';
  };
  add(entry.seq);
  add(base::millis(entry.at));
  add(static_cast<int>(entry.who.value));
  text += entry.text;
  const bool forgiven = entry.forgiven != base::Duration{};
  if (forgiven || entry.charged != base::Duration{}) text += fmt::format(" {}", entry.charged.count());
  if (forgiven) text += fmt::format(" {}", entry.forgiven.count());
  text += '\n';
}

Result<Entry> read_entry(TableId table, std::string_view line) {
  auto rest = line;
  const auto seq = base::to_number<std::uint64_t>(base::cut(rest, ' '));
  const auto at = base::to_number<long long>(base::cut(rest, ' '));
  const auto who = base::to_number<std::uint8_t>(base::cut(rest, ' '));
  const auto text = base::cut(rest, ' ');
  const auto charged = read_spent(base::cut(rest, ' '));
  const auto forgiven = read_spent(rest);
  if (!seq || !at || !who || text.empty() || !charged || !forgiven)
    return fail(Code::corrupt, fmt::format("'{}' is no entry", line));
  return Entry{table, *seq, base::from_millis(*at), {*who}, std::string(text), *charged, *forgiven};
}

}  // namespace table
