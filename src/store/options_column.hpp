// The column `options` of a table: a seed that is a key stands in it before the game's own options, since the
// column `seed` has room only for a number.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "base/text.hpp"
#include "table/records.hpp"

namespace store {

inline constexpr std::string_view kSeedWord = "seed=";

/// "seed=6b1f... rules=common" where the seed is a key, else the options alone.
inline std::string write_options_column(const table::Header& header) {
  if (!header.seed.key()) return header.options;
  return fmt::format("{}{}{}{}", kSeedWord, base::write_seed(header.seed), header.options.empty() ? "" : " ",
                     header.options);
}

/// Sets options and, where one stands there, the seed.
inline base::Result<void> read_options_column(table::Header& header, std::string_view text) {
  if (text.starts_with(kSeedWord)) {
    const auto word = base::cut(text, ' ').substr(kSeedWord.size());
    const auto key = base::read_key(word);
    if (!key) return base::fail(base::Code::corrupt, fmt::format("'{}' is no seed", word));
    header.seed = base::Seed(*key);
  }
  header.options = text;
  return {};
}

}  // namespace store
