// HTTP requests, whole and broken, in every cut.
#include "net/http.hpp"

#include <gtest/gtest.h>

namespace net {
namespace {

struct Read {
  std::vector<HttpRequest> requests;
  unsigned refused = 0;  ///< the status
  std::string rest;
};

Read read(std::string_view bytes, std::size_t step) {
  HttpReader reader;
  Read result;
  for (std::size_t at = 0; at < bytes.size(); at += step) {
    reader.receive(bytes.substr(at, step));
    for (;;) {
      auto next = reader.next();
      if (!next) result.refused = next.error().status;
      if (!next || !*next) break;
      result.requests.push_back(**std::move(next));
    }
  }
  result.rest = reader.take_rest();
  return result;
}

/// Every cut must give the same requests.
Read read(std::string_view bytes) {
  auto whole = read(bytes, bytes.size() + 1);
  for (const std::size_t step : {1U, 2U, 5U, 100U}) {
    const auto cut = read(bytes, step);
    EXPECT_EQ(cut.requests.size(), whole.requests.size()) << step;
    EXPECT_EQ(cut.refused, whole.refused) << step;
  }
  return whole;
}

unsigned refused(std::string_view bytes) {
  const auto got = read(bytes);
  EXPECT_TRUE(got.requests.empty());
  return got.refused;
}

TEST(Http, ARequestIsThereOnceItsHeadIs) {
  const std::string text = "GET /livez?x=1 HTTP/1.1\r\nHost: x\r\n\r\n";
  for (std::size_t size = 0; size < text.size(); ++size) {
    const auto got = read(std::string_view(text).substr(0, size), 100);
    EXPECT_TRUE(got.requests.empty() && got.refused == 0);
  }
  const auto got = read(text);
  ASSERT_EQ(got.requests.size(), 1U);
  EXPECT_EQ(got.requests[0].path, "/livez");
  EXPECT_EQ(got.requests[0].method, HttpRequest::Method::get);
  EXPECT_TRUE(got.requests[0].keep_alive);
}

TEST(Http, SeveralOneAfterTheOther) {
  const auto got = read(
      "GET /a HTTP/1.1\r\nHost: x\r\n\r\nHEAD /b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
      "GET /c HTTP/1.0\r\n\r\n");
  ASSERT_EQ(got.requests.size(), 3U);
  EXPECT_EQ(got.requests[1].method, HttpRequest::Method::head);
  EXPECT_FALSE(got.requests[1].keep_alive);
  EXPECT_EQ(got.requests[2].path, "/c");
  EXPECT_FALSE(got.requests[2].keep_alive);
}

TEST(Http, FieldsByAnyCase) {
  const auto got = read(
      "GET / HTTP/1.1\r\nhost: x:8080\r\nACCEPT-ENCODING: gzip,  BR \r\nConnection: keep-alive, "
      "Upgrade\r\nAccept-Encoding: zstd\r\n\r\n");
  ASSERT_EQ(got.requests.size(), 1U);
  const auto& request = got.requests[0];
  EXPECT_EQ(request.field("Host"), "x:8080");
  EXPECT_EQ(request.field("Cookie"), "");
  EXPECT_TRUE(request.lists("connection", "upgrade"));
  EXPECT_TRUE(request.lists("Accept-Encoding", "gzip"));
  EXPECT_TRUE(request.lists("Accept-Encoding", "zstd"));
  EXPECT_FALSE(request.lists("Accept-Encoding", "deflate"));
}

TEST(Http, WhatFollowsARequestIsKept) {
  EXPECT_EQ(read("GET / HTTP/1.1\r\nHost: x\r\n\r\n\x81\x80", 1000).rest, "\x81\x80");
}

TEST(Http, OnlyGetAndHead) {
  for (const auto* method : {"POST", "PUT", "DELETE", "OPTIONS", "BREW"})
    EXPECT_EQ(refused(std::string(method) + " / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n"), 405U);
}

TEST(Http, NoBody) {
  EXPECT_EQ(refused("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello"), 413U);
  EXPECT_EQ(refused("GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"), 413U);
  EXPECT_EQ(read("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n").requests.size(), 1U);
}

TEST(Http, TooLongAHead) {
  EXPECT_EQ(refused("GET /" + std::string(9000, 'x')), 431U);
  EXPECT_EQ(refused("GET / HTTP/1.1\r\nHost: x\r\nCookie: " + std::string(9000, 'x') + "\r\n\r\n"), 431U);
}

TEST(Http, WhatIsNoRequest) {
  for (const auto& garbage : {std::string("x\r\n\r\n"), std::string(100, '\0'),
                              std::string("GET nowhere HTTP/1.1\r\nHost: x\r\n\r\n"),
                              std::string("GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n"),
                              std::string("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n")}) {
    EXPECT_EQ(refused(garbage), 400U) << garbage;
  }
}

TEST(Http, NothingComesAfterARefusal) {
  HttpReader reader;
  reader.receive("POST / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_FALSE(reader.next());
  const auto next = reader.next();
  EXPECT_TRUE(next && !*next);
}

TEST(Http, Answers) {
  const HttpAnswer answer{404, "nothing\n", "text/plain", {{"X-A", "b"}}};
  EXPECT_EQ(write_answer(answer, Then::close),
            "HTTP/1.1 404 Not Found\r\nX-A: b\r\nContent-Type: text/plain\r\nContent-Length: 8\r\n"
            "Connection: close\r\n\r\nnothing\n");
  EXPECT_EQ(write_answer(answer, Then::keep, HttpRequest::Method::head),
            "HTTP/1.1 404 Not Found\r\nX-A: b\r\nContent-Type: text/plain\r\nContent-Length: 8\r\n\r\n");
  EXPECT_EQ(write_answer({304, "", "", {{"ETag", "\"x\""}}}, Then::keep),
            "HTTP/1.1 304 Not Modified\r\nETag: \"x\"\r\n\r\n");
  EXPECT_EQ(write_switch("websocket", {{"A", "b"}}),
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nA: b\r\n\r\n");
}

}  // namespace
}  // namespace net
