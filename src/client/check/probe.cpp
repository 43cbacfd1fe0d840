// Whether anybody is there who speaks the protocol.
#include <fmt/format.h>

#include "base/rng.hpp"
#include "base/text.hpp"
#include "client/check/play.hpp"
#include "protocols/checks.hpp"

namespace client::check {
namespace {

constexpr int kMostStrange = 10;          ///< messages, before it is said that this is another protocol
constexpr Milliseconds kToBeMissed{100};  ///< in which a server sees that the probe is gone

std::string with_name(std::string_view text, std::string_view name) {
  std::string said(text);
  if (const auto at = said.find('$'); at != std::string::npos) said.replace(at, 1, name);
  return said;
}

bool begins_with_one_of(std::string_view text, std::string_view words) {
  for (const auto word : base::split(words, ' ')) {
    if (text.starts_with(word)) return true;
  }
  return false;
}

}  // namespace

base::Result<void> probe(const ServerSettings& settings, std::string_view encoding) {
  const auto& protocol = *settings.protocol;
  const auto& greeting = protocol.checks->greeting;
  Peers peers(settings.server, protocol, encoding, settings.charset);
  for (char peer = 'a'; peer < 'a' + greeting.people; ++peer) {
    if (auto connected = peers.connect(peer, settings.patience); !connected) return connected;
    peers.listen(Pace().get());
  }
  if (!greeting.said.empty()) {
    const auto text =
        with_name(greeting.said, fmt::format("probe{}", base::Rng(settings.seed).below(100'000)));
    peers.send('a', bytes_of(protocol, text) + std::string(protocol.line_end));
  }
  const auto where = net::write_address(settings.server);
  auto heard = peers.hear('a', settings.patience);
  const auto first = heard.value_or(peers.unfinished('a'));
  for (int more = 0; heard && !begins_with_one_of(*heard, greeting.heard); ++more)
    heard = more < kMostStrange ? peers.hear('a', settings.patience) : std::nullopt;
  const auto fault = peers.fault_of_rest('a');
  if (heard || (greeting.heard.empty() && peers.has_spoken('a') && fault.empty())) {
    peers.part(settings.patience);
    peers.listen(kToBeMissed);
    return {};
  }
  if (!first.empty())
    return base::fail(base::Code::system,
                      fmt::format("{} does not speak {}: it says '{}'{}", where, protocol.name,
                                  std::string_view(first).substr(0, 60), fault.empty() ? "" : "; " + fault));
  return base::fail(base::Code::system,
                    peers.is_closed('a', Milliseconds{0})
                        ? fmt::format("{} hangs up: it does not speak {}", where, protocol.name)
                        : fmt::format("{} says nothing for {} ms: does it speak {}?", where,
                                      settings.patience.count(), protocol.name));
}

}  // namespace client::check
