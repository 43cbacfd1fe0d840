// Messages in JSON against what a transcript expects.
#pragma once

#include <string_view>

namespace protocols {

/// Whether what was heard is what was expected, both JSON texts: the order of members does not matter, "*"
/// stands for anything, and a text for a row of tiles (docs/formats/transcript.md).
bool matches(std::string_view expected, std::string_view heard);

}  // namespace protocols
