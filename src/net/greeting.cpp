// How two nodes that share a secret greet each other on a link.
#include "net/greeting.hpp"

#include <fmt/format.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

#include <array>

#include "base/base64.hpp"
#include "base/text.hpp"

namespace net {
namespace {

using base::Code;
using base::fail;

constexpr std::string_view kGreeting = "parlor-link";
constexpr std::string_view kVersion = "1";
constexpr std::string_view kDare = "dare";
constexpr std::string_view kProof = "proof";
constexpr std::size_t kNonceBytes = 24;

std::string make_nonce() {
  std::array<unsigned char, kNonceBytes> bytes{};
  // Without chance there is no proof: nothing that anybody says fits an empty one.
  if (RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) != 1) return {};
  return base::to_base64({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

bool is_nonce(std::string_view text) {
  const auto bytes = base::from_base64(text);
  return bytes && bytes->size() == kNonceBytes;
}

std::string keyed_hash(std::string_view key, std::string_view text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> hash{};
  unsigned size = 0;
  HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
       reinterpret_cast<const unsigned char*>(text.data()), text.size(), hash.data(), &size);
  return base::to_base64({reinterpret_cast<const char*>(hash.data()), size});
}

bool equal(std::string_view one, std::string_view other) {
  return one.size() == other.size() && CRYPTO_memcmp(one.data(), other.data(), one.size()) == 0;
}

}  // namespace

Greeting::Greeting(NodeCard own, std::string_view secret, Step step)
    : own_(std::move(own)), secret_(secret), nonce_(make_nonce()), step_(step) {}

Greeting Greeting::dial(NodeCard own, std::string_view secret, Node whom) {
  Greeting greeting(std::move(own), secret, Step::await_dare);
  greeting.dials_ = true;
  greeting.other_ = whom;
  greeting.output_ =
      fmt::format("{} {} {} {} {}\n", kGreeting, kVersion, greeting.own_.node, whom, greeting.nonce_);
  greeting.said_ = greeting.output_;
  return greeting;
}

Greeting Greeting::accept(NodeCard own, std::string_view secret) {
  return {std::move(own), secret, Step::await_greeting};
}

std::string Greeting::take_output() { return std::exchange(output_, {}); }

base::Result<void> Greeting::hear(std::string_view line) {
  if (nonce_.empty()) return fail(Code::system, "the system has no chance to give");
  if (step_ == Step::await_greeting) return hear_greeting(line);
  if (step_ == Step::await_dare) return hear_dare(line);
  return hear_proof(line);
}

base::Result<void> Greeting::hear_greeting(std::string_view line) {
  const auto words = base::split(line, ' ');
  if (words.size() < 2 || words[0] != kGreeting) return fail(Code::malformed, "no node of Parlor's");
  if (words[1] != kVersion)
    return fail(Code::malformed, fmt::format("a node that speaks version '{}' of links", words[1]));
  const auto who = words.size() == 5 ? base::to_number<Node>(words[2]) : std::nullopt;
  const auto whom = words.size() == 5 ? base::to_number<Node>(words[3]) : std::nullopt;
  if (!who || !whom || !is_nonce(words[4])) return fail(Code::malformed, "no greeting of a node");
  if (*who == own_.node)
    return fail(Code::malformed, fmt::format("it says that it is node {}, which is this one", *who));
  if (*whom != own_.node)
    return fail(Code::malformed, fmt::format("it looks for node {}, which is not this one", *whom));
  other_ = *who;
  output_ = fmt::format("{} {}\n", kDare, nonce_);
  said_ = fmt::format("{}\n{}", line, output_);
  step_ = Step::await_proof;
  return {};
}

base::Result<void> Greeting::hear_dare(std::string_view line) {
  const auto words = base::split(line, ' ');
  if (words.size() != 2 || words[0] != kDare || !is_nonce(words[1]))
    return fail(Code::malformed, "no answer of a node");
  said_ += fmt::format("{}\n", line);
  prove();
  step_ = Step::await_proof;
  return {};
}

base::Result<void> Greeting::hear_proof(std::string_view line) {
  auto about = line;
  const auto word = base::cut(about, ' ');
  const auto proven = base::cut(about, ' ');
  if (word != kProof || peer_ || !equal(proven, proof(other_, about)))
    return fail(Code::malformed, "it does not know the cluster's secret");
  peer_ = NodeCard{other_, std::string(about)};
  if (!dials_) prove();
  return {};
}

void Greeting::prove() {
  output_ = fmt::format("{} {} {}\n", kProof, proof(own_.node, own_.about), own_.about);
}

std::string Greeting::proof(Node who, std::string_view about) const {
  return keyed_hash(secret_, fmt::format("{}{} {}", said_, who, about));
}

}  // namespace net
