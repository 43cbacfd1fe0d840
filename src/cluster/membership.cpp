// Membership: who lives.
#include "cluster/membership.hpp"

#include <algorithm>

namespace cluster {

/// Earlier, too, when somebody's lease is over: whose beat stands still then is dead, and not only half a
/// beat later.
std::optional<Steady> Membership::next_beat() const {
  if (under_way_) return std::nullopt;
  auto next = next_;
  for (const auto& [node, seen] : seen_) {
    const auto over = seen.since + pace_.lease;
    if (node != self_ && over > came_) next = std::min(next, over);
  }
  return next;
}

void Membership::sent(Steady now) {
  under_way_ = now;
  next_ = now + pace_.beat;
}

void Membership::failed(Steady /*now*/) { under_way_.reset(); }

void Membership::begin(const Picture& picture, Steady sent, Steady now) {
  seen_.clear();
  under_way_ = sent;
  next_ = now;
  came(picture, now);
}

void Membership::came(const Picture& picture, Steady now) {
  const bool looked_on = through_ && now - came_ <= pace_.lease / 2;  // else nobody knows how long it stood
  picture_ = picture;
  through_ = under_way_;
  under_way_.reset();
  came_ = now;
  if (!looked_on) seen_.clear();
  look(now);
}

void Membership::look(Steady now) {
  dead_.clear();
  for (const auto& facts : picture_.nodes) {
    const auto [found, is_new] = seen_.try_emplace(facts.node, facts.epoch, facts.beat, now);
    auto& [epoch, beat, since] = found->second;
    if (epoch != facts.epoch || beat != facts.beat) found->second = {facts.epoch, facts.beat, now};
    const bool is_over = facts.state == NodeState::down || now - since >= pace_.lease;
    if (facts.node != self_ && is_over) dead_.push_back(facts);
  }
}

bool Membership::may_speak(Steady now) const {
  return through_ && now - *through_ < pace_.lease - pace_.margin;
}

std::vector<NodeFacts> Membership::living() const {
  std::vector<NodeFacts> found;
  for (const auto& facts : picture_.nodes) {
    const bool is_dead = std::ranges::any_of(dead_, [&](const auto& one) { return one.node == facts.node; });
    if (!is_dead && facts.state != NodeState::down) found.push_back(facts);
  }
  return found;
}

}  // namespace cluster
