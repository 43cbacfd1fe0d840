// Buffers of connections, of which there are many.
#pragma once

#include <string>

namespace base {

inline constexpr std::size_t kSmallBuffer = 256;  ///< bytes that may be kept for what comes next

/// Empties a buffer. Its memory is given back, unless it is small: neither clear() nor an assignment does
/// that.
inline void empty(std::string& buffer) {
  if (buffer.capacity() > kSmallBuffer) {
    std::string().swap(buffer);
  } else {
    buffer.clear();
  }
}

/// Removes what stands first. Memory of which most would not be used any more is given back.
inline void drop_front(std::string& buffer, std::size_t count) {
  buffer.erase(0, count);
  if (buffer.capacity() > 2 * buffer.size() + kSmallBuffer) buffer.shrink_to_fit();
}

}  // namespace base
