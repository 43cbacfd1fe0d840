// When the sessions of each protocol tick.
#include "host/ticking.hpp"

#include <algorithm>

namespace host {
namespace {

/// So many of a protocol tick at most before it is listened again.
constexpr int kMostAtOnce = 100;

}  // namespace

Ticking::Ticking() {
  for (const auto& protocol : protocols::all()) {
    if (protocol.tick != base::Duration{}) beats_.push_back({&protocol});
  }
}

void Ticking::join(const protocols::Protocol& protocol, base::Time now) {
  if (auto* beat = find(protocol); beat != nullptr && beat->sessions++ == 0) beat->next = now + protocol.tick;
}

void Ticking::leave(const protocols::Protocol& protocol) {
  if (auto* beat = find(protocol)) --beat->sessions;
}

std::optional<base::Time> Ticking::next(base::Time now) const {
  std::optional<base::Time> next;
  for (const auto& beat : beats_) {
    const auto due = beat.due.empty() ? beat.next : now;
    if (beat.sessions > 0 && (!next || due < *next)) next = due;
  }
  return next;
}

std::vector<base::PlayerId> Ticking::take_due(base::Time now, const Everybody& everybody) {
  std::vector<base::PlayerId> taken;
  for (auto& beat : beats_) {
    if (beat.due.empty() && beat.sessions > 0 && beat.next <= now) {
      beat.next = std::max(beat.next + beat.protocol->tick, now);
      std::ranges::copy(everybody(*beat.protocol), std::back_inserter(beat.due));
    }
    for (int count = 0; count < kMostAtOnce && !beat.due.empty(); ++count) {
      taken.push_back(beat.due.front());
      beat.due.pop_front();
    }
  }
  return taken;
}

Ticking::Beat* Ticking::find(const protocols::Protocol& protocol) {
  const auto found = std::ranges::find(beats_, &protocol, &Beat::protocol);
  return found == beats_.end() ? nullptr : &*found;
}

}  // namespace host
