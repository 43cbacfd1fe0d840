// TLS against OpenSSL's own client, with bytes carried by hand.
#include "net/tls.hpp"

#include <gtest/gtest.h>
#include <openssl/ssl.h>

#include <fstream>

#include "net/certificates_fixture.hpp"

namespace net {
namespace {

/// Certificates, and a file that is none.
class Tls : public testing::Test {
 protected:
  Tls() {
    folder_.make("one");
    folder_.make("other");
    std::ofstream(path("garbage")) << "garbage\n";
  }

  std::string path(std::string_view name) const { return folder_.path(std::string(name)); }

 private:
  Certificates folder_;
};

/// The other side of a channel.
class Visitor {
 public:
  Visitor() : context_(SSL_CTX_new(TLS_client_method())), ssl_(SSL_new(context_)) {
    SSL_set_bio(ssl_, BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()));
    SSL_set_connect_state(ssl_);
  }
  Visitor(const Visitor&) = delete;
  Visitor& operator=(const Visitor&) = delete;
  ~Visitor() {
    SSL_free(ssl_);
    SSL_CTX_free(context_);
  }

  std::string take_output() {
    std::string output(BIO_ctrl_pending(SSL_get_wbio(ssl_)), '\0');
    if (!output.empty()) BIO_read(SSL_get_wbio(ssl_), output.data(), static_cast<int>(output.size()));
    return output;
  }
  std::string receive(std::string_view bytes) {
    if (!bytes.empty()) BIO_write(SSL_get_rbio(ssl_), bytes.data(), static_cast<int>(bytes.size()));
    std::string plain(100'000, '\0');
    const int count = SSL_read(ssl_, plain.data(), static_cast<int>(plain.size()));
    ended_ = SSL_get_error(ssl_, count) == SSL_ERROR_ZERO_RETURN;
    plain.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    return plain;
  }
  void say(std::string_view plain) { SSL_write(ssl_, plain.data(), static_cast<int>(plain.size())); }
  bool ended() const { return ended_; }

 private:
  SSL_CTX* context_;
  SSL* ssl_;
  bool ended_ = false;
};

/// What the channel understands, however the bytes are cut.
std::string carry(TlsChannel& channel, std::string_view bytes, std::size_t step) {
  std::string plain;
  for (std::size_t at = 0; at < bytes.size(); at += step) {
    const auto got = channel.receive(bytes.substr(at, step));
    EXPECT_TRUE(got) << got.error().detail;
    plain += got.value_or("");
  }
  return plain;
}

void shake_hands(Visitor& visitor, TlsChannel& channel, std::size_t step) {
  for (int round = 0; round < 4; ++round) {
    visitor.receive(channel.take_output());
    EXPECT_EQ(carry(channel, visitor.take_output(), step), "");
  }
}

TEST_F(Tls, CarriesTextBothWaysInAnyCut) {
  const auto identity = TlsIdentity::load(path("one.crt"), path("one.key"));
  ASSERT_TRUE(identity) << identity.error().detail;
  for (const std::size_t step : {1U, 7U, 100'000U}) {
    TlsChannel channel(*identity);
    Visitor visitor;
    shake_hands(visitor, channel, step);
    const std::string large(40'000, 'x');
    visitor.say("hello");
    visitor.say(large);
    EXPECT_EQ(carry(channel, visitor.take_output(), step), "hello" + large);
    channel.say("good day");
    EXPECT_EQ(visitor.receive(channel.take_output()), "good day");
    channel.end();
    EXPECT_EQ(visitor.receive(channel.take_output()), "");
    EXPECT_TRUE(visitor.ended());
  }
}

TEST_F(Tls, GarbageBreaksTheChannel) {
  const auto identity = TlsIdentity::load(path("one.crt"), path("one.key"));
  ASSERT_TRUE(identity);
  TlsChannel channel(*identity);
  EXPECT_FALSE(channel.receive("GET / HTTP/1.1\r\nHost: x\r\n\r\n"));
  TlsChannel other(*identity);
  Visitor visitor;
  shake_hands(visitor, other, 1000);
  EXPECT_FALSE(other.receive(std::string(100, 'x')));
}

/// Two channels whose bytes are carried until neither has any.
std::string talk(TlsChannel& dials, TlsChannel& accepts) {
  std::string plain;
  for (auto bytes = dials.take_output(); !bytes.empty(); bytes = dials.take_output()) {
    const auto got = accepts.receive(bytes);
    plain += got ? *got : got.error().detail;
    if (const auto back = dials.receive(accepts.take_output()); !back) return back.error().detail;
  }
  return plain;
}

TEST_F(Tls, WhoDialsMayBeUsToo) {
  const auto identity = TlsIdentity::load_mutual(path("one.crt"), path("one.key"), path("one.crt"));
  ASSERT_TRUE(identity) << identity.error().detail;
  TlsChannel dials(*identity, TlsSide::dials);
  TlsChannel accepts(*identity);
  dials.say("said early");
  EXPECT_EQ(talk(dials, accepts), "said early");
}

TEST_F(Tls, BothSidesLookAtTheCertificateOfTheOther) {
  const auto identity = TlsIdentity::load_mutual(path("one.crt"), path("one.key"), path("one.crt"));
  const auto other = TlsIdentity::load_mutual(path("other.crt"), path("other.key"), path("one.crt"));
  const auto trusting = TlsIdentity::load(path("other.crt"), path("other.key"));
  ASSERT_TRUE(identity && other && trusting);
  for (const auto* visitor : {&*other, &*trusting}) {
    TlsChannel dials(*visitor, TlsSide::dials);
    TlsChannel accepts(*identity);
    dials.say("secret");
    EXPECT_NE(talk(dials, accepts), "secret");
  }
  TlsChannel dials(*identity, TlsSide::dials);
  TlsChannel accepts(*trusting);
  dials.say("secret");
  EXPECT_NE(talk(dials, accepts), "secret");
  EXPECT_FALSE(TlsIdentity::load_mutual(path("one.crt"), path("one.key"), path("garbage")));
}

TEST_F(Tls, WhatCannotBeUsed) {
  const auto why = [&](std::string_view certificate, std::string_view key) {
    const auto identity = TlsIdentity::load(path(certificate), path(key));
    return identity ? "" : identity.error().detail;
  };
  EXPECT_EQ(why("one.crt", "one.key"), "");
  EXPECT_TRUE(
      why("missing", "one.key").starts_with("the certificate in '" + path("missing") + "' cannot be used: "));
  EXPECT_TRUE(
      why("garbage", "one.key").starts_with("the certificate in '" + path("garbage") + "' cannot be used: "));
  EXPECT_TRUE(why("one.crt", "missing").starts_with("the key in '" + path("missing") + "' cannot be used: "));
  EXPECT_TRUE(why("one.crt", "garbage").starts_with("the key in '" + path("garbage") + "' cannot be used: "));
  EXPECT_NE(why("one.crt", "other.key").find("key values mismatch"), std::string::npos)
      << why("one.crt", "other.key");
}

}  // namespace
}  // namespace net
