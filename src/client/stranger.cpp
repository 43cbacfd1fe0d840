// What a server that speaks something else seems to be.
#include "client/stranger.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "protocols/escape.hpp"
#include "protocols/frame_fault.hpp"

namespace client {

using std::chrono::milliseconds;

Patience patience_with(const protocols::Protocol& protocol, std::optional<double> seconds) {
  constexpr milliseconds kUsual{10'000};
  constexpr milliseconds kForSomebody{600'000};
  const milliseconds given(static_cast<int>(seconds.value_or(0) * 1000));
  if (!protocol.silent) return seconds ? Patience{given, given} : Patience{kUsual, kUsual};
  return seconds ? Patience{std::min(kUsual, given / 2), given} : Patience{kUsual, kForSomebody};
}

bool may_be_waiting(const protocols::Protocol& protocol, std::string_view first_bytes) {
  return protocol.silent && !protocols::wrong_frame(protocol, first_bytes);
}

double in_seconds(milliseconds time) { return static_cast<double>(time.count()) / 1000; }

std::string why_silent(const protocols::Protocol& protocol, const net::Address& server, milliseconds waited) {
  const auto where = net::write_address(server);
  const auto seconds = in_seconds(waited);
  if (protocol.silent)
    return fmt::format("{} has said nothing for {} s: nobody else has come, or it does not speak {}", where,
                       seconds, protocol.name);
  return fmt::format("{} took the connection, but said nothing of the protocol {} for {} s", where,
                     protocol.name, seconds);
}

std::string why_a_stranger(const protocols::Protocol& protocol, const net::Address& server,
                           std::string_view first_bytes, std::string_view complaint) {
  const auto where = net::write_address(server);
  if (protocol.carrier == protocols::Carrier::websocket && !complaint.empty())
    return fmt::format("{} is no server of Parlor's pages: {}", where, complaint);
  if (first_bytes.empty())
    return fmt::format("{} ended the connection without a word of {}", where, protocol.name);
  if (first_bytes.starts_with("HTTP/"))
    return fmt::format("{} is an HTTP server and does not speak {}", where, protocol.name);
  const bool whole = first_bytes.size() < kFirstBytes;
  if (const auto wrong = whole ? protocols::wrong_frame(protocol, first_bytes) : std::nullopt)
    return fmt::format("{} does not speak {}: {}", where, protocol.name, *wrong);
  if (!complaint.empty()) return fmt::format("{} does not speak {}: {}", where, protocol.name, complaint);
  constexpr std::size_t kShown = 60;
  const auto words = first_bytes.substr(0, std::min(kShown, first_bytes.find_first_of("\r\n")));
  return fmt::format("{} does not speak {}: it says '{}'", where, protocol.name, protocols::escape(words));
}

}  // namespace client
