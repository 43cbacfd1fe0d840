// WebSocket frames, whole and broken, in every cut.
#include "net/websocket.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace net::websocket {
namespace {

constexpr std::string_view kMask = "\x37\xfa\x21\x3d";
constexpr unsigned kLast = 0x80;

/// A frame as a client sends it; the first byte is flags and opcode.
std::string frame(unsigned first, std::string_view payload) {
  std::string bytes(1, static_cast<char>(first));
  const auto size = payload.size();
  const auto add = [&](unsigned byte) { bytes += static_cast<char>(byte & 0xFFU); };
  if (size <= 125) {
    add(static_cast<unsigned>(size) | 0x80U);
  } else if (size <= 0xFFFF) {
    add(126U | 0x80U);
    for (const unsigned shift : {8U, 0U}) add(static_cast<unsigned>(size >> shift));
  } else {
    add(127U | 0x80U);
    for (int shift = 56; shift >= 0; shift -= 8)
      add(static_cast<unsigned>(size >> static_cast<unsigned>(shift)));
  }
  bytes += kMask;
  for (std::size_t at = 0; at < size; ++at) bytes += static_cast<char>(payload[at] ^ kMask[at % 4]);
  return bytes;
}

std::vector<Event> read(std::string_view bytes, std::size_t step) {
  Reader reader;
  std::vector<Event> events;
  for (std::size_t at = 0; at < bytes.size(); at += step) {
    reader.receive(bytes.substr(at, step));
    while (auto event = reader.next()) events.push_back(*std::move(event));
  }
  return events;
}

/// What the bytes mean; every cut must mean the same.
std::vector<Event> read(std::string_view bytes) {
  auto whole = read(bytes, bytes.size() + 1);
  for (const std::size_t step : {1U, 2U, 3U, 7U, 1000U}) EXPECT_EQ(read(bytes, step), whole) << step;
  return whole;
}

/// The code with which the connection ends.
int broken(std::string_view bytes) {
  const auto events = read(bytes);
  const auto* end = events.empty() ? nullptr : std::get_if<Broken>(&events.back());
  return end == nullptr ? 0 : static_cast<int>(end->code);
}

std::string close_payload(unsigned code, std::string_view reason = "") {
  return std::string{static_cast<char>(code >> 8U), static_cast<char>(code & 0xFFU)}.append(reason);
}

TEST(WebSocket, TheHandshakeOfTheStandard) {
  EXPECT_EQ(accept_key("dGhlIHNhbXBsZSBub25jZQ=="), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
  EXPECT_TRUE(is_key("dGhlIHNhbXBsZSBub25jZQ=="));
  for (const auto* wrong :
       {"", "dGhlIHNhbXBsZSBub25jZQ", "dGhlIHNhbXBsZSBub25jZQ=A", "dGhl!HNhbXBsZSBub25jZQ=="})
    EXPECT_FALSE(is_key(wrong)) << wrong;
}

TEST(WebSocket, FramesOfTheStandard) {
  EXPECT_EQ(write_text("Hello"), "\x81\x05Hello");
  EXPECT_EQ(read("\x81\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58"), (std::vector<Event>{Text{"Hello"}}));
}

TEST(WebSocket, MessagesOfEveryLength) {
  for (const std::size_t size : {0U, 1U, 125U, 126U, 127U, 65535U, 65536U}) {
    const std::string text(size, 'x');
    EXPECT_EQ(read(frame(kLast | 1U, text)), (std::vector<Event>{Text{text}})) << size;
  }
}

TEST(WebSocket, LengthsAsTheyAreWritten) {
  EXPECT_EQ(write_text(std::string(125, 'x')).substr(0, 2), "\x81\x7d");
  EXPECT_EQ(write_text(std::string(126, 'x')).substr(0, 4), std::string("\x81\x7e\x00\x7e", 4));
  EXPECT_EQ(write_text(std::string(65536, 'x')).substr(0, 10),
            std::string("\x81\x7f\x00\x00\x00\x00\x00\x01\x00\x00", 10));
}

TEST(WebSocket, FragmentsWithControlFramesBetween) {
  const auto bytes = frame(1, "Hel") + frame(kLast | 9U, "you there?") + frame(0, "") +
                     frame(kLast | 10U, "") + frame(kLast, "lo") + frame(kLast | 1U, "again");
  EXPECT_EQ(read(bytes), (std::vector<Event>{Ping{"you there?"}, Pong{}, Text{"Hello"}, Text{"again"}}));
}

TEST(WebSocket, AFullMessageStillLetsPingsThrough) {
  const auto bytes = frame(1, std::string(kMostMessage, 'x')) + frame(kLast | 9U, "ping") + frame(kLast, "");
  EXPECT_EQ(read(bytes), (std::vector<Event>{Ping{"ping"}, Text{std::string(kMostMessage, 'x')}}));
}

TEST(WebSocket, ACharacterMayBeCutByFragments) {
  EXPECT_EQ(read(frame(1, "Zo\xc3") + frame(kLast, "\xab")), (std::vector<Event>{Text{"Zo\xc3\xab"}}));
}

TEST(WebSocket, PingIsAnsweredWithTheSame) {
  EXPECT_EQ(write_pong("x"), "\x8a\x01x");
  EXPECT_EQ(write_ping(), std::string("\x89\x00", 2));
}

TEST(WebSocket, Closing) {
  EXPECT_EQ(read(frame(kLast | 8U, "") + frame(kLast | 1U, "late")), (std::vector<Event>{Close{}}));
  EXPECT_EQ(read(frame(kLast | 8U, close_payload(1001, "bye"))), (std::vector<Event>{Close{1001}}));
  EXPECT_EQ(read(frame(kLast | 8U, close_payload(4000))), (std::vector<Event>{Close{4000}}));
  EXPECT_EQ(write_close(Close{}), std::string("\x88\x00", 2));
  EXPECT_EQ(write_close(Close{1001}), "\x88\x02\x03\xe9");
  EXPECT_EQ(write_close(CloseCode::policy, "no"), "\x88\x04\x03\xf0no");
}

TEST(WebSocket, CodesThatCloseNothing) {
  for (const unsigned code : {0U, 999U, 1004U, 1005U, 1006U, 1015U, 2999U, 5000U, 65535U})
    EXPECT_EQ(broken(frame(kLast | 8U, close_payload(code))), 1002) << code;
  EXPECT_EQ(broken(frame(kLast | 8U, "x")), 1002);
  EXPECT_EQ(broken(frame(kLast | 8U, close_payload(1000, "\xff"))), 1007);
}

TEST(WebSocket, TooMuch) {
  EXPECT_EQ(broken(frame(kLast | 1U, std::string(kMostMessage + 1, 'x'))), 1009);
  EXPECT_EQ(broken(frame(1, std::string(kMostMessage, 'x')) + frame(kLast, "y")), 1009);
  // It is refused by its head, before any of it has come.
  EXPECT_EQ(broken(std::string("\x81\xff\x00\x00\x00\x00\x00\x10\x00\x00", 10)), 1009);
  EXPECT_EQ(broken("\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff"), 1009);
}

TEST(WebSocket, BinaryIsNotTaken) { EXPECT_EQ(broken(frame(kLast | 2U, "\x01\x02")), 1003); }

TEST(WebSocket, TextThatIsNone) {
  for (const auto* wrong : {"\xff", "\xc3", "\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80"})
    EXPECT_EQ(broken(frame(kLast | 1U, wrong)), 1007);
}

TEST(WebSocket, BrokenRules) {
  EXPECT_EQ(broken("\x81\x05Hello"), 1002) << "not masked";
  EXPECT_EQ(broken(frame(kLast | 0x40U | 1U, "x")), 1002) << "an extension's bit";
  EXPECT_EQ(broken(frame(kLast | 3U, "")), 1002) << "an unknown kind";
  EXPECT_EQ(broken(frame(kLast | 11U, "")), 1002) << "an unknown control frame";
  EXPECT_EQ(broken(frame(kLast, "x")), 1002) << "goes on with nothing";
  EXPECT_EQ(broken(frame(1, "x") + frame(kLast | 1U, "y")), 1002) << "a message inside another";
  EXPECT_EQ(broken(frame(9, "x")), 1002) << "a ping that is cut";
  EXPECT_EQ(broken(frame(kLast | 9U, std::string(126, 'x'))), 1002) << "a long ping";
  EXPECT_EQ(broken(std::string("\x81\xfe\x00\x05", 4).append(kMask) + "Hello"), 1002) << "a long length";
  EXPECT_EQ(broken(std::string("\x81\xff\x00\x00\x00\x00\x00\x00\x00\x05", 10)), 1002) << "a longer length";
}

TEST(WebSocket, NothingComesAfterABrokenRule) {
  EXPECT_EQ(read(frame(kLast | 2U, "x") + frame(kLast | 1U, "y")).size(), 1U);
}

}  // namespace
}  // namespace net::websocket
