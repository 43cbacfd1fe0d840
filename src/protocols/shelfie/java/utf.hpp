// Java's modified UTF-8: NUL as two bytes, characters beyond U+FFFF as two surrogates of three bytes each.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace protocols::shelfie::java {

/// As UTF-8; none if it is malformed or holds half a pair of surrogates.
std::optional<std::string> from_modified(std::string_view bytes);

/// From UTF-8, which must be valid.
std::string to_modified(std::string_view text);

/// True if both forms are the same bytes: plain characters from U+0001 to U+007F only.
bool is_plain(std::string_view bytes);

}  // namespace protocols::shelfie::java
