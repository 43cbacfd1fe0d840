// Guests: coming, asking, going home.
#include "server/guests.hpp"

#include <algorithm>
#include <utility>

#include "table/lobbies.hpp"

namespace server {

using base::PlayerId;
using cluster::NodeId;

std::optional<cluster::ShardId> shard_of_place(const table::Visitor& self) {
  if (self.sitting != nullptr) return cluster::shard_of(self.sitting->table.header().table);
  return self.lobby != nullptr ? std::optional(cluster::shard_of_game(self.lobby->game)) : std::nullopt;
}

/// The name of a protocol lasts; who comes by one that is not known here is taken for none. A tab whose
/// person is here under another name is told that.
PlayerId Guests::open(NodeId from, const cluster::Come& come) {
  const auto* protocol = protocols::find(come.protocol);
  auto session = std::make_unique<GuestSession>(come.stay);
  auto* own = session.get();
  const auto guest =
      host_.open(std::move(session), {.protocol = protocol == nullptr ? std::string_view{} : protocol->name,
                                      .hears = come.hears,
                                      .named = {come.name, come.naming},
                                      .address = come.address,
                                      .browser = {come.host, come.account}});
  host_.hall().borrow_name(guest, come.lent);
  guests_.emplace(guest, Guest{from, come.shard, own});
  stays_[from].insert_or_assign(come.stay, guest);
  const auto name = host_.hall().people().name_of(guest);
  if (host_.hall().people().at(guest).has_token() && name != come.name)
    host_.tell(guest, table::Renamed{come.name, name});
  return guest;
}

std::optional<PlayerId> Guests::find(NodeId from, cluster::StayId stay) const {
  const auto front = stays_.find(from);
  if (front == stays_.end()) return std::nullopt;
  const auto found = front->second.find(stay);
  return found == front->second.end() ? std::nullopt : std::optional(found->second);
}

void Guests::take(NodeId from, const cluster::Come& come) { static_cast<void>(open(from, come)); }

/// Who has no place any more goes home at once.
void Guests::take(NodeId from, const cluster::Show& show, base::Time now) {
  const auto tab = open(from, show.tab);
  guests_.at(tab).session->expect_news();
  table::Effects effects;
  host_.hall().lead(tab, now, effects);
  host_.execute(effects);
  host_.receive(tab, {}, now);
}

/// Who still sits there for the same front takes the place up as the new one.
void Guests::take(NodeId from, const cluster::Attach& attach, base::Time now) {
  auto guest = find(from, attach.before);
  if (guest) {
    auto& known = guests_.at(*guest);
    stays_[from].erase(attach.before);
    known.orphaned.reset();
    stays_[from].insert_or_assign(attach.who.stay, *guest);
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
  guests_.at(*guest).session->ask(ask.request);
  host_.receive(*guest, {}, now - ask.age);
}

void Guests::take(NodeId from, const cluster::Gone& gone, base::Time now) {
  const auto guest = find(from, gone.stay);
  if (!guest) return;
  if (gone.how == cluster::Gone::How::broken) return host_.closed(*guest, now);
  host_.depart(*guest, now);
}

std::map<NodeId, std::size_t> Guests::count() const {
  std::map<NodeId, std::size_t> counts;
  for (const auto& [guest, known] : guests_) ++counts[known.front];
  return counts;
}

/// Who came for a lobby may sit at a table by now.
cluster::ShardId Guests::shard_of(PlayerId guest, const Guest& known) const {
  const auto& people = host_.hall().people();
  if (people.find(guest) == nullptr) return known.shard;
  if (people.at(guest).watched) return cluster::shard_of(*people.at(guest).watched);
  return shard_of_place(people.self_of(guest)).value_or(known.shard);
}

std::optional<cluster::ShardId> Guests::shard_of(NodeId from, cluster::StayId stay) const {
  const auto guest = find(from, stay);
  return guest ? std::optional(shard_of(*guest, guests_.at(*guest))) : std::nullopt;
}

std::vector<PlayerId> Guests::of(const std::function<bool(cluster::ShardId)>& is_one) const {
  std::vector<PlayerId> guests;
  for (const auto& [guest, known] : guests_) {
    if (is_one(shard_of(guest, known))) guests.push_back(guest);
  }
  return guests;
}

void Guests::disown(const std::set<PlayerId>& players) {
  for (const auto player : players) {
    if (const auto found = guests_.find(player); found != guests_.end())
      post_(found->second.front, cluster::write(cluster::Unknown{found->second.session->stay()}));
  }
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
  stays_[found->second.front].erase(found->second.session->stay());
  guests_.erase(found);
}

bool Guests::knows(PlayerId guest, std::uint64_t acts) const {
  const auto found = guests_.find(guest);
  return found != guests_.end() && found->second.session->knows(acts);
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

/// A front that can be reached again is told, and takes up for them what is left of their places.
void Guests::let_go(cluster::Steady steady, base::Time now) {
  std::set<PlayerId> gone;
  for (const auto& [guest, known] : guests_) {
    if (known.orphaned && *known.orphaned <= steady) gone.insert(guest);
  }
  disown(gone);
  for (const auto guest : gone) {
    host_.lose(guest, now);
  }
}

}  // namespace server
