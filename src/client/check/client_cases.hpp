// What `parlor check` asks of a client: how the server behaves, and what the client must have done.
#pragma once

#include <vector>

#include "client/check/cases.hpp"

namespace client::check {

/// What goes on at the table.
enum class Plot : std::uint8_t {
  sits_down,        ///< the client comes as far as the beginning of a game
  plays,            ///< and makes some moves
  waits,            ///< while the opponent thinks
  is_refused,       ///< a move of the client is refused once
  is_left,          ///< the opponent leaves in the middle
  is_left_at_once,  ///< or before any move
  finishes,         ///< the game is played to its end
};

/// How what the server says arrives.
enum class Delivery : std::uint8_t { whole, byte_by_byte, all_at_once, carriage_returns };

struct ClientCase {
  Case one;
  Plot plot = Plot::sits_down;
  Delivery delivery = Delivery::whole;
};

std::vector<ClientCase> client_cases(const protocols::Protocol& protocol);

}  // namespace client::check
