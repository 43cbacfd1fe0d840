// Writes a message as Java's ObjectOutputStream does, to the byte.
#pragma once

#include <string>

#include "protocols/shelfie/java/tree.hpp"

namespace protocols::shelfie::java {

/// Appends the message at the tree's root and the reset behind it. The stream header is not part of it
/// (kStreamHeader).
void encode(const Tree& tree, std::string& out);

}  // namespace protocols::shelfie::java
