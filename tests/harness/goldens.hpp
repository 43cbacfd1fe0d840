// The captured messages of an existing program: docs/protocols/shelfie-golden-messages.json.
#pragma once

#include <boost/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "protocols/shelfie/java/tree.hpp"

namespace harness {

struct Golden {
  std::string name;
  std::string bytes;  ///< without the stream's header and the reset
  boost::json::value decoded;
};

const std::vector<Golden>& goldens();
const Golden& golden(std::string_view name);

/// What the message holds.
protocols::shelfie::java::Tree decode(const Golden& golden);

}  // namespace harness
