// The JSON mapping of messages (rulings, "JSON mapping"): one object a line, for whoever speaks no Java.
#pragma once

#include <string>
#include <string_view>

#include "base/error.hpp"
#include "protocols/shelfie/java/tree.hpp"

namespace protocols::shelfie {

/// The detail of an error: a word that is none of the protocol's.
inline constexpr std::string_view kNoSuchConstant = "there is no such constant";

/// Reads one line. What the class table has no place for is Code::malformed, but for VALUE_CLIENT, which may
/// hold anything: what is neither a number, a text nor numbers in brackets becomes a text.
base::Result<java::Tree> read_json(std::string_view line);

/// Appends the message at the tree's root and the end of the line.
void write_json(const java::Tree& tree, std::string& out);

}  // namespace protocols::shelfie
