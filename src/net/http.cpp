// HTTP without any I/O, read by Beast.
#include "net/http.hpp"

#include <fmt/format.h>

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/status.hpp>

namespace net {
namespace {

namespace http = boost::beast::http;

std::string write_page(const Page& page) {
  const auto reason = http::obsolete_reason(http::int_to_status(page.status));
  return fmt::format(
      "HTTP/1.1 {} {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nCache-Control: no-store\r\nConnection: "
      "close\r\n\r\n{}",
      page.status, std::string_view(reason.data(), reason.size()), page.type, page.body.size(), page.body);
}

}  // namespace

std::optional<std::string> answer_http(std::string_view received, const Answer& answer) {
  http::request_parser<http::empty_body> parser;
  parser.header_limit(8 * 1024);
  boost::beast::error_code problem;
  parser.put(boost::asio::buffer(received.data(), received.size()), problem);
  if (problem == http::error::need_more) return std::nullopt;
  if (problem) return write_page({400, "that is no HTTP request\n"});
  if (!parser.is_header_done()) return std::nullopt;
  const auto& request = parser.get();
  if (request.method() != http::verb::get) return write_page({405, "only GET is answered here\n"});
  return write_page(answer({request.target().data(), request.target().size()}));
}

}  // namespace net
