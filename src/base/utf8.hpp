// Characters of UTF-8, one by one.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace base {

/// The character at the head of the text, which is taken off. Nothing, and nothing is taken, where the bytes
/// are no UTF-8 (overlong ones and surrogates included) or there are none.
std::optional<char32_t> take_character(std::string_view& text);

void append_character(std::string& text, char32_t character);

}  // namespace base
