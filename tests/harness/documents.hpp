// The protocols' documents and rulings, for tests of what is quoted from them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "protocols/rule.hpp"

namespace harness {

/// Whether the sentence stands in the document that the citation begins with, up to its first comma. White
/// space of any length is one space.
bool is_quoted(std::string_view cite, std::string_view sentence);

/// Where the broken sentence stands; "" if none is.
inline std::string_view cite(const std::optional<protocols::Rule>& broken) {
  return broken ? broken->cite : "";
}

}  // namespace harness
