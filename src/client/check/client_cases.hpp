// What `parlor check` asks of a client: how the server behaves, and what the client must have done.
#pragma once

#include <vector>

#include "client/check/cases.hpp"
#include "protocols/checks.hpp"

namespace client::check {

using protocols::Plot;

/// How what the server says arrives.
enum class Delivery : std::uint8_t { whole, byte_by_byte, all_at_once, carriage_returns };

struct ClientCase {
  Case one;
  Plot plot = Plot::sits_down;
  Delivery delivery = Delivery::whole;
  protocols::Farewell farewell{};  ///< that is waited for at the end
};

std::vector<ClientCase> client_cases(const protocols::Protocol& protocol);

}  // namespace client::check
