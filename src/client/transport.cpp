// TCP as it is, and WebSocket.
#include "client/transport.hpp"

#include <random>
#include <utility>

#include "net/websocket_caller.hpp"

namespace client {
namespace {

class Plain final : public Transport {
 public:
  explicit Plain(Charset charset) : recoder_(charset) {}

  std::string receive(std::string_view bytes) override { return recoder_.from_wire(bytes); }
  void say(std::string_view bytes) override { output_ += recoder_.to_wire(bytes); }
  void end() override {}
  std::string take_output() override { return std::exchange(output_, {}); }
  std::optional<std::string> problem() const override { return std::nullopt; }
  std::string token() const override { return {}; }

 private:
  Recoder recoder_;
  std::string output_;
};

class OverWebSocket final : public Transport {
 public:
  OverWebSocket(const net::Address& server, std::string token)
      : caller_(net::write_address(server), "/ws", std::move(token), std::random_device()()) {}

  std::string receive(std::string_view bytes) override {
    caller_.receive(bytes);
    std::string lines;
    while (const auto message = caller_.next()) lines += *message + '\n';
    return lines;
  }
  void say(std::string_view bytes) override {
    unfinished_ += bytes;
    std::size_t from = 0;
    for (auto end = unfinished_.find('\n'); end != std::string::npos; end = unfinished_.find('\n', from)) {
      caller_.say(std::string_view(unfinished_).substr(from, end - from));
      from = end + 1;
    }
    unfinished_.erase(0, from);
  }
  void end() override { caller_.end(); }
  std::string take_output() override { return caller_.take_output(); }
  std::optional<std::string> problem() const override { return caller_.problem(); }
  std::string token() const override { return caller_.cookie(); }

 private:
  net::websocket::Caller caller_;
  std::string unfinished_;  ///< a line whose end was not said yet
};

}  // namespace

std::unique_ptr<Transport> make_transport(const protocols::Protocol& protocol, const net::Address& server,
                                          std::string token, Charset charset) {
  if (protocol.carrier == protocols::Carrier::websocket)
    return std::make_unique<OverWebSocket>(server, std::move(token));
  return std::make_unique<Plain>(charset);
}

}  // namespace client
