// What is wrong about bytes that are no message of a protocol: the mistakes that programs make with frames.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "protocols/all.hpp"

namespace protocols {

/// One plain sentence without a full stop: what these bytes seem to be, or by what they end or are parted
/// where something else belongs. They are as they came, from where a message should begin: the unfinished
/// part of one, or a whole one with its end. Nothing if the frame is right, or there are no bytes.
std::optional<std::string> wrong_frame(const Protocol& protocol, std::string_view bytes);

}  // namespace protocols
