// Messages in an encoding that is no text, as the lines in which a transcript writes them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace protocols {

/// One peer's way to speak and to listen.
class Translator {
 public:
  virtual ~Translator() = default;

  /// The bytes that a line stands for. Code::malformed if it is no message.
  virtual base::Result<std::string> say(std::string_view line) = 0;
  virtual void hear(std::string_view bytes) = 0;
  /// The next message that was heard, as a line without its end; nothing if none is whole. An error says why
  /// nothing more will ever be understood.
  virtual base::Result<std::optional<std::string>> next() = 0;
  /// Whether something has come of a message whose end has not.
  virtual bool is_within_message() const = 0;
  /// Another that has heard and said the same.
  virtual std::unique_ptr<Translator> clone() const = 0;
};

}  // namespace protocols
