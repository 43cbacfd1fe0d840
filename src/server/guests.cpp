// Guests: coming, asking, going home.
#include "server/guests.hpp"

#include <algorithm>
#include <utility>

namespace server {

using base::PlayerId;
using cluster::NodeId;

/// The name of a protocol lasts; who comes by one that is not known here is taken for none.
PlayerId Guests::open(NodeId from, const cluster::Come& come) {
  const auto* protocol = protocols::find(come.protocol);
  auto session = std::make_unique<GuestSession>(come.stay);
  auto* own = session.get();
  const auto guest =
      host_.open(std::move(session), {.protocol = protocol == nullptr ? std::string_view{} : protocol->name,
                                      .views = come.views,
                                      .hears = come.hears,
                                      .named = {come.name, come.naming},
                                      .address = come.address,
                                      .browser = {come.host, come.account}});
  guests_.emplace(guest, Guest{from, come.shard, own});
  stays_.insert_or_assign(Key{from, come.stay}, guest);
  return guest;
}

std::optional<PlayerId> Guests::find(NodeId from, cluster::StayId stay) const {
  const auto found = stays_.find({from, stay});
  return found == stays_.end() ? std::nullopt : std::optional(found->second);
}

void Guests::take(NodeId from, const cluster::Come& come) { static_cast<void>(open(from, come)); }

/// Who still sits there for the same front takes the place up as the new one.
void Guests::take(NodeId from, const cluster::Attach& attach, base::Time now) {
  auto guest = find(from, attach.before);
  if (guest) {
    auto& known = guests_.at(*guest);
    stays_.erase({from, attach.before});
    known.orphaned.reset();
    stays_.insert_or_assign(Key{from, attach.who.stay}, *guest);
  } else {
    guest = open(from, attach.who);
  }
  guests_.at(*guest).session->attach(attach);
  table::Effects effects;
  host_.hall().attach(*guest, attach.table, attach.seat, attach.eyes, now, effects);
  if (attach.wish) host_.hall().wish_again(*guest, *attach.wish, now, effects);
  host_.execute(effects);
}

void Guests::take(NodeId from, const cluster::Ask& ask, base::Time now) {
  const auto guest = find(from, ask.stay);
  if (!guest) return post_(from, cluster::write(cluster::Unknown{ask.stay}));
  host_.receive(*guest, cluster::write(ask), now - ask.age);
}

void Guests::take(NodeId from, const cluster::Gone& gone, base::Time now) {
  const auto guest = find(from, gone.stay);
  if (!guest) return;
  if (gone.how == cluster::Gone::How::broken) return host_.closed(*guest, now);
  host_.depart(*guest, now);
}

std::vector<PlayerId> Guests::of(const std::function<bool(cluster::ShardId)>& is_one) const {
  std::vector<PlayerId> guests;
  for (const auto& [guest, known] : guests_) {
    if (is_one(known.shard)) guests.push_back(guest);
  }
  return guests;
}

void Guests::send(PlayerId guest, std::string_view letters) {
  const auto found = guests_.find(guest);
  if (found == guests_.end()) return;
  letters.remove_suffix(1);  // after the last there is none
  post_(found->second.front, std::string(letters));
}

bool Guests::is_free(PlayerId guest) const {
  const auto* someone = host_.hall().people().find(guest);
  if (someone == nullptr) return false;
  const auto& self = host_.hall().people().self_of(guest);
  return self.is_idle() && !self.watched && !someone->watched && guests_.at(guest).session->is_quiet();
}

void Guests::took_turn(PlayerId guest) {
  const auto found = guests_.find(guest);
  if (found == guests_.end() || found->second.leaves_after || !is_free(guest)) return;
  found->second.leaves_after = host_.outbox().written();
  leaving_.push_back(guest);
}

/// All that was written for them when they seemed free was told by now; nothing has called them back since.
void Guests::see_home(base::Time now) {
  if (leaving_.empty()) return;
  for (const auto guest : std::exchange(leaving_, {})) {
    const auto found = guests_.find(guest);
    if (found == guests_.end()) continue;
    if (host_.outbox().told() < *found->second.leaves_after || found->second.session->unsent() > 0) {
      leaving_.push_back(guest);
      continue;
    }
    found->second.leaves_after.reset();
    if (!is_free(guest)) continue;
    const auto& self = host_.hall().people().self_of(guest);
    post_(found->second.front,
          cluster::write(cluster::Home{found->second.session->stay(), self.name, self.naming}));
    host_.depart(guest, now);
  }
}

void Guests::ended(PlayerId guest) {
  const auto found = guests_.find(guest);
  if (found == guests_.end()) return;
  stays_.erase({found->second.front, found->second.session->stay()});
  guests_.erase(found);
}

void Guests::look_back(PlayerId guest, store::StoredTable past) {
  if (const auto found = guests_.find(guest); found != guests_.end())
    found->second.session->look_back(std::move(past));
}

void Guests::orphan(NodeId front, cluster::Steady until) {
  for (auto& [guest, known] : guests_) {
    if (known.front == front && !known.orphaned) known.orphaned = until;
  }
}

void Guests::keep(NodeId front) {
  for (auto& [guest, known] : guests_) {
    if (known.front == front) known.orphaned.reset();
  }
}

void Guests::let_go(cluster::Steady steady, base::Time now) {
  std::vector<PlayerId> gone;
  for (const auto& [guest, known] : guests_) {
    if (known.orphaned && *known.orphaned <= steady) gone.push_back(guest);
  }
  for (const auto guest : gone) host_.closed(guest, now);
}

}  // namespace server
