// UTF-16 in network order, as some programs write texts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace base {

/// Turns a stream of UTF-16BE into UTF-8, however it is cut. Halves without their other half become U+FFFD.
class Utf16Reader {
 public:
  std::string read(std::string_view bytes);

 private:
  void take_unit(std::uint32_t unit, std::string& text);

  std::uint32_t high_ = 0;  ///< the first half of a character in two halves
  int first_byte_ = -1;     ///< the first byte of half a unit
};

/// A text as UTF-16BE; what is not UTF-8 becomes U+FFFD.
std::string write_utf16(std::string_view utf8);

}  // namespace base
