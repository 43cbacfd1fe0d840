// Base64 as RFC 4648 has it: the standard alphabet, padded, nothing else.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace base {

std::string to_base64(std::string_view bytes);

/// The bytes of a text that `to_base64` could have written; nothing for any other text.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace base
