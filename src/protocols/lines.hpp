// Framing by lines: cuts a stream of bytes into lines, whatever way it was split on the road.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace protocols {

/// The most bytes of one unfinished message, and the most messages that wait (protocols/README.md, "Limits").
inline constexpr std::size_t kLongestLine = 8 * 1024;
inline constexpr std::size_t kMostWaiting = 64;

/// Reads lines that end in LF or CRLF; NUL bytes between messages are skipped.
class Lines {
 public:
  enum class Found { line, nothing, too_long };

  explicit Lines(std::size_t longest = kLongestLine) : longest_(longest) {}

  void receive(std::string_view bytes);

  /// Takes the next line without its end. After too_long there is nothing more, ever.
  Found next(std::string& line);

  /// Whether fewer than the most complete lines wait, and not more bytes than two of the longest.
  bool hungry() const { return waiting_ < kMostWaiting && buffer_.size() - start_ <= 2 * longest_; }

 private:
  std::size_t longest_;
  std::string buffer_;
  std::size_t start_ = 0;    ///< of what was not yet taken
  std::size_t waiting_ = 0;  ///< complete lines in the buffer
  bool broken_ = false;
};

}  // namespace protocols
