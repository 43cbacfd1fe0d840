// Links to the pages of seats.
#include "server/seat_links.hpp"

#include <fmt/format.h>
#include <openssl/crypto.h>

#include "server/web/token.hpp"

namespace server {
namespace {

constexpr std::size_t kKeyLength = 32;  // 128 bits in hexadecimal digits

}  // namespace

std::string SeatLinks::key_of(base::TableId table, base::Seat seat) const {
  const auto inner = web::fingerprint(fmt::format("seat {} {} {}", secret_, table.value, seat.value));
  return web::fingerprint(secret_ + inner).substr(0, kKeyLength);
}

std::string SeatLinks::link_to(base::TableId table, base::Seat seat) const {
  return fmt::format("{}-{}-{}", table.value, seat.value, key_of(table, seat));
}

bool SeatLinks::opens(base::TableId table, base::Seat seat, std::string_view key) const {
  const auto right = key_of(table, seat);
  return right.size() == key.size() && CRYPTO_memcmp(right.data(), key.data(), right.size()) == 0;
}

}  // namespace server
