// Links to the pages of seats: whoever has one may see the game with the eyes of that seat.
#pragma once

#include <string>
#include <string_view>

#include "base/ids.hpp"

namespace server {

/// Where such pages are, before the link.
inline constexpr std::string_view kSeatPath = "/seat/";

/// A link is the table, the seat and a key that nobody can guess: "12-1-...".
class SeatLinks {
 public:
  /// Nobody who does not know the secret can make links.
  explicit SeatLinks(std::string secret) : secret_(std::move(secret)) {}

  std::string link_to(base::TableId table, base::Seat seat) const;
  /// Whether the key is that of the seat.
  bool opens(base::TableId table, base::Seat seat, std::string_view key) const;

 private:
  std::string key_of(base::TableId table, base::Seat seat) const;

  std::string secret_;
};

}  // namespace server
