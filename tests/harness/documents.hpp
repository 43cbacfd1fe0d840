// The protocols' documents and rulings, for tests of what is quoted from them.
#pragma once

#include <string>
#include <string_view>

namespace harness {

/// Whether the sentence stands in the document that the citation begins with, up to its first comma. White
/// space of any length is one space.
bool is_quoted(std::string_view cite, std::string_view sentence);

}  // namespace harness
