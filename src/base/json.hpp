// Plain data as JSON, both ways: the one place where it is escaped and parsed.
#pragma once

#include <string>
#include <string_view>

#include "base/error.hpp"
#include "base/value.hpp"

namespace base {

/// Compact: {"a":[1,true,null]}.
std::string write_json(const Value& value);

/// Code::malformed if it is no JSON. Numbers that are not whole, or too large, come as fractions.
Result<Value> read_json(std::string_view text);

}  // namespace base
