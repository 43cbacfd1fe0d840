// HTTP/1.1 without any I/O: bytes become requests, answers become bytes. Only GET and HEAD, never a body.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace net {

using HttpFields = std::vector<std::pair<std::string, std::string>>;

struct HttpRequest {
  enum class Method : std::uint8_t { get, head };

  Method method = Method::get;
  std::string path;   ///< begins with '/'; without the query
  std::string query;  ///< behind the '?'; empty if there is none
  HttpFields fields;
  bool keep_alive = true;

  /// The value of a field, whatever the case of its name; "" if there is none.
  std::string_view field(std::string_view name) const;
  /// Whether a field that holds a list has this word, whatever its case.
  bool lists(std::string_view name, std::string_view word) const;
};

struct HttpAnswer {
  unsigned status = 200;
  std::string body;
  std::string type = "text/plain; charset=utf-8";
  HttpFields fields{};
};

/// Reads requests one after the other from a stream, in any cut.
class HttpReader {
 public:
  HttpReader();
  ~HttpReader();

  void receive(std::string_view bytes);
  /// The next request; nothing while more of its head must come. The error is what to answer to what is not
  /// taken here; then the connection is to be closed, and nothing more comes.
  std::expected<std::optional<HttpRequest>, HttpAnswer> next();
  /// True if a request has begun to arrive.
  bool began() const;
  /// What follows the last request, for another protocol to read.
  std::string take_rest();

 private:
  struct Impl;
  std::unique_ptr<Impl> inside_;
};

/// What becomes of the connection after an answer.
enum class Then : std::uint8_t { keep, close };

/// The bytes of an answer. To HEAD, the body is only measured.
std::string write_answer(const HttpAnswer& answer, Then then,
                         HttpRequest::Method method = HttpRequest::Method::get);

/// The answer that turns the connection into another protocol.
std::string write_switch(std::string_view protocol, const HttpFields& fields);

}  // namespace net
