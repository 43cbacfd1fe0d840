// HTTP/1.1 without any I/O, read by Beast.
#include "net/http.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/status.hpp>

#include "base/text.hpp"

namespace net {
namespace {

namespace http = boost::beast::http;

constexpr std::uint32_t kMostHead = 8 * 1024;

bool same_word(std::string_view one, std::string_view other) { return boost::beast::iequals(one, other); }

std::string text_of(boost::beast::string_view text) { return {text.data(), text.size()}; }

std::string status_line(unsigned status) {
  return fmt::format("HTTP/1.1 {} {}\r\n", status,
                     text_of(http::obsolete_reason(http::int_to_status(status))));
}

std::string write_fields(const HttpFields& fields) {
  std::string text;
  for (const auto& [name, value] : fields) text += fmt::format("{}: {}\r\n", name, value);
  return text;
}

HttpAnswer refuse(unsigned status, std::string sentence) { return {status, std::move(sentence) + '\n'}; }

/// What is wrong with a request whose head is complete.
std::optional<HttpAnswer> check(const http::request_parser<http::empty_body>& parser) {
  const auto& head = parser.get();
  if (head.method() != http::verb::get && head.method() != http::verb::head) {
    auto answer = refuse(405, "only GET and HEAD are answered here");
    answer.fields.emplace_back("Allow", "GET, HEAD");
    return answer;
  }
  if (parser.content_length().value_or(0) > 0 || parser.chunked())
    return refuse(413, "a request must have no body here");
  if (head.count(http::field::host) > 1) return refuse(400, "a request must name one host");
  if (!head.target().starts_with('/')) return refuse(400, "the path must begin with /");
  return std::nullopt;
}

HttpRequest take_request(const http::request<http::empty_body>& head) {
  HttpRequest request;
  request.method = head.method() == http::verb::head ? HttpRequest::Method::head : HttpRequest::Method::get;
  const auto target = text_of(head.target());
  request.path = target.substr(0, target.find('?'));
  if (request.path.size() < target.size()) request.query = target.substr(request.path.size() + 1);
  for (const auto& field : head)
    request.fields.emplace_back(text_of(field.name_string()), text_of(field.value()));
  request.keep_alive = head.keep_alive();
  return request;
}

}  // namespace

std::string_view HttpRequest::field(std::string_view name) const {
  const auto found =
      std::ranges::find_if(fields, [&](const auto& field) { return same_word(field.first, name); });
  return found == fields.end() ? std::string_view{} : std::string_view(found->second);
}

bool HttpRequest::lists(std::string_view name, std::string_view word) const {
  for (const auto& [own, value] : fields) {
    if (!same_word(own, name)) continue;
    for (std::size_t from = 0; from <= value.size();) {
      const auto end = std::min(value.find(',', from), value.size());
      if (same_word(base::trim(std::string_view(value).substr(from, end - from)), word)) return true;
      from = end + 1;
    }
  }
  return false;
}

struct HttpReader::Impl {
  std::string waiting;
  std::optional<http::request_parser<http::empty_body>> parser;
  bool stopped = false;
};

HttpReader::HttpReader() : inside_(std::make_unique<Impl>()) {}
HttpReader::~HttpReader() = default;

void HttpReader::receive(std::string_view bytes) {
  if (!inside_->stopped) inside_->waiting += bytes;
}

std::expected<std::optional<HttpRequest>, HttpAnswer> HttpReader::next() {
  auto& [waiting, parser, stopped] = *inside_;
  if (stopped || waiting.empty()) return std::nullopt;
  if (!parser) parser.emplace().header_limit(kMostHead);
  boost::beast::error_code problem;
  waiting.erase(0, parser->put(boost::asio::buffer(waiting.data(), waiting.size()), problem));
  if (!problem || problem == http::error::need_more) {
    if (!parser->is_header_done()) return std::nullopt;
    auto wrong = check(*parser);
    if (!wrong) {
      auto request = take_request(parser->get());
      parser.reset();
      return request;
    }
    stopped = true;
    return std::unexpected(*std::move(wrong));
  }
  stopped = true;
  if (problem == http::error::header_limit)
    return std::unexpected(refuse(431, fmt::format("the head of a request has at most {} bytes", kMostHead)));
  return std::unexpected(refuse(400, "that is no HTTP request"));
}

bool HttpReader::began() const { return inside_->parser.has_value(); }

std::string HttpReader::take_rest() { return std::exchange(inside_->waiting, {}); }

std::string write_answer(const HttpAnswer& answer, Then then, HttpRequest::Method method) {
  auto text = status_line(answer.status) + write_fields(answer.fields);
  if (answer.status != 304) {
    text += fmt::format("Content-Type: {}\r\nContent-Length: {}\r\n", answer.type, answer.body.size());
  }
  text += then == Then::close ? "Connection: close\r\n\r\n" : "\r\n";
  if (method == HttpRequest::Method::get) text += answer.body;
  return text;
}

std::string write_switch(std::string_view protocol, const HttpFields& fields) {
  return status_line(101) + fmt::format("Upgrade: {}\r\nConnection: Upgrade\r\n", protocol) +
         write_fields(fields) + "\r\n";
}

}  // namespace net
