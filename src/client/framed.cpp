// Messages as bytes.
#include "client/framed.hpp"

#include "protocols/escape.hpp"
#include "protocols/frame_fault.hpp"

namespace client {

base::Result<std::string> message_bytes(const protocols::Protocol& protocol, std::string_view message) {
  const auto last = message.find_last_not_of('\\');
  const auto backslashes = message.size() - (last == std::string_view::npos ? 0 : last + 1);
  const bool unfinished = backslashes % 2 == 1;
  if (unfinished) message.remove_suffix(1);
  std::string text;
  for (const char sign : message) {
    if (sign == '|' && !protocol.unit.empty()) {
      text += protocol.unit;
    } else {
      text += sign;
    }
  }
  auto bytes = protocols::unescape(text);
  if (bytes && !unfinished) *bytes += protocol.line_end;
  return bytes;
}

std::string frame_fault_of(const protocols::Protocol& protocol, std::string_view message) {
  const auto bytes = message_bytes(protocol, message);
  return bytes ? protocols::wrong_frame(protocol, *bytes).value_or("") : "";
}

bool is_stray(const protocols::Protocol& protocol, std::string_view message) {
  const auto bytes = message_bytes(protocol, message);
  return bytes && bytes->find_first_not_of(std::string_view("\r\n\0", 3)) == std::string::npos;
}

std::string_view without_strays(std::string_view message) {
  for (const std::string_view stray : {"\\n\\", "\\r"}) {
    if (message.ends_with(stray)) message.remove_suffix(stray.size());
  }
  const auto skip = [&](std::string_view stray) {
    const bool found = message.starts_with(stray);
    if (found) message.remove_prefix(stray.size());
    return found;
  };
  while (skip("\\n") || skip("\\r") || skip("\\x00")) {
  }
  return message;
}

}  // namespace client
