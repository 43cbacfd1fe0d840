// Typed lines as messages.
#include "client/talk/wording.hpp"

#include "client/framed.hpp"

namespace client::talk {

Wording::Wording(const protocols::Protocol& protocol, const protocols::Encoding* encoding)
    : protocol_(protocol),
      translator_(encoding == nullptr || encoding->translate == nullptr ? nullptr : encoding->translate()) {}

base::Result<std::string> Wording::say(std::string_view line) {
  if (translator_) return translator_->say(line);
  if (protocol_.json) return std::string(line).append(protocol_.line_end);
  return message_bytes(protocol_, line);
}

}  // namespace client::talk
