// The client's side of HTTP/1.1 without any I/O: a server's answers out of its bytes.
#pragma once

#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "net/http.hpp"

namespace net {

/// What a server answered.
struct HttpReply {
  unsigned status = 0;
  HttpFields fields;
  std::string body;

  /// The value of a field, whatever the case of its name; "" if there is none.
  std::string_view field(std::string_view name) const;
};

/// Reads answers to GET one after the other from a stream, in any cut.
class HttpReplyReader {
 public:
  HttpReplyReader();
  ~HttpReplyReader();

  void receive(std::string_view bytes);
  /// The next answer; nothing while more of it must come. An error is a sentence, and nothing more comes.
  std::expected<std::optional<HttpReply>, std::string> next();
  /// What follows the last answer, for another protocol to read.
  std::string take_rest();

 private:
  struct Impl;
  std::unique_ptr<Impl> inside_;
};

}  // namespace net
