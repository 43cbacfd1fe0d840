// One connection as it is watched, in every cut.
#include "client/tap/watch.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "net/http.hpp"
#include "net/websocket.hpp"

namespace client::tap {
namespace {

using enum Sight::Kind;
using enum Way;

std::vector<std::string> texts(Watch& watch, Way way, std::string_view bytes, std::size_t step = 1) {
  std::vector<std::string> seen;
  for (std::size_t at = 0; at < bytes.size(); at += step) {
    for (const auto& sight : watch.see(way, bytes.substr(at, step)))
      seen.push_back((sight.kind == fault ? "! " : sight.kind == carrier ? "- " : "") + sight.text);
  }
  return seen;
}

using Texts = std::vector<std::string>;

TEST(TapWatch, ReadsAnotherCharset) {
  Watch watch(*protocols::find("scrabble-twente"), Charset::utf16be);
  const auto bytes = base::write_utf16(
      "ANNOUNCE\x1f"
      "Ann\x1e");
  EXPECT_TRUE(watch.see(Way::to_server, bytes.substr(0, 5)).empty());
  const auto sights = watch.see(Way::to_server, bytes.substr(5));
  ASSERT_EQ(sights.size(), 1U);
  EXPECT_EQ(sights[0].text, "ANNOUNCE|Ann");
}

TEST(TapWatch, MessagesAreCutOutOfTheStream) {
  Watch watch(*protocols::find("chess"));
  EXPECT_EQ(texts(watch, to_client, "COLOR WHITE\n"), Texts{"COLOR WHITE"});
  EXPECT_EQ(texts(watch, to_server, "MOVE 4 1 4 3\nMOVE 0 0 "), Texts{"MOVE 4 1 4 3"});
  const std::string missing = "nothing ends the message: LF (0x0A) must follow";
  EXPECT_EQ(watch.end(), (std::vector<Sight>{{message, to_server, "MOVE 0 0 \\"},
                                             {frame, to_server, "MOVE 0 0 \\", missing}}));
}

TEST(TapWatch, UnitsAreBars) {
  Watch watch(*protocols::find("scrabble-twente"));
  EXPECT_EQ(texts(watch, to_server,
                  "ANNOUNCE\x1f"
                  "anna\x1e"),
            Texts{"ANNOUNCE|anna"});
}

TEST(TapWatch, WrongWordsBreakASentence) {
  Watch watch(*protocols::find("chess"));
  const auto seen = watch.see(to_server, "MOVE 4 1 4 9\n");
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_EQ(seen[1].kind, fault);
  EXPECT_EQ(seen[1].sentence, "chess.md, MOVE: \"All coordinates must be between 0 and 7.\"");
  EXPECT_EQ(texts(watch, to_client, "HELLO\n"), (Texts{"HELLO", "! HELLO"}));
}

TEST(TapWatch, WhatTheServerRefusesBreaksASentenceOnce) {
  Watch watch(*protocols::find("chess"));
  watch.see(to_client, "COLOR WHITE\n");
  watch.see(to_server, "MOVE 4 1 4 4\n");
  const auto seen = watch.see(to_client, "ERROR 3\n");
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_EQ(seen[1].kind, fault);
  EXPECT_EQ(seen[1].way, to_server);
  EXPECT_EQ(seen[1].text, "MOVE 4 1 4 4");
  EXPECT_TRUE(seen[1].sentence.starts_with("chess.rulings.md, 6: ")) << seen[1].sentence;
  // What was wrong by its words is not blamed again for its refusal.
  watch.see(to_server, "MOVE 9 9 9 9\n");
  EXPECT_EQ(watch.see(to_client, "ERROR 3\n").size(), 1U);
}

TEST(TapWatch, WhatComesTooEarlyBreaksASentenceOnce) {
  Watch watch(*protocols::find("chess"));
  EXPECT_EQ(texts(watch, to_server, "MOVE 4 1 4 3\n"), (Texts{"MOVE 4 1 4 3", "! MOVE 4 1 4 3"}));
  EXPECT_EQ(texts(watch, to_client, "ERROR 1\n"), Texts{"ERROR 1"});
}

TEST(TapWatch, WhatIsUnfinishedIsToldOnceWithItsFault) {
  Watch watch(*protocols::find("scrabble-twente"));
  EXPECT_TRUE(watch.see(to_server, "ANNOUNCE|anna\n").empty());
  const auto seen = watch.pause();
  ASSERT_EQ(seen.size(), 1U);
  EXPECT_EQ(seen[0].kind, unfinished);
  EXPECT_EQ(seen[0].text, "ANNOUNCE\\x7Canna\\n\\");
  EXPECT_TRUE(seen[0].sentence.starts_with("LF (0x0A) ends a message where RS (0x1E) belongs"));
  EXPECT_TRUE(watch.pause().empty());
  watch.see(to_server, "REQUESTGAME\n");
  EXPECT_EQ(watch.pause().size(), 1U);
  // Nothing of it was a violation yet: the end may still come. At the end it is one.
  EXPECT_EQ(watch.end().at(1).kind, frame);
}

TEST(TapWatch, AnObjectIsUnfinishedToo) {
  const auto& shelfie = *protocols::find("shelfie");
  const auto translator =
      std::ranges::find(shelfie.encodings, "java", &protocols::Encoding::name)->translate();
  const auto bytes = translator
                         ->say(R"({"header":{"type":"CONNECTION","nickname":"anna"},)"
                               R"("payload":{"key":"CONNECTION_CREATION","data":{}}})")
                         .value();
  Watch watch(shelfie);
  EXPECT_TRUE(watch.see(to_server, std::string_view(bytes).substr(0, bytes.size() / 2)).empty());
  const std::vector<Sight> expected{
      {unfinished, to_server, "part of an object", "its end has not come; is it flushed?"}};
  EXPECT_EQ(watch.pause(), expected);
  EXPECT_TRUE(watch.pause().empty());
  EXPECT_EQ(watch.end().at(0).kind, frame);
  EXPECT_EQ(watch.see(to_server, std::string_view(bytes).substr(bytes.size() / 2)).size(), 1U);
  EXPECT_TRUE(watch.pause().empty());
  EXPECT_TRUE(watch.end().empty());
}

TEST(TapWatch, WhatNeverEndsIsToldOnce) {
  Watch watch(*protocols::find("chess"));
  const std::string much(100'000, 'x');
  const auto seen = watch.see(to_client, much);
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_EQ(seen[1].kind, frame);
  EXPECT_EQ(seen[1].sentence, "nothing ends the message: LF (0x0A) must follow");
  for (int more = 0; more < 5; ++more) EXPECT_TRUE(watch.see(to_client, much).empty());
  EXPECT_EQ(texts(watch, to_client, "xx\nCOLOR WHITE\n", 1000), Texts{"COLOR WHITE"});
}

TEST(TapWatch, AServerMayHangUpInsideAMessage) {
  Watch watch(*protocols::find("chess"));
  watch.see(to_client, "COLOR WHI");
  EXPECT_EQ(watch.end().size(), 1U);
  watch.pause();
  EXPECT_EQ(watch.end().size(), 2U);
}

TEST(TapWatch, EndsOfLinesBehindAMessageAreNothing) {
  for (const std::string_view stray : {"\r\n", "\n", "\r"}) {
    Watch watch(*protocols::find("scrabble-twente"));
    watch.see(to_client, std::string("QUEUE\x1e").append(stray));
    EXPECT_TRUE(watch.pause().empty());
    EXPECT_EQ(watch.end().size(), 1U);  // as it stands, for the record
  }
}

TEST(TapWatch, AWrongFrameIsNotBlamedOnWords) {
  Watch watch(*protocols::find("chess"));
  watch.see(to_client, "COLOR WHITE\n");
  const auto seen = watch.see(to_server, "MOVE 4 1 4 3\r\r\n");
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_EQ(seen[1].kind, frame);
  EXPECT_EQ(seen[1].sentence, "CR CR LF (0x0D 0x0D 0x0A) ends a message where LF (0x0A) belongs");
  // The refusal that follows is for it.
  EXPECT_EQ(watch.see(to_client, "ERROR 2\n").size(), 1U);
}

TEST(TapWatch, NorIsOneThatOnlyTheServerMinds) {
  Watch watch(*protocols::find("scrabble-clarkson"));
  watch.see(to_server, "HELLO 1.0.1,a,b,c\r\r\n");
  const auto seen = watch.see(to_client, "NOK what?\r\n");
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_EQ(seen[1].sentence, "CR CR LF (0x0D 0x0D 0x0A) ends a message where CR LF (0x0D 0x0A) belongs");
}

TEST(TapWatch, AWebSocketIsReadAlong) {
  for (const std::size_t step : {1U, 1000U}) {
    Watch watch(*protocols::find("web"));
    EXPECT_EQ(texts(watch, to_server, "GET / HTTP/1.1\r\nHost: x\r\n\r\n", step), Texts{"- GET / HTTP/1.1"});
    EXPECT_EQ(texts(watch, to_client, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", step),
              Texts{"- HTTP/1.1 200"});
    const std::string asks =
        "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n";
    EXPECT_EQ(texts(watch, to_server, asks, step), Texts{"- GET /ws HTTP/1.1"});
    const auto answer =
        net::write_switch("websocket", {}) + net::websocket::write_text("{\"type\":\"welcome\"}");
    EXPECT_EQ(texts(watch, to_client, answer, step), (Texts{"- HTTP/1.1 101", "{\"type\":\"welcome\"}"}));
    const auto says = net::websocket::mask(net::websocket::write_text("{\"id\":1}"), "abcd");
    EXPECT_EQ(texts(watch, to_server, says, step), Texts{"{\"id\":1}"});
    EXPECT_EQ(texts(watch, to_client, net::websocket::write_ping(), step), Texts{"- ping"});
    const auto end = net::websocket::write_close(net::websocket::CloseCode::normal, "");
    EXPECT_EQ(texts(watch, to_client, end, step), Texts{"- close 1000"});
  }
}

TEST(TapWatch, BytesThatAreNothing) {
  Watch watch(*protocols::find("web"));
  EXPECT_EQ(texts(watch, to_server, "COLOR WHITE\n\n", 1000), Texts{"- 13 bytes that are no HTTP request"});
  EXPECT_EQ(texts(watch, to_client, "HELLO\r\n\r\n", 1000), Texts{"- 9 bytes that are no HTTP answer"});
}

}  // namespace
}  // namespace client::tap
