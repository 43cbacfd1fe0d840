// What goes one way on a connection, cut into messages and written as a transcript writes them.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "protocols/all.hpp"
#include "protocols/shelfie/coding.hpp"

namespace transcript {

/// Hears one direction of one connection of a protocol. Where the protocol has several encodings, the first
/// byte tells which is spoken, and messages are written in the JSON mapping.
class Ear {
 public:
  explicit Ear(const protocols::Protocol& protocol) : protocol_(&protocol) {}

  void hear(std::string_view bytes);
  /// The same, but makes no messages of it.
  void pass_over(std::string_view bytes);
  /// The next message as it stands behind "a> " or "a< "; nothing if none is whole. A part of a message that
  /// is longer than any should be ends with '\', as a line without its end does.
  std::optional<std::string> next();
  /// What has come of a message whose end has not, in the same way; "" if nothing,
  /// and of a Java stream.
  std::string rest() const;

 private:
  void begin(std::string_view bytes);
  void hear_lines(std::string_view bytes);
  void hear_objects(std::string_view bytes);
  std::string written(std::string_view bytes) const;

  const protocols::Protocol* protocol_;
  std::string partial_;
  std::optional<protocols::shelfie::Coding> objects_;  ///< of a Java stream
  bool broken_ = false;                                ///< the Java stream is, and bytes are only bytes now
  std::deque<std::string> messages_;
};

}  // namespace transcript
