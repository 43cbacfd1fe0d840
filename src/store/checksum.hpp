// Checksums of what is kept, so that a flipped bit or a stray write is noticed.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <string_view>

namespace store {

/// SipHash-2-4 under a key that everybody knows (docs/formats/journal.md): against accidents, not against
/// people.
std::int64_t checksum(std::string_view bytes);

/// Gives SQL the function `checksum(value, ...)`, over values of any type.
void add_checksum(sqlite3* database);

}  // namespace store
