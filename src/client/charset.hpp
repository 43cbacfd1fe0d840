// Texts on the wire in another charset than UTF-8, as programs in the wild write them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/utf16.hpp"

namespace client {

enum class Charset : std::uint8_t { utf8, utf16be };

/// Both ways of one connection: UTF-8 here, the charset there.
class Recoder {
 public:
  explicit Recoder(Charset charset) : charset_(charset) {}

  /// Whatever way it was split on the road.
  std::string from_wire(std::string_view bytes) {
    return charset_ == Charset::utf16be ? reader_.read(bytes) : std::string(bytes);
  }
  /// Whole characters only.
  std::string to_wire(std::string_view text) const {
    return charset_ == Charset::utf16be ? base::write_utf16(text) : std::string(text);
  }

 private:
  Charset charset_;
  base::Utf16Reader reader_;
};

}  // namespace client
