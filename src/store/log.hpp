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

/// Calls `take(Entry)` for every line. Code::corrupt at the first that is none.
template <class Take>
base::Result<void> read_log(std::string_view text, Take&& take) {
  while (!text.empty()) {
    auto line = base::cut(text, '\n');
    const auto table = base::to_number<std::uint64_t>(base::cut(line, ' '));
    if (!table) return base::fail(base::Code::corrupt, "a line of the log names no table");
    auto entry = table::read_entry({*table}, line);
    if (!entry) return std::unexpected(std::move(entry).error());
    take(*std::move(entry));
  }
  return {};
}

}  // namespace store
