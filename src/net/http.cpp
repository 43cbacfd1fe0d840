// A small HTTP listener, on Beast.
#include "net/http.hpp"

#include <fmt/format.h>

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

#include "net/loop_inside.hpp"

namespace net {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;

constexpr auto kPatience = std::chrono::seconds(10);

/// One request and its answer; the connection ends with it.
class Exchange : public std::enable_shared_from_this<Exchange> {
 public:
  Exchange(asio::ip::tcp::socket socket, Http::Answer answer)
      : stream_(std::move(socket)), answer_(std::move(answer)) {}

  void start() {
    stream_.expires_after(kPatience);
    http::async_read(stream_, buffer_, request_,
                     [self = shared_from_this()](beast::error_code problem, std::size_t) {
                       if (!problem) self->respond();
                     });
  }

 private:
  void respond() {
    Page page{405, "text/plain; charset=utf-8", "only GET is answered here\n"};
    if (request_.method() == http::verb::get)
      page = answer_({request_.target().data(), request_.target().size()});
    response_.result(page.status);
    response_.set(http::field::content_type, page.type);
    response_.keep_alive(false);
    response_.body() = std::move(page.body);
    response_.prepare_payload();
    http::async_write(stream_, response_, [self = shared_from_this()](beast::error_code, std::size_t) {
      beast::error_code ignored;
      self->stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
    });
  }

  beast::tcp_stream stream_;
  Http::Answer answer_;
  beast::flat_buffer buffer_{8 * 1024};
  http::request<http::empty_body> request_;
  http::response<http::string_body> response_;
};

}  // namespace

struct Http::Inside : std::enable_shared_from_this<Http::Inside> {
  Inside(Loop& loop, Answer function) : acceptor(loop.inside().context), answer(std::move(function)) {}

  void accept() {
    acceptor.async_accept(
        [self = shared_from_this()](beast::error_code problem, asio::ip::tcp::socket socket) {
          if (!self->acceptor.is_open()) return;
          if (!problem) std::make_shared<Exchange>(std::move(socket), self->answer)->start();
          self->accept();
        });
  }

  asio::ip::tcp::acceptor acceptor;
  Answer answer;
};

Http::Http(Loop& loop, Answer answer) : inside_(std::make_shared<Inside>(loop, std::move(answer))) {}
Http::~Http() { stop_listening(); }

base::Result<Address> Http::listen(const Address& address) {
  const auto where = resolve(address);
  if (!where) return std::unexpected(where.error());
  const auto described = describe(*where);
  const asio::ip::tcp::endpoint endpoint(asio::ip::make_address(described.host), described.port);
  auto& acceptor = inside_->acceptor;
  beast::error_code problem;
  acceptor.open(endpoint.protocol(), problem);
  if (!problem) acceptor.set_option(asio::socket_base::reuse_address(true), problem);
  if (!problem) acceptor.bind(endpoint, problem);
  if (!problem) acceptor.listen(asio::socket_base::max_listen_connections, problem);
  if (problem) {
    return base::fail(base::Code::system,
                      fmt::format("cannot listen on {}: {}", write_address(address), problem.message()));
  }
  inside_->accept();
  return Address{described.host, acceptor.local_endpoint().port()};
}

void Http::stop_listening() {
  beast::error_code ignored;
  inside_->acceptor.close(ignored);
}

}  // namespace net
