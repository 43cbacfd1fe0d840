// What binds a server to what it deals: told before the game, opened after it.
#pragma once

#include "table/records.hpp"

namespace table {

/// Goes into the commitment beside the seed; derived from it, so that it is known and told only with it.
base::Key salt_of(const Header& header);

/// BLAKE2b of all that the table begins with, the seed included (docs/formats/journal.md). Nobody can tell
/// the seed from it, and no other seed gives the same.
base::Key commitment_to(const Header& header, const base::Key& salt);

}  // namespace table
