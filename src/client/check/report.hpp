// What came of a check, for people and for programs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "client/check/play.hpp"

namespace client::check {

struct Row {
  Case one;
  Finding finding;
};

struct Report {
  std::string protocol;
  std::string peer;  ///< who was checked: an address
  std::vector<Row> rows;
  double seconds = 0;
};

/// Whether what only should or may be counts, too.
enum class Strictness : std::uint8_t { musts, everything };

enum class Standing : std::uint8_t { in_order, incomplete, broken };

/// Whether cases that passed are told of, too.
enum class Wordiness : std::uint8_t { what_failed, everything };

/// Broken if something that counts failed, else incomplete if something that counts was skipped or not
/// reached.
Standing standing_of(const Report& report, Strictness strictness);

/// For people: what to mend first, then the rest, then a table of how many cases of each level ended how.
std::string write_text(const Report& report, Wordiness wordiness);
/// A line for each: id, level, sentence.
std::string write_list(const std::vector<Case>& cases);
std::string write_json(const Report& report);
std::string write_junit(const Report& report);

}  // namespace client::check
