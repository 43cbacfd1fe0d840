// What somebody types, as bytes of the wire.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "protocols/all.hpp"

namespace client::talk {

/// One connection's way to say what is typed: a line a message. '|' stands for the protocol's unit, escapes
/// are as in transcripts (\n, \r, \\, \xNN), and a '\' at the end leaves the end of the message out. Where
/// messages are JSON, lines are as they stand, in whatever encoding they leave.
class Wording {
 public:
  /// The encoding is one of the protocol's, or nullptr where there is no choice. Both outlive it.
  Wording(const protocols::Protocol& protocol, const protocols::Encoding* encoding);

  /// Code::malformed with a sentence for what cannot be said.
  base::Result<std::string> say(std::string_view line);

 private:
  const protocols::Protocol& protocol_;
  std::unique_ptr<protocols::Translator> translator_;
};

}  // namespace client::talk
