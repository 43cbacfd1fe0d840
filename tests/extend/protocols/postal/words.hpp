// The words of postal chess, both ways: postal.md.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "games/chess/rules.hpp"

namespace protocols::postal {

/// Why a line was not taken.
enum class Trouble : std::uint8_t { illegal, early, unread };
inline constexpr std::array<std::string_view, 3> kTroubles{"ERROR illegal", "ERROR early", "ERROR unread"};

constexpr std::string_view name_of(base::Seat seat) {
  return seat == games::chess::kWhiteSeat ? "white" : "black";
}

/// "CARD e2e4", without the end of the line; nothing if it is no card.
std::optional<games::chess::Move> read_card(std::string_view line);
std::string write_card(const games::chess::Move& move);

/// "END white checkmate", without the end of the line; nothing if it is not the end.
std::optional<games::Outcome> read_end(std::string_view line);
std::string write_end(const games::Outcome& outcome);

}  // namespace protocols::postal
