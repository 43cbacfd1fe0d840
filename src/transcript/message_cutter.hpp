// What goes one way on a connection, cut into messages and written as a transcript writes them.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "protocols/all.hpp"

namespace transcript {

/// Hears one direction of one connection of a protocol. Where the protocol has several encodings, the first
/// byte tells which is spoken, and messages are written as its translator does.
class MessageCutter {
 public:
  explicit MessageCutter(const protocols::Protocol& protocol) : protocol_(&protocol) {}

  void hear(std::string_view bytes);
  /// The same, but makes no messages of it.
  void pass_over(std::string_view bytes);
  /// The next message as it stands behind "a> " or "a< "; nothing if none is whole. A part of a message that
  /// is longer than any should be ends with '\', as a line without its end does.
  std::optional<std::string> next();
  /// What has come of a message whose end has not, in the same way; "" if nothing,
  /// and of what is translated.
  std::string rest() const;
  /// Whether something has come of a message that is translated, and its end has not.
  bool is_within_translated() const { return translator_ != nullptr && translator_->is_within_message(); }

 private:
  void begin(std::string_view bytes);
  void hear_lines(std::string_view bytes);
  void hear_translated(std::string_view bytes);
  std::string written(std::string_view bytes) const;

  const protocols::Protocol* protocol_;
  std::string partial_;
  /// nullptr: messages are lines. Copies of a cutter share it until one of them hears more.
  std::shared_ptr<protocols::Translator> translator_;
  bool broken_ = false;  ///< what was translated is, and bytes are only bytes now
  std::deque<std::string> messages_;
};

}  // namespace transcript
