// HTTP requests, whole and broken.
#include "net/http.hpp"

#include <gtest/gtest.h>

namespace net {
namespace {

std::string answer(std::string_view request) {
  return answer_http(request, [](std::string_view path) { return Page{200, std::string(path)}; })
      .value_or("");
}

TEST(Http, AnswersOnceTheHeadIsThere) {
  const std::string request = "GET /livez HTTP/1.1\r\nHost: x\r\n\r\n";
  for (std::size_t size = 0; size < request.size(); ++size) EXPECT_EQ(answer(request.substr(0, size)), "");
  EXPECT_TRUE(answer(request).starts_with("HTTP/1.1 200 OK\r\n"));
  EXPECT_TRUE(answer(request).ends_with("\r\n\r\n/livez"));
}

TEST(Http, OnlyGet) {
  EXPECT_TRUE(answer("POST / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 405 "));
  EXPECT_TRUE(answer("POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello").starts_with("HTTP/1.1 405 "));
  EXPECT_TRUE(answer("POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\n").starts_with("HTTP/1.1 405 "));
}

TEST(Http, WhatIsNoRequest) {
  for (const auto& garbage :
       {std::string("x\r\n\r\n"), std::string(100, '\0'), "GET /" + std::string(9000, 'x')}) {
    EXPECT_TRUE(answer(garbage).starts_with("HTTP/1.1 400 ")) << garbage;
  }
}

}  // namespace
}  // namespace net
