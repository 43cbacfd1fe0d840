// Names of people: what may be one.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/error.hpp"

namespace table {

/// How many characters a name has at most that somebody chose; and one that was given, in which an address of
/// IPv6 with its port has room.
inline constexpr std::size_t kLongestName = 32;
inline constexpr std::size_t kLongestGivenName = 64;

/// A name is text that can be seen and that changes nothing around it: no control characters, nothing
/// invisible, nothing that turns the direction of writing, single spaces between words only, and few marks on
/// a letter. Code::bad_name says what is wrong.
base::Result<void> check_name(std::string_view name, std::size_t longest = kLongestName);

}  // namespace table
