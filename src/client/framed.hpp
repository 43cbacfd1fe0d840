// A message as a transcript writes it, as bytes of the wire.
#pragma once

#include <string>
#include <string_view>

#include "base/error.hpp"
#include "protocols/all.hpp"

namespace client {

/// The bytes of a message that stands so in a transcript, with the protocol's end, or without it where the
/// text ends with '\'. '|' is the protocol's unit, escapes are as in protocols/escape.hpp: Code::malformed if
/// there is a wrong one.
base::Result<std::string> message_bytes(const protocols::Protocol& protocol, std::string_view message);

/// What is wrong about the frame of such a message, or of the part of one (protocols/frame_fault.hpp); "" if
/// nothing is.
std::string frame_fault_of(const protocols::Protocol& protocol, std::string_view message);

/// Whether what came of a message is only what a reader passes over: ends of lines, NUL bytes.
bool is_stray(const protocols::Protocol& protocol, std::string_view message);

/// A message without what a reader passes over: CR LF for LF, LF for CR LF, both around other separators,
/// stray NUL bytes.
std::string_view without_strays(std::string_view message);

}  // namespace client
