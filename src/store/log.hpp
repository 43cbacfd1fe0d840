// The text of a log row: the entries of one commit, a line each with its table in front.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "base/text.hpp"
#include "table/records.hpp"

namespace store {

/// Appends one entry: "17 3 1764000000123 1 e7e5".
inline void write_log(std::string& text, const table::Entry& entry) {
  text += fmt::format_int(entry.table.value).c_str();
  text += ' ';
  table::write_entry(text, entry);
}

/// Calls `take(Entry)` for every line, and `on_damage(TableId, Error)` for one that is none.
template <class Take, class OnDamage>
void read_log(std::string_view text, Take&& take, OnDamage&& on_damage) {
  while (!text.empty()) {
    auto line = base::cut(text, '\n');
    const auto table = base::to_number<std::uint64_t>(base::cut(line, ' '));
    auto entry = table::read_entry({table.value_or(0)}, line);
    if (table && entry) {
      take(*std::move(entry));
    } else {
      on_damage(base::TableId{table.value_or(0)},
                base::Error{base::Code::corrupt, "a line of the log is no entry"});
    }
  }
}

/// The numbers of all tables of a commit, in order: "3 17".
template <class Tables>
std::string write_touched(const Tables& tables) {
  std::string text;
  for (const auto table : tables) {
    if (!text.empty()) text += ' ';
    text += fmt::format_int(table.value).c_str();
  }
  return text;
}

}  // namespace store
