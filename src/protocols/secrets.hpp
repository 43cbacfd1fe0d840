// What of a conversation only the player at the wire may know.
#pragma once

#include <cstdint>
#include <string_view>

namespace protocols {

/// Who says a message.
enum class Speaker : std::uint8_t { client, server };

/// Stands in the place of what is not shown.
inline constexpr std::string_view kHidden = "(hidden)";

}  // namespace protocols
