// What is said on the player's connections, as a transcript (docs/formats/transcript.md).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "transcript/message_cutter.hpp"

namespace client::play {

/// Each connection is a peer of its own: a, b, c ...
class Record {
 public:
  explicit Record(const protocols::Protocol& protocol);

  void opened();
  void sent(std::string_view bytes);
  void heard(std::string_view bytes);
  /// The player hung up, or the server did.
  enum class By : std::uint8_t { player, server };
  void closed(By by);

  /// What was written since this was asked last.
  std::string take() { return std::exchange(text_, {}); }

 private:
  void write_all();

  const protocols::Protocol& protocol_;
  std::string text_;
  char peer_ = 'a' - 1;
  bool open_ = false;
  std::optional<transcript::MessageCutter> out_;
  std::optional<transcript::MessageCutter> in_;
};

}  // namespace client::play
