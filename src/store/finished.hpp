// Games whose end is known, also those whose table waits for somebody to see it.
#pragma once

#include "games/any.hpp"
#include "store/journal.hpp"

namespace store {

/// The finished game of that number, with its closing; where the journal has none yet, the one that its last
/// entry deserves. Code::not_at_table if there is no such game or it goes on.
Result<StoredTable> read_finished(const games::Kits& kits, Journal& journal, TableId table);

/// What is said of a game that there is not, or that is not for who asks.
std::unexpected<base::Error> no_finished(TableId table);

}  // namespace store
