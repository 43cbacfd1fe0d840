// Messages as lines for people.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace client {

/// At most so many bytes of a text, with how many more there are; all of it if `most` is 0.
inline std::string shortened(std::string_view text, std::size_t most) {
  if (most == 0 || text.size() <= most) return std::string(text);
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80) --most;  // inside a character
  return fmt::format("{}... ({} bytes more)", text.substr(0, most), text.size() - most);
}

}  // namespace client
