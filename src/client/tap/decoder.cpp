// Lines and objects as they come; WebSocket by reading along.
#include "client/tap/decoder.hpp"

#include <fmt/format.h>

#include <array>

#include "net/http.hpp"
#include "net/http_reply.hpp"
#include "net/websocket.hpp"
#include "transcript/message_cutter.hpp"

namespace client::tap {
namespace {

constexpr std::size_t index_of(Way way) { return static_cast<std::size_t>(way); }

class Plain final : public Decoder {
 public:
  Plain(const protocols::Protocol& protocol, Charset charset)
      : recoders_{Recoder(charset), Recoder(charset)},
        cutters_{transcript::MessageCutter(protocol), transcript::MessageCutter(protocol)} {}

  void hear(Way way, std::string_view bytes) override {
    cutters_[index_of(way)].hear(recoders_[index_of(way)].from_wire(bytes));
  }
  std::optional<Heard> next(Way way) override {
    auto text = cutters_[index_of(way)].next();
    if (!text) return std::nullopt;
    return Heard{.text = *std::move(text)};
  }
  std::string rest(Way way) const override { return cutters_[index_of(way)].rest(); }
  bool is_within_object(Way way) const override { return cutters_[index_of(way)].is_within_translated(); }

 private:
  std::array<Recoder, 2> recoders_;
  std::array<transcript::MessageCutter, 2> cutters_;
};

/// HTTP until the upgrade, then frames. A request that was not understood, or an upgrade that was refused,
/// leaves nothing to read but bytes.
class OverWebSocket final : public Decoder {
 public:
  explicit OverWebSocket(const protocols::Protocol& protocol)
      : cutters_{transcript::MessageCutter(protocol), transcript::MessageCutter(protocol)} {}

  void hear(Way way, std::string_view bytes) override {
    if (upgraded_[index_of(way)]) return hear_frames(way, bytes);
    if (way == Way::to_server) return hear_requests(bytes);
    hear_replies(bytes);
  }
  std::optional<Heard> next(Way way) override {
    auto& heard = heard_[index_of(way)];
    if (heard.empty()) return std::nullopt;
    auto first = std::move(heard.front());
    heard.pop_front();
    return first;
  }
  std::string rest(Way /*way*/) const override { return {}; }
  bool is_within_object(Way /*way*/) const override { return false; }

 private:
  void note(Way way, std::string text) {
    heard_[index_of(way)].push_back({Heard::Kind::carrier, std::move(text)});
  }

  void hear_requests(std::string_view bytes) {
    requests_.receive(bytes);
    for (auto request = requests_.next(); !upgraded_[0]; request = requests_.next()) {
      if (!request)
        return note(Way::to_server, fmt::format("{} bytes that are no HTTP request", bytes.size()));
      if (!*request) return;
      const bool head = (*request)->method == net::HttpRequest::Method::head;
      note(Way::to_server, fmt::format("{} {} HTTP/1.1", head ? "HEAD" : "GET", (*request)->path));
      upgraded_[0] = (*request)->lists("Upgrade", "websocket");
    }
    hear_frames(Way::to_server, requests_.take_rest());
  }

  void hear_replies(std::string_view bytes) {
    replies_.receive(bytes);
    for (auto reply = replies_.next(); !upgraded_[1]; reply = replies_.next()) {
      if (!reply) return note(Way::to_client, fmt::format("{} bytes that are no HTTP answer", bytes.size()));
      if (!*reply) return;
      note(Way::to_client, fmt::format("HTTP/1.1 {}", (*reply)->status));
      upgraded_[1] = (*reply)->status == 101;
    }
    hear_frames(Way::to_client, replies_.take_rest());
  }

  void hear_frames(Way way, std::string_view bytes) {
    auto& reader = readers_[index_of(way)];
    reader.receive(bytes);
    while (const auto event = reader.next()) {
      if (const auto* text = std::get_if<net::websocket::Text>(&*event)) {
        auto& cutter = cutters_[index_of(way)];
        cutter.hear(text->payload + "\n");
        while (auto line = cutter.next()) heard_[index_of(way)].push_back({.text = *std::move(line)});
      } else if (const auto* close = std::get_if<net::websocket::Close>(&*event)) {
        note(way, close->code ? fmt::format("close {}", *close->code) : std::string("close"));
      } else if (const auto* broken = std::get_if<net::websocket::Broken>(&*event)) {
        note(way, fmt::format("a broken frame: {}", broken->reason));
      } else {
        note(way, std::holds_alternative<net::websocket::Ping>(*event) ? "ping" : "pong");
      }
    }
  }

  std::array<transcript::MessageCutter, 2> cutters_;
  std::array<std::deque<Heard>, 2> heard_;
  std::array<bool, 2> upgraded_{};
  net::HttpReader requests_;
  net::HttpReplyReader replies_;
  std::array<net::websocket::Reader, 2> readers_{net::websocket::Reader(net::websocket::Peer::client),
                                                 net::websocket::Reader(net::websocket::Peer::server)};
};

}  // namespace

std::unique_ptr<Decoder> make_decoder(const protocols::Protocol& protocol, Charset charset) {
  if (protocol.carrier == protocols::Carrier::websocket) return std::make_unique<OverWebSocket>(protocol);
  return std::make_unique<Plain>(protocol, charset);
}

}  // namespace client::tap
