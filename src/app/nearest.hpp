// What somebody may have meant who mistyped a name.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace app {

/// The name that takes the fewest changes to come to, if that is few enough to be a slip; "" if none is near.
std::string nearest(std::string_view text, std::span<const std::string_view> names);

}  // namespace app
