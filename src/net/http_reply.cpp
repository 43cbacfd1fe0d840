// The client's side of HTTP/1.1, on Boost.Beast's parser.
#include "net/http_reply.hpp"

#include <algorithm>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http.hpp>
#include <utility>

namespace net {
namespace {

namespace http = boost::beast::http;

constexpr std::uint32_t kMostReplyHead = 16 * 1024;
constexpr std::uint64_t kMostBody = std::uint64_t{4} * 1024 * 1024;

HttpReply take_reply(http::response<http::string_body>& message) {
  HttpReply reply{.status = message.result_int(), .fields = {}, .body = std::move(message.body())};
  for (const auto& field : message)
    reply.fields.emplace_back(std::string(field.name_string()), std::string(field.value()));
  return reply;
}

}  // namespace

std::string_view HttpReply::field(std::string_view name) const {
  const auto found = std::ranges::find_if(
      fields, [&](const auto& field) { return boost::beast::iequals(field.first, name); });
  return found == fields.end() ? std::string_view{} : std::string_view(found->second);
}

struct HttpReplyReader::Impl {
  std::string waiting;
  std::optional<http::response_parser<http::string_body>> parser;
  bool stopped = false;
};

HttpReplyReader::HttpReplyReader() : inside_(std::make_unique<Impl>()) {}
HttpReplyReader::~HttpReplyReader() = default;

void HttpReplyReader::receive(std::string_view bytes) {
  if (!inside_->stopped) inside_->waiting += bytes;
}

std::expected<std::optional<HttpReply>, std::string> HttpReplyReader::next() {
  auto& [waiting, parser, stopped] = *inside_;
  while (!stopped && !waiting.empty()) {
    if (!parser) {
      parser.emplace().header_limit(kMostReplyHead);
      parser->body_limit(kMostBody);
    }
    boost::beast::error_code problem;
    const auto used = parser->put(boost::asio::buffer(waiting.data(), waiting.size()), problem);
    waiting.erase(0, used);
    if (problem && problem != http::error::need_more) {
      stopped = true;
      return std::unexpected("that is no HTTP server");
    }
    if (parser->is_done()) {
      auto reply = take_reply(parser->get());
      parser.reset();
      return reply;
    }
    if (used == 0) break;
  }
  return std::nullopt;
}

std::string HttpReplyReader::take_rest() { return std::exchange(inside_->waiting, {}); }

}  // namespace net
