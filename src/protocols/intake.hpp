// What has arrived and was not taken yet: a bounded buffer that is cut where messages end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace protocols {

/// The most bytes of one unfinished message, and the most messages that wait (docs/protocols/README.md,
/// "Limits").
inline constexpr std::size_t kLongestLine = 8 * 1024;
inline constexpr std::size_t kMostWaiting = 64;

class Intake {
 public:
  enum class Found : std::uint8_t { line, nothing, too_long };

  /// Messages end with this byte and are at most so long.
  explicit Intake(char end, std::size_t longest = kLongestLine) : longest_(longest), end_(end) {}

  void receive(std::string_view bytes);

  /// Drops bytes from the head of what waits, as long as they are `unwanted`.
  template <class Unwanted>
  void skip(Unwanted unwanted) {
    while (start_ < buffer_.size() && unwanted(buffer_[start_])) ++start_;
  }

  /// Takes the next message without its end. A CR before the end does not count as long. After too_long there
  /// is nothing more, ever.
  Found next(std::string& message);

  /// Overwrites what was taken, for messages that hold secrets.
  void forget_taken() { ::explicit_bzero(buffer_.data(), start_); }

  /// Whether fewer than the most complete messages wait, and not more bytes than two of the longest.
  bool hungry() const { return waiting_ < kMostWaiting && untaken() <= 2 * longest_; }

  /// How many bytes wait, of whole messages or not.
  std::size_t untaken() const { return buffer_.size() - start_; }

 private:
  std::size_t longest_;
  std::string buffer_;
  std::size_t start_ = 0;    ///< of what was not yet taken
  std::size_t waiting_ = 0;  ///< complete messages in the buffer
  char end_;
  bool broken_ = false;
};

}  // namespace protocols
