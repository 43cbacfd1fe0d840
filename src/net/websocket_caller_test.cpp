// The client's side of a WebSocket, in every cut, and what servers may do wrong.
#include "net/websocket_caller.hpp"

#include <gtest/gtest.h>

namespace net::websocket {
namespace {

const std::string kPage =
    "HTTP/1.1 200 OK\r\nSet-Cookie: parlor=abc; HttpOnly; Path=/\r\nContent-Length: 5\r\n\r\nhello";

/// What follows a field's name in a request.
std::string field(const std::string& request, std::string_view name) {
  const auto at = request.find(name) + name.size() + 2;
  return request.substr(at, request.find("\r\n", at) - at);
}

std::string agree(const std::string& request) {
  return write_switch("websocket",
                      {{"Sec-WebSocket-Accept", accept_key(field(request, "Sec-WebSocket-Key"))}});
}

/// Hands bytes over in steps.
void give(Caller& caller, std::string_view bytes, std::size_t step) {
  for (std::size_t at = 0; at < bytes.size(); at += step) caller.receive(bytes.substr(at, step));
}

/// A caller whose WebSocket stands.
std::unique_ptr<Caller> open(std::size_t step, std::string_view rest = "") {
  auto caller = std::make_unique<Caller>("x:1", "/ws", "", 1);
  EXPECT_EQ(caller->take_output(), "GET / HTTP/1.1\r\nHost: x:1\r\n\r\n");
  give(*caller, kPage, step);
  const auto request = caller->take_output();
  EXPECT_TRUE(request.starts_with("GET /ws HTTP/1.1\r\n"));
  EXPECT_EQ(field(request, "Cookie"), "parlor=abc");
  EXPECT_EQ(field(request, "Origin"), "http://x:1");
  EXPECT_TRUE(is_key(field(request, "Sec-WebSocket-Key")));
  give(*caller, agree(request).append(rest), step);
  return caller;
}

std::optional<Event> read_one(std::string_view bytes) {
  Reader reader(Peer::client);
  reader.receive(bytes);
  return reader.next();
}

TEST(WebSocketCaller, GetsACookieThenTheWebSocketThenMessages) {
  for (const std::size_t step : {1U, 3U, 1000U}) {
    const auto caller = open(step, write_text("one") + write_text("two"));
    EXPECT_EQ(caller->next(), "one");
    EXPECT_EQ(caller->next(), "two");
    EXPECT_EQ(caller->next(), std::nullopt);
    EXPECT_FALSE(caller->problem());
    EXPECT_EQ(caller->cookie(), "parlor=abc");
    caller->say("three");
    EXPECT_EQ(read_one(caller->take_output()), Event(Text{"three"}));
  }
}

TEST(WebSocketCaller, ACookieOfOnesOwnIsKept) {
  Caller caller("x:1", "/ws", "parlor=mine", 1);
  EXPECT_EQ(field(caller.take_output(), "Cookie"), "parlor=mine");
}

TEST(WebSocketCaller, WhatIsSaidEarlyWaits) {
  Caller caller("x:1", "/ws", "parlor=mine", 1);
  caller.say("early");
  const auto request = caller.take_output();
  EXPECT_TRUE(request.ends_with("\r\n\r\n"));
  caller.receive(agree(request));
  EXPECT_EQ(read_one(caller.take_output()), Event(Text{"early"}));
}

TEST(WebSocketCaller, LongMessagesGoBothWays) {
  for (const std::size_t size : {125U, 126U, 65535U, 65536U}) {
    const std::string text(size, 'x');
    const auto caller = open(1000, write_text(text));
    EXPECT_EQ(caller->next(), text);
    caller->say(text);
    EXPECT_EQ(read_one(caller->take_output()), Event(Text{text})) << size;
  }
  const std::string hall(300'000, 'h');
  EXPECT_EQ(open(1000, write_text(hall))->next(), hall);
}

TEST(WebSocketCaller, AnswersPingsAndTheEnd) {
  const auto caller = open(1000, write_ping() + write_close(CloseCode::going_away, "bye"));
  EXPECT_EQ(caller->next(), std::nullopt);
  Reader reader(Peer::client);
  reader.receive(caller->take_output());
  EXPECT_EQ(reader.next(), Event(Pong{}));
  EXPECT_EQ(reader.next(), Event(Close{1001}));
}

TEST(WebSocketCaller, SaysGoodbye) {
  const auto caller = open(1000);
  caller->end();
  EXPECT_EQ(read_one(caller->take_output()), Event(Close{1000}));
  caller->say("more");
  EXPECT_EQ(caller->take_output(), "");
}

TEST(WebSocketCaller, SaysWhatIsWrong) {
  Caller no_http("x:1", "/ws", "", 1);
  no_http.receive("WELCOME\x1e\x1f");
  EXPECT_EQ(no_http.problem(), "that is no HTTP server");
  Caller no_cookie("x:1", "/ws", "", 1);
  no_cookie.receive("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
  EXPECT_EQ(no_cookie.problem(), "the server answered 404 and gave no cookie");
  Caller refused("x:1", "/ws", "parlor=mine", 1);
  refused.receive("HTTP/1.1 403 Forbidden\r\nContent-Length: 7\r\n\r\nnot you");
  EXPECT_EQ(refused.problem(), "the server refused the WebSocket: 403 not you");
  Caller other("x:1", "/ws", "parlor=mine", 1);
  other.receive(write_switch("websocket", {{"Sec-WebSocket-Accept", accept_key("another")}}));
  EXPECT_TRUE(other.problem());
}

TEST(WebSocketCaller, MaskedFramesOfAServerAreRefused) {
  const auto caller = open(1000, mask(write_text("masked"), "abcd"));
  EXPECT_EQ(caller->next(), std::nullopt);
  EXPECT_EQ(caller->problem(), "frames of a server must not be masked");
}

}  // namespace
}  // namespace net::websocket
