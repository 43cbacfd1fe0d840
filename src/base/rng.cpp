// ChaCha20 as a generator of chance.
#include "base/rng.hpp"

#include <sodium/crypto_stream_chacha20.h>

#include <array>

namespace base {

/// Draw n, counted from 0, is bytes 8n to 8n + 7 of the key stream with a nonce of zeros, the lowest byte
/// first.
std::uint64_t Rng::next_of_stream() {
  constexpr std::size_t kBlock = 64;
  constexpr auto kDraws = kBlock / sizeof(std::uint64_t);
  constexpr std::array<unsigned char, crypto_stream_chacha20_NONCEBYTES> kNonce{};
  std::array<unsigned char, kBlock> block{};
  ::crypto_stream_chacha20_xor_ic(block.data(), block.data(), block.size(), kNonce.data(), state_ / kDraws,
                                  key_->data());
  const auto first = state_++ % kDraws * sizeof(std::uint64_t);
  std::uint64_t drawn = 0;
  for (std::size_t at = 0; at < sizeof drawn; ++at) drawn |= std::uint64_t{block[first + at]} << (8 * at);
  return drawn;
}

}  // namespace base
