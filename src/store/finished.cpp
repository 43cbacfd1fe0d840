// Games whose end is known.
#include "store/finished.hpp"

#include <fmt/format.h>

#include "table/table.hpp"

namespace store {

Result<StoredTable> read_finished(const games::Kits& kits, Journal& journal, TableId table) {
  auto stored = journal.read(table);
  if (stored && stored->closing) return stored;
  if (stored && !stored->entries.empty()) {
    const auto played = table::replay(kits, stored->header, stored->entries);
    if (const auto outcome = played ? played->outcome() : std::nullopt) {
      stored->closing = Closing{table, stored->entries.back().at, *outcome};
      return stored;
    }
  }
  return no_finished(table);
}

std::unexpected<base::Error> no_finished(TableId table) {
  return fail(base::Code::not_at_table,
              fmt::format("there is no finished game of the number {}", table.value));
}

}  // namespace store
