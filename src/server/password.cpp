// Passwords, by libsodium.
#include "server/password.hpp"

#include <sodium.h>

#include <array>
#include <stdexcept>

#include "base/text.hpp"

namespace server {
namespace {

constexpr std::size_t kFewest = 8;
constexpr std::size_t kMost = 256;
constexpr std::size_t kMadeCharacters = 20;
constexpr std::string_view kUnmistakable = "abcdefghijkmnpqrstuvwxyz23456789";

bool is_ready() {
  static const bool kReady = ::sodium_init() >= 0;
  return kReady;
}

/// What libsodium may be given: it wants a place also for nothing.
std::string_view text_of(const base::Secret& password) {
  return password.text().empty() ? std::string_view("") : password.text();
}

}  // namespace

bool is_password(std::string_view text) {
  const auto length = base::count_characters(text);
  return base::is_utf8(text) && length >= kFewest && length <= kMost;
}

base::Result<std::string> hash_password(const base::Secret& password, Strength strength) {
  const auto text = text_of(password);
  const bool real = strength == Strength::real;
  std::array<char, crypto_pwhash_STRBYTES> hash{};
  if (!is_ready() ||
      ::crypto_pwhash_str(hash.data(), text.data(), text.size(),
                          real ? crypto_pwhash_OPSLIMIT_INTERACTIVE : crypto_pwhash_OPSLIMIT_MIN,
                          real ? crypto_pwhash_MEMLIMIT_INTERACTIVE : crypto_pwhash_MEMLIMIT_MIN) != 0)
    return base::fail(base::Code::system, "a password could not be hashed: too little memory");
  return std::string(hash.data());
}

bool verify_password(std::string_view hash, const base::Secret& password) {
  const auto text = text_of(password);
  const std::string ended(hash);
  return is_ready() && ::crypto_pwhash_str_verify(ended.c_str(), text.data(), text.size()) == 0;
}

base::Secret make_password() {
  if (!is_ready()) throw std::runtime_error("libsodium cannot be used here");
  std::array<char, kMadeCharacters> text{};
  for (char& one : text) one = kUnmistakable[::randombytes_uniform(kUnmistakable.size())];
  base::Secret password({text.data(), text.size()});
  ::sodium_memzero(text.data(), text.size());
  return password;
}

}  // namespace server
