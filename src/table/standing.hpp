// How many moves of a table stand, by what the journal keeps of it.
#pragma once

#include <cstdint>
#include <span>

#include "table/records.hpp"

namespace table {

/// What was taken back does not count, nor do the table's own acts.
std::uint64_t standing_moves(std::span<const Entry> entries);

}  // namespace table
