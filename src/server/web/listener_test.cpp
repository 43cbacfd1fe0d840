// The web listener on an engine without sockets, with a session that says back what it hears.
#include "server/web/listener.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "net/websocket.hpp"
#include "store/memory.hpp"

namespace server::web {
namespace {

/// Says every line back; "bye" ends it.
class Echo final : public protocols::Session {
 public:
  explicit Echo(const protocols::SessionContext& context) { say("from " + context.address + "\n"); }
  void receive(std::string_view bytes) override {
    finished_ = finished_ || bytes == "bye\n";
    say("heard ");
    say(bytes);
  }
  std::optional<protocols::Request> next() override { return std::nullopt; }
  void tell(const protocols::Notice& /*notice*/) override {}
  bool hungry() const override { return true; }
  std::size_t untaken() const override { return 0; }
  bool finished() const override { return finished_; }

 private:
  bool finished_ = false;
};

const protocols::Protocol kEcho{
    .name = "echo",
    .port = 1,
    .game = "chess",
    .line_end = "\n",
    .unit = "",
    .switches = {},
    .make_session = [](const protocols::SessionContext& opening) -> std::unique_ptr<protocols::Session> {
      return std::make_unique<Echo>(opening);
    },
    .make_client = nullptr,
    .carrier = protocols::Carrier::websocket};

constexpr PlayerId kOne{1};
const Tokens kTokens("secret", Channel::plain);
const Token kToken = kTokens.make();
const std::string kCookie = kTokens.write_cookie(kToken);
const std::string kHandshake =
    "GET /ws HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nUpgrade: websocket\r\nConnection: "
    "Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: " +
    kCookie.substr(0, kCookie.find(';')) + "\r\n\r\n";

/// A short frame of a client; the mask is zero.
std::string frame(unsigned first, std::string_view payload) {
  std::string bytes{static_cast<char>(first), static_cast<char>(0x80U | payload.size())};
  return bytes.append(4, '\0').append(payload);
}

/// Remembers what is sent to the one peer there is.
class Bottom final : public Links {
 public:
  void send(PlayerId player, std::string_view bytes) override {
    sent += bytes;
    if (gives_up) listener->closed(player, {});
  }
  void close(PlayerId /*player*/) override { sent += "<closed>"; }
  void set_reading(PlayerId /*player*/, bool wanted) override { reading = wanted; }
  void make(PlayerId /*player*/, Site::Work work, const std::string& /*address*/) override {
    made.push_back(std::move(work));
  }

  bool count_as(PlayerId /*player*/, const std::string& address) override {
    counted.push_back(address);
    return address != "6.6.6.6";
  }

  Listener* listener = nullptr;
  std::string sent;
  std::vector<std::string> counted;
  std::vector<Site::Work> made;
  bool reading = true;
  bool gives_up = false;
};

/// What the engine wants is for the listener.
class Top final : public Peers {
 public:
  void send(PlayerId player, std::string_view bytes) override { listener->send(player, bytes); }
  void close(PlayerId player) override { listener->close(player); }
  void set_reading(PlayerId /*player*/, bool /*wanted*/) override {}
  void think(PlayerId /*bot*/, const Question& /*question*/) override {}

  Listener* listener = nullptr;
};

class Counts final : public Watcher {
 public:
  void answered(unsigned status) override { ++statuses[status]; }
  void refused(Refusal reason) override { ++reasons[reason]; }

  std::map<unsigned, int> statuses;
  std::map<Refusal, int> reasons;
};

class WebListener : public testing::Test {
 protected:
  WebListener() {
    bottom_.listener = top_.listener = &listener_;
    listener_.opened(kOne, {"127.0.0.1", 9}, now_);
  }

  /// What is sent back for these bytes; "<closed>" at its end if the connection is closed.
  std::string ask(std::string_view bytes) {
    bottom_.sent.clear();
    listener_.received(kOne, bytes, now_);
    engine_.settle(now_);
    return bottom_.sent;
  }

  std::string tick() {
    bottom_.sent.clear();
    now_ += kTick;
    listener_.tick(now_);
    engine_.settle(now_);
    return bottom_.sent;
  }

  Time now_ = base::from_millis(1'000'000);
  const games::Kits kits_;
  Bottom bottom_;
  Top top_;
  Counts counts_;
  Observer observer_;
  store::MemoryJournal journal_{[this](const store::Settled& settled) { engine_.settled(settled, {}); }};
  Engine engine_{kits_, journal_, top_, observer_, {}};
  Browsers browsers_{kTokens, [](std::string_view) { return std::nullopt; }};
  Site site_{{}, browsers_, [](base::TableId table, std::string_view, std::string_view) {
               return base::Result<std::string>(fmt::format("game {}", table.value));
             }};
  Listener listener_{bottom_, engine_, kEcho, site_, browsers_, counts_, {}};
};

TEST_F(WebListener, AnswersOneRequestAfterTheOther) {
  const auto both =
      ask("GET /inspect HTTP/1.1\r\nHost: localhost\r\n\r\nGET /b.c HTTP/1.1\r\nHost: localhost\r\n\r\nGET");
  EXPECT_TRUE(both.starts_with("HTTP/1.1 200 OK\r\n"));
  EXPECT_NE(both.find("HTTP/1.1 404 Not Found\r\n"), std::string::npos);
  EXPECT_FALSE(both.ends_with("<closed>"));
  EXPECT_TRUE(ask(" / HTTP/1.0\r\n\r\n").ends_with("<closed>"));
  EXPECT_EQ(ask("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"), "") << "it is gone";
  EXPECT_EQ(counts_.statuses, (std::map<unsigned, int>{{200, 2}, {404, 1}}));
}

TEST_F(WebListener, SaysGoodbyeWhenTheServerStops) {
  ask(kHandshake);
  bottom_.sent.clear();
  listener_.stop();
  EXPECT_EQ(
      bottom_.sent,
      net::websocket::write_close(net::websocket::CloseCode::going_away, "the server stops") + "<closed>");
  bottom_.sent.clear();
  listener_.stop();
  EXPECT_EQ(bottom_.sent, "") << "once";
}

TEST_F(WebListener, ThoseWhoOnlyFetchPagesAreClosedWithoutAWordWhenTheServerStops) {
  listener_.stop();
  EXPECT_EQ(bottom_.sent, "<closed>");
}

TEST_F(WebListener, EveryAnswerIsProtected) {
  for (const auto* request :
       {"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "GET /x.y HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /ws HTTP/1.1\r\nHost: localhost\r\n\r\n", "POST / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "x\r\n\r\n"}) {
    listener_.opened(kOne, {"127.0.0.1", 9}, now_);
    const auto answer = ask(request);
    EXPECT_NE(answer.find("\r\nContent-Security-Policy: default-src 'self'; "), std::string::npos) << request;
    EXPECT_NE(answer.find("\r\nX-Content-Type-Options: nosniff\r\n"), std::string::npos) << request;
    EXPECT_NE(answer.find("\r\nReferrer-Policy: no-referrer\r\n"), std::string::npos) << request;
  }
}

TEST_F(WebListener, WhatIsNoRequestEndsTheConnection) {
  const auto answer = ask("BREW / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_TRUE(answer.starts_with("HTTP/1.1 405 "));
  EXPECT_TRUE(answer.ends_with("only GET and HEAD are answered here\n<closed>"));
}

TEST_F(WebListener, BecomesAConversation) {
  const auto greeting = net::websocket::write_text("from token:" + kToken.browser);
  EXPECT_TRUE(ask(kHandshake).ends_with("\r\n\r\n" + greeting));
  EXPECT_EQ(engine_.connections(), 1U);
  EXPECT_EQ(ask(frame(0x81, "hello")), net::websocket::write_text("heard hello"));
  EXPECT_EQ(ask(frame(0x81, "a\nb")), net::websocket::write_text("heard a b"));
  EXPECT_EQ(ask(frame(0x81, "x") + frame(0x81, "y")),
            net::websocket::write_text("heard x") + net::websocket::write_text("heard y"));
  EXPECT_EQ(counts_.statuses, (std::map<unsigned, int>{{101, 1}}));
}

TEST_F(WebListener, FramesMayComeWithTheHandshake) {
  EXPECT_TRUE(ask(kHandshake + frame(0x81, "hello")).ends_with(net::websocket::write_text("heard hello")));
}

TEST_F(WebListener, RefusesToBeCalledByAnotherName) {
  auto request = kHandshake;
  for (auto at = request.find("localhost"); at != std::string::npos; at = request.find("localhost"))
    request.replace(at, 9, "evil.org");
  const auto answer = ask(request);
  EXPECT_TRUE(answer.starts_with("HTTP/1.1 421 ")) << answer;
  EXPECT_TRUE(answer.ends_with(std::string(kOtherHost) + "<closed>")) << answer;
  EXPECT_EQ(counts_.reasons, (std::map<Refusal, int>{{Refusal::host, 1}}));
  EXPECT_EQ(engine_.connections(), 0U);
  listener_.opened(kOne, {"127.0.0.1", 9}, now_);
  EXPECT_TRUE(ask("GET /inspect HTTP/1.1\r\nHost: evil.org\r\n\r\n").starts_with("HTTP/1.1 421 "));
}

TEST_F(WebListener, OnlyThePageInWhichSomebodySignedInKeepsItsConnection) {
  constexpr PlayerId kOther{2};
  listener_.opened(kOther, {"127.0.0.1", 10}, now_);
  constexpr PlayerId kStranger{3};
  listener_.opened(kStranger, {"127.0.0.1", 11}, now_);
  ask(kHandshake);
  listener_.received(kOther, kHandshake, now_);
  const auto others = kTokens.write_cookie(kTokens.make());
  auto handshake = kHandshake;
  const auto value = others.substr(0, others.find(';'));
  handshake.replace(handshake.find("parlor="), value.size(), value);
  listener_.received(kStranger, handshake, now_);
  EXPECT_EQ(engine_.connections(), 3U);
  bottom_.sent.clear();
  listener_.renew(kOne, kToken.browser, "abc", now_);
  EXPECT_EQ(bottom_.sent, net::websocket::write_text(R"({"type":"renew","word":"abc"})") +
                              net::websocket::write_close(net::websocket::CloseCode::normal, "") +
                              "<closed>");
  EXPECT_TRUE(listener_.knows(kOne) && listener_.knows(kStranger));
  EXPECT_FALSE(listener_.knows(kOther));
  EXPECT_EQ(engine_.connections(), 2U);
}

TEST_F(WebListener, RefusesOthersOrigins) {
  auto request = kHandshake;
  request.replace(request.find("http://localhost"), 16, "http://y");
  EXPECT_TRUE(ask(request).starts_with("HTTP/1.1 403 "));
  EXPECT_EQ(counts_.reasons, (std::map<Refusal, int>{{Refusal::origin, 1}}));
  EXPECT_EQ(engine_.connections(), 0U);
}

TEST_F(WebListener, TheSessionsEndIsAClose) {
  ask(kHandshake);
  EXPECT_EQ(ask(frame(0x81, "bye")), net::websocket::write_text("heard bye") + "\x88\x02\x03\xe8<closed>");
  EXPECT_EQ(engine_.connections(), 0U);
}

TEST_F(WebListener, ThePeersCloseIsAnswered) {
  ask(kHandshake);
  EXPECT_EQ(ask(frame(0x88, "\x03\xe9")), "\x88\x02\x03\xe9<closed>");
  EXPECT_EQ(engine_.connections(), 0U);
}

TEST_F(WebListener, PingsAreAnswered) {
  ask(kHandshake);
  EXPECT_EQ(ask(frame(0x89, "x")), "\x8a\x01x");
}

TEST_F(WebListener, WhoBreaksARuleIsTold) {
  ask(kHandshake);
  const auto answer = ask(frame(0x82, "x") + frame(0x81, "hello"));
  EXPECT_NE(answer.find(R"({"type":"error","code":"malformed","text":"only text messages are taken here"})"),
            std::string::npos);
  EXPECT_TRUE(answer.ends_with("\x03\xebonly text messages are taken here<closed>"));
  EXPECT_EQ(counts_.reasons, (std::map<Refusal, int>{{Refusal::binary, 1}}));
  EXPECT_EQ(engine_.connections(), 0U);
}

TEST_F(WebListener, TooManyMessages) {
  ask(kHandshake);
  std::string messages;
  for (int count = 0; count < 200; ++count) messages += frame(0x81, "x");
  EXPECT_FALSE(ask(messages).ends_with("<closed>"));
  EXPECT_TRUE(ask(frame(0x81, "x"))
                  .ends_with("\x03\xf0"
                             "at most 200 messages in 10 seconds are taken<closed>"));
  EXPECT_EQ(counts_.reasons, (std::map<Refusal, int>{{Refusal::rate, 1}}));
}

TEST_F(WebListener, TooManyRequests) {
  std::string requests;
  for (int count = 0; count < 201; ++count) requests += "GET /x.y HTTP/1.1\r\nHost: localhost\r\n\r\n";
  EXPECT_NE(ask(requests).find("HTTP/1.1 429 "), std::string::npos);
  EXPECT_EQ(counts_.statuses, (std::map<unsigned, int>{{404, 200}, {429, 1}}));
}

TEST_F(WebListener, WhatTakesLongIsMadeElsewhereAndOtherRequestsWait) {
  EXPECT_EQ(ask("GET /export/7.pgn HTTP/1.1\r\nHost: localhost\r\n\r\n"
                "GET /x.y HTTP/1.1\r\nHost: localhost\r\n\r\n"),
            "");
  ASSERT_EQ(bottom_.made.size(), 1U);
  EXPECT_FALSE(bottom_.reading);
  listener_.made(kOne, bottom_.made.front()(), now_);
  EXPECT_LT(bottom_.sent.find("game 7"), bottom_.sent.find("HTTP/1.1 404 "));
  EXPECT_EQ(counts_.statuses, (std::map<unsigned, int>{{200, 1}, {404, 1}}));
  EXPECT_TRUE(bottom_.reading);
}

TEST_F(WebListener, WhoHasGoneIsAnsweredNothing) {
  ask("GET /export/7.pgn HTTP/1.1\r\nHost: localhost\r\n\r\n");
  listener_.closed(kOne, now_);
  listener_.made(kOne, bottom_.made.front()(), now_);
  EXPECT_EQ(bottom_.sent, "");
}

std::string forwarded(std::string_view address) {
  auto request = kHandshake;
  return request.insert(request.size() - 2, fmt::format("X-Forwarded-For: {}\r\n", address));
}

TEST_F(WebListener, NobodySaysForThemselvesFromWhereTheyCome) {
  ask(forwarded("1.2.3.4"));
  EXPECT_EQ(bottom_.counted, std::vector<std::string>{});
  EXPECT_EQ(engine_.hall().people().self_of(kOne).host, "127.0.0.1");
}

TEST_F(WebListener, AProxySaysForWhomItAsks) {
  Settings settings;
  ASSERT_TRUE(settings.proxies.add("127.0.0.1"));
  Listener behind(bottom_, engine_, kEcho, site_, browsers_, counts_, settings);
  bottom_.listener = top_.listener = &behind;
  constexpr PlayerId kTwo{2};
  behind.opened(kTwo, {"127.0.0.1", 9}, now_);
  behind.received(kTwo, forwarded("1.2.3.4"), now_);
  EXPECT_EQ(bottom_.counted, std::vector<std::string>{"1.2.3.4"});
  EXPECT_EQ(engine_.hall().people().self_of(kTwo).host, "1.2.3.4");
  constexpr PlayerId kThree{3};
  behind.opened(kThree, {"127.0.0.1", 10}, now_);
  behind.received(kThree, forwarded("6.6.6.6"), now_);
  EXPECT_NE(bottom_.sent.find("HTTP/1.1 429 "), std::string::npos);
}

TEST_F(WebListener, PingsAndLetsTheSilentGo) {
  static_assert(kTick * kSilentTicks <= std::chrono::seconds(10));
  ask(kHandshake);
  EXPECT_EQ(tick(), "");
  EXPECT_EQ(tick(), net::websocket::write_ping());
  EXPECT_EQ(tick(), "");
  ask(frame(0x8a, ""));
  EXPECT_EQ(tick(), net::websocket::write_ping());
  EXPECT_EQ(tick(), "");
  EXPECT_EQ(tick(), net::websocket::write_ping());
  EXPECT_EQ(tick(), "");
  EXPECT_TRUE(tick().ends_with("nothing was heard of you for 10 seconds<closed>"));
  EXPECT_EQ(counts_.reasons, (std::map<Refusal, int>{{Refusal::silent, 1}}));
  EXPECT_EQ(engine_.connections(), 0U);
}

TEST_F(WebListener, NobodyIsLetGoBecauseAClockWasSetOrTheServerStoodStill) {
  ask(kHandshake);
  now_ += std::chrono::hours(1);
  EXPECT_EQ(tick(), "");
  now_ -= std::chrono::hours(2);
  EXPECT_EQ(tick(), net::websocket::write_ping());
  EXPECT_EQ(ask(frame(0x81, "hello")), net::websocket::write_text("heard hello"));
}

TEST_F(WebListener, VisitorsWhoAskNothingGo) {
  ask("GET / HTTP/1.1\r\n");
  for (int count = 1; count < kAskingTicks; ++count) EXPECT_EQ(tick(), "");
  ask("Host: localhost\r\n");
  EXPECT_EQ(tick(), "<closed>");
}

/// The handshake of a page that says which it is.
std::string handshake_of(std::string_view page, int attempt) {
  auto request = kHandshake;
  return request.replace(request.find("/ws"), 3, fmt::format("/ws?page={}&try={}", page, attempt));
}

TEST_F(WebListener, APageThatComesAgainLetsGoOfItsOlderConnectionOnly) {
  const auto come = [&](PlayerId player, const std::string& request) {
    listener_.opened(player, {"127.0.0.1", 9}, now_);
    listener_.received(player, request, now_);
    engine_.settle(now_);
  };
  come({2}, handshake_of("a", 1));
  come({3}, handshake_of("b", 1));
  come({4}, kHandshake);
  come({5}, kHandshake);
  EXPECT_EQ(engine_.connections(), 4U) << "other pages, and those that do not say which they are";
  come({6}, handshake_of("a", 3));
  EXPECT_FALSE(listener_.knows({2}));
  EXPECT_TRUE(listener_.knows({6}));
  come({7}, handshake_of("a", 2));
  EXPECT_FALSE(listener_.knows({7})) << "it was made before the other, and comes too late";
  EXPECT_TRUE(listener_.knows({6}));
  come({8}, handshake_of("a", 4));
  EXPECT_FALSE(listener_.knows({6}));
  EXPECT_TRUE(listener_.knows({8}));
  listener_.closed({8}, now_);
  come({9}, handshake_of("a", 1));
  EXPECT_TRUE(listener_.knows({9})) << "the other is gone";
  EXPECT_EQ(engine_.connections(), 4U);
}

TEST_F(WebListener, APeerMayBeGivenUpAtAnyTime) {
  bottom_.gives_up = true;
  for (const auto* request :
       {"GET / HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "x\r\n\r\n"}) {
    listener_.opened(kOne, {"127.0.0.1", 9}, now_);
    ask(request);
    EXPECT_FALSE(listener_.knows(kOne));
  }
  for (const auto& bytes :
       {frame(0x81, "x") + frame(0x81, "y"), frame(0x89, ""), frame(0x88, ""), frame(0x82, "")}) {
    bottom_.gives_up = false;
    listener_.opened(kOne, {"127.0.0.1", 9}, now_);
    ask(kHandshake);
    bottom_.gives_up = true;
    ask(bytes);
    EXPECT_FALSE(listener_.knows(kOne));
    EXPECT_EQ(engine_.connections(), 0U);
  }
}

}  // namespace
}  // namespace server::web
