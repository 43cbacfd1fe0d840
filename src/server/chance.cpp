// Chance that nobody can foresee.
#include "server/chance.hpp"

#include <sodium.h>

#include <stdexcept>

namespace server {

void fill_with_chance(std::span<unsigned char> bytes) {
  static const bool kReady = ::sodium_init() >= 0;
  if (!kReady) throw std::runtime_error("libsodium cannot be used here");
  ::randombytes_buf(bytes.data(), bytes.size());
}

base::Seed fresh_seed() {
  base::Key key{};
  fill_with_chance(key);
  return base::Seed(key);
}

}  // namespace server
