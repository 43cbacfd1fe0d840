// For the row of a protocol: its folder defines `extern constinit const Protocol kProtocol`, which all.cpp
// lists.
#pragma once

#include <memory>
#include <type_traits>

#include "protocols/all.hpp"

namespace protocols {

/// The halves of a conversation, for those that need what they are given and those that do not.
template <class Own>
std::unique_ptr<Session> make_session(const SessionContext& context) {
  if constexpr (std::is_constructible_v<Own, const SessionContext&>) {
    return std::make_unique<Own>(context);
  } else {
    return std::make_unique<Own>();
  }
}

template <class Own>
std::unique_ptr<Client> make_client(const games::Kits& kits) {
  if constexpr (std::is_constructible_v<Own, const games::Kits&>) {
    return std::make_unique<Own>(kits);
  } else {
    return std::make_unique<Own>();
  }
}

}  // namespace protocols
