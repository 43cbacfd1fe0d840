// Bytes as a transcript writes them, and back (docs/formats/transcript.md, "Escapes").
#pragma once

#include <string>
#include <string_view>

#include "base/error.hpp"

namespace protocols {

/// What cannot stand in a line of text as it is becomes an escape.
std::string escape(std::string_view bytes);

/// Code::malformed says what is no escape.
base::Result<std::string> unescape(std::string_view text);

}  // namespace protocols
