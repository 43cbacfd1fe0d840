// The client's side of a WebSocket: section numbers are those of RFC 6455.
#include "net/websocket_caller.hpp"

#include <fmt/format.h>

#include "base/base64.hpp"
#include "base/text.hpp"

namespace net::websocket {

Caller::Caller(std::string host, std::string path, std::string cookie, std::uint64_t seed)
    : host_(std::move(host)), path_(std::move(path)), cookie_(std::move(cookie)), rng_(seed) {
  if (cookie_.empty()) {
    ask_for_page();
  } else {
    ask_for_upgrade();
  }
}

std::string Caller::random_bytes(std::size_t count) {
  std::string bytes;
  bytes.reserve(count);
  while (bytes.size() < count) bytes += static_cast<char>(rng_.next() & 0xFFU);
  return bytes;
}

void Caller::ask_for_page() {
  output_ += fmt::format("GET / HTTP/1.1\r\nHost: {}\r\n\r\n", host_);
  stage_ = Stage::page;
}

/// 4.1. The origin is the site's own page, which gave the cookie.
void Caller::ask_for_upgrade() {
  key_ = base::to_base64(random_bytes(16));
  output_ += fmt::format(
      "GET {} HTTP/1.1\r\nHost: {}\r\nOrigin: http://{}\r\nCookie: {}\r\nUpgrade: websocket\r\n"
      "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {}\r\n\r\n",
      path_, host_, host_, cookie_, key_);
  stage_ = Stage::upgrade;
}

void Caller::receive(std::string_view bytes) {
  if (stage_ == Stage::over) return;
  if (stage_ == Stage::open) return reader_.receive(bytes);
  replies_.receive(bytes);
  while (stage_ == Stage::page || stage_ == Stage::upgrade) {
    const auto reply = replies_.next();
    if (!reply) return fail(reply.error());
    if (!*reply) return;
    read_reply(**reply);
  }
  if (stage_ == Stage::open) reader_.receive(replies_.take_rest());
}

void Caller::read_reply(const HttpReply& reply) {
  if (stage_ == Stage::page) {
    auto cookie = reply.field("Set-Cookie");
    cookie_ = base::cut(cookie, ';');
    if (cookie_.empty()) return fail(fmt::format("the server answered {} and gave no cookie", reply.status));
    return ask_for_upgrade();
  }
  if (reply.status != 101) {
    std::string_view said = reply.body;
    return fail(fmt::format("the server refused the WebSocket: {} {}", reply.status, base::cut(said, '\n')));
  }
  if (reply.field("Sec-WebSocket-Accept") != accept_key(key_))
    return fail("the server's answer to the WebSocket is not for us");
  stage_ = Stage::open;
  output_ += std::exchange(waiting_, {});
}

std::optional<std::string> Caller::next() {
  while (auto event = reader_.next()) {
    if (auto* text = std::get_if<Text>(&*event)) return std::move(text->payload);
    if (const auto* ping = std::get_if<Ping>(&*event)) send(write_pong(ping->payload));
    if (const auto* close = std::get_if<Close>(&*event)) {
      send(write_close(*close));
      stage_ = Stage::over;
    }
    if (const auto* broken = std::get_if<Broken>(&*event)) {
      send(write_close(broken->code, broken->reason));
      fail(std::string(broken->reason));
    }
  }
  return std::nullopt;
}

void Caller::say(std::string_view message) { send(write_text(message)); }

void Caller::end() {
  if (stage_ == Stage::open) send(write_close(CloseCode::normal, ""));
  stage_ = Stage::over;
}

void Caller::send(std::string_view frame) {
  if (stage_ == Stage::over) return;
  auto& where = stage_ == Stage::open ? output_ : waiting_;
  where += mask(frame, random_bytes(4));
}

void Caller::fail(std::string why) {
  problem_ = std::move(why);
  stage_ = Stage::over;
}

}  // namespace net::websocket
