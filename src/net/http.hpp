// HTTP without any I/O: a complete GET request becomes the bytes of an answer.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace net {

struct Page {
  unsigned status = 200;
  std::string body;
  std::string type = "text/plain; charset=utf-8";
};

using Answer = std::function<Page(std::string_view path)>;

/// What to send back for the bytes received so far; then the connection ends. Nothing while more of the head
/// must come; a body is never read.
std::optional<std::string> answer_http(std::string_view received, const Answer& answer);

}  // namespace net
