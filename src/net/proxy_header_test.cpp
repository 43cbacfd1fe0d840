// What proxies say, and whom they may say it for.
#include <gtest/gtest.h>

#include <string>

#include "net/networks.hpp"
#include "net/proxy_header.hpp"

namespace {

using namespace std::string_literals;

const std::string kSignature = "\r\n\r\n\0\r\nQUIT\n"s;
const std::string kFour = kSignature + "\x21\x11\0\x0c"s + "\x0a\x01\x02\x03\xc0\xa8\0\x01\x30\x39\x18\xc7"s;

TEST(ProxyHeader, TellsWhoseConnectionItIs) {
  const auto header = net::read_proxy_header(kFour + "HELLO");
  ASSERT_TRUE(header && *header);
  EXPECT_EQ((*header)->size, kFour.size());
  EXPECT_EQ((*header)->source, (net::Address{"10.1.2.3", 12345}));
}

TEST(ProxyHeader, OfIpv6WithMoreBehindTheAddresses) {
  const std::string one = "\x20\x01\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\x01"s;
  const auto bytes = kSignature + "\x21\x21\0\x28"s + one + one + "\0\x50\0\x51"s + "\x04\0\x01x"s;
  const auto header = net::read_proxy_header(bytes);
  ASSERT_TRUE(header && *header);
  EXPECT_EQ((*header)->size, bytes.size());
  EXPECT_EQ((*header)->source, (net::Address{"2001:db8::1", 80}));
}

TEST(ProxyHeader, ComesInAnyCut) {
  for (std::size_t size = 0; size < kFour.size(); ++size) {
    const auto header = net::read_proxy_header(kFour.substr(0, size));
    ASSERT_TRUE(header) << size;
    EXPECT_FALSE(*header) << size;
  }
}

TEST(ProxyHeader, MayBeAboutTheProxyItself) {
  for (const auto& bytes : {kSignature + "\x20\0\0\0"s, kSignature + "\x21\0\0\x02xx"s}) {
    const auto header = net::read_proxy_header(bytes);
    ASSERT_TRUE(header && *header);
    EXPECT_EQ((*header)->size, bytes.size());
    EXPECT_EQ((*header)->source, std::nullopt);
  }
}

TEST(ProxyHeader, AnythingElseIsNone) {
  for (const auto& bytes : {"MOVE 1 2 3 4\n"s, "\r\n\r\n\1"s, "PROXY TCP4 1.2.3.4 1.2.3.4 1 2\r\n"s,
                            kSignature + "\x11\x11\0\x0c"s, kSignature + "\x22\x11\0\x0c"s,
                            kSignature + "\x21\x11\xff\xff"s, kSignature + "\x21\x11\0\x04"s + "abcd"s})
    EXPECT_FALSE(net::read_proxy_header(bytes)) << bytes;
}

TEST(Networks, HoldAddresses) {
  net::Networks networks;
  EXPECT_FALSE(networks.contain("10.0.0.1"));
  for (const auto* one : {"10.0.0.0/8", "192.168.1.7", "2001:db8::/33", "::1"})
    EXPECT_TRUE(networks.add(one)) << one;
  for (const auto* in : {"10.255.0.1", "::ffff:10.1.2.3", "192.168.1.7", "2001:db8:1::9", "::1"})
    EXPECT_TRUE(networks.contain(in)) << in;
  for (const auto* out : {"11.0.0.1", "192.168.1.8", "2001:db8:8000::1", "::2", "", "localhost"})
    EXPECT_FALSE(networks.contain(out)) << out;
}

TEST(Networks, AreWrittenInOneWay) {
  net::Networks networks;
  for (const auto* wrong :
       {"", "x", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "::/129", "10.0.0/8", "localhost"})
    EXPECT_FALSE(networks.add(wrong)) << wrong;
  EXPECT_TRUE(networks.add("0.0.0.0/0"));
  EXPECT_TRUE(networks.contain("1.2.3.4"));
  EXPECT_FALSE(networks.contain("2001:db8::1"));
}

}  // namespace
