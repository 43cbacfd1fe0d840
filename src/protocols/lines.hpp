// Framing by lines: cuts a stream of bytes into lines, whatever way it was split on the road.
#pragma once

#include "protocols/intake.hpp"

namespace protocols {

/// Reads lines that end in LF or CRLF; NUL bytes between messages are skipped.
class Lines {
 public:
  using Found = Intake::Found;

  explicit Lines(std::size_t longest = kLongestLine) : intake_('\n', longest) {}

  void receive(std::string_view bytes) { intake_.receive(bytes); }

  /// Takes the next line without its end. After too_long there is nothing more, ever.
  Found next(std::string& line) {
    intake_.skip([](char c) { return c == '\0'; });
    const auto found = intake_.next(line);
    if (found == Found::line && line.ends_with('\r')) line.pop_back();
    return found;
  }

  void forget_taken() { intake_.forget_taken(); }
  bool hungry() const { return intake_.hungry(); }
  std::size_t untaken() const { return intake_.untaken(); }

 private:
  Intake intake_;
};

}  // namespace protocols
