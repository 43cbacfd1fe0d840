// Why whoever listens at an address is no server of a protocol.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "net/address.hpp"
#include "protocols/all.hpp"

namespace client {

/// So much of the first bytes is enough to tell.
inline constexpr std::size_t kFirstBytes = 400;

/// How long whoever plays waits for a server that says nothing of the protocol.
struct Patience {
  std::chrono::milliseconds usual{};  ///< then it must have taken the connection, and have said something
  /// Then also where nothing is said before somebody else comes; elsewhere the same.
  std::chrono::milliseconds longest{};
};

/// By the seconds that were asked for, if any.
Patience patience_with(const protocols::Protocol& protocol, std::optional<double> seconds);

/// Whether a server of which nothing was understood for long may still be one: in a protocol in which silence
/// says nothing it has said nothing that belongs elsewhere.
bool may_be_waiting(const protocols::Protocol& protocol, std::string_view first_bytes);

double in_seconds(std::chrono::milliseconds time);

/// One sentence on a server that said nothing for so long.
std::string why_silent(const protocols::Protocol& protocol, const net::Address& server,
                       std::chrono::milliseconds waited);

/// One sentence, by the first bytes that it said, and what the client half made of them, if anything.
std::string why_a_stranger(const protocols::Protocol& protocol, const net::Address& server,
                           std::string_view first_bytes, std::string_view complaint);

}  // namespace client
