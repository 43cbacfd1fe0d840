// Which shards go to which node, and how those go with them who are connected here.
#include <algorithm>
#include <array>
#include <ranges>

#include "server/node.hpp"
#include "table/lobbies.hpp"

namespace server {
namespace {

using base::PlayerId;
using cluster::NodeId;
using cluster::ShardId;

/// For so long at most a node that is to stop gives what it has to others.
constexpr auto kLeavePatience = std::chrono::seconds(15);

ShardId shard_at(std::size_t number) { return {static_cast<std::uint16_t>(number)}; }

bool has_lobbies(ShardId shard) {
  return std::ranges::any_of(games::names(),
                             [&](auto game) { return cluster::shard_of_game(game) == shard; });
}

/// As its members know a lobby.
table::Gathered gathered_in(const table::Lobby& lobby, const table::People& people) {
  table::Gathered gathered;
  gathered.lobby = lobby.name;
  for (const auto& member : lobby.members) gathered.present.push_back(people.name_of(member.player));
  return gathered;
}

}  // namespace

/// Who does not know yet what they have missed keeps none: they come again.
void Node::keep_places(const std::vector<PlayerId>& connections, const NodeEngine::IsOne& is_lost,
                       const UndurableTables& undurable) {
  for (const auto player : connections) {
    if (stays_.has(player) || host_.waits_for_past(player)) continue;
    auto place = place_of(player, is_lost, undurable);
    if (!place) continue;
    if (const auto asked = asked_.find(player); asked != asked_.end()) {
      place->asked = asked->second.request;
      place->arrived = asked->second.arrived;
      asked_.erase(asked);
    }
    const bool reads = !place->shadow && !place->gathered;
    const auto& self = host_.hall().people().self_of(player);
    const auto& tab = host_.hall().people().at(player);
    const auto* sitting = tab.watched ? host_.hall().tables().find(*tab.watched) : self.sitting;
    const games::Viewer eyes = place->watches ? tab.eyes : games::Viewer{self.seat};
    stays_.keep(player, *std::move(place), now_);
    if (reads) read_place(player, *sitting, eyes, undurable.at(sitting->table.header().table));
  }
}

/// The place that the visitor has in one of these shards.
std::optional<Stays::Place> Node::place_of(PlayerId player, const NodeEngine::IsOne& is_lost,
                                           const UndurableTables& undurable) const {
  const auto& hall = host_.hall();
  const auto& tab = hall.people().at(player);
  const auto& self = hall.people().self_of(player);
  if (tab.person && !tab.welcomed) return std::nullopt;
  Stays::Place place;
  place.watches = tab.watched.has_value();
  const auto* sitting = place.watches ? hall.tables().find(*tab.watched) : self.sitting;
  if (const auto sought = sought_.find(player); sought != sought_.end()) place.seek = sought->second;
  if (place.seek && self.lobby != nullptr) place.seek->begun = self.lobby->begun;
  if (sitting != nullptr) {
    const auto table = sitting->table.header().table;
    place.shard = cluster::shard_of(table);
    const auto seen = seen_.find(player);
    if (!is_lost(place.shard) || seen == seen_.end() || seen->second != table) return std::nullopt;
    place.times = sitting->times(now_);
    if (!place.watches) place.wish = sitting->wishes.answer_of(self.seat);
    const games::Viewer eyes = place.watches ? tab.eyes : games::Viewer{self.seat};
    if (!undurable.contains(table)) place.shadow = Shadow::of(sitting->table, eyes);
    return place;
  }
  if (self.lobby == nullptr || !place.seek) return std::nullopt;
  place.shard = cluster::shard_of_game(self.lobby->game);
  if (!is_lost(place.shard)) return std::nullopt;
  const auto person = hall.people().person_of(player);
  const auto member = std::ranges::find(self.lobby->members, person, &table::Lobby::Member::player);
  place.seek->ready = member != self.lobby->members.end() && member->ready;
  place.gathered = gathered_in(*self.lobby, hall.people());
  return place;
}

/// Of the table's acts the last ones are not durable, and nobody was told of them.
void Node::read_place(PlayerId player, const table::Sitting& sitting, games::Viewer eyes,
                      std::size_t undurable) {
  const auto table = sitting.table.header().table;
  const auto told = sitting.table.next_seq() - std::min<std::uint64_t>(sitting.table.next_seq(), undurable);
  engine_.read_table(
      table, [this, player, table, eyes, told](const std::optional<store::StoredTable>& stored) {
        if (!host_.has(player)) return;
        if (stored && stored->entries.size() >= told) {
          auto shadow = Shadow::open(kits_, stored->header, std::span(stored->entries).first(told), eyes);
          if (shadow) return stays_.learn(player, table, *std::move(shadow));
        }
        host_.let_go(player, now_);
      });
}

/// Whether it can go: all is durable, and nobody of this node waits for an answer there.
bool Node::is_settled(ShardId shard) const {
  if (!engine_.is_durable([&](ShardId one) { return one == shard; })) return false;
  const auto& people = host_.hall().people();
  return std::ranges::none_of(std::views::keys(asked_), [&](PlayerId player) {
    if (people.find(player) == nullptr) return false;
    const auto& self = people.self_of(player);
    if (self.sitting != nullptr && cluster::shard_of(self.sitting->table.header().table) == shard)
      return true;
    return self.lobby != nullptr && cluster::shard_of_game(self.lobby->game) == shard;
  });
}

/// Those that are to go and can.
void Node::hand_over_settled() {
  if (leaving_.empty() || !may_work()) return;
  std::map<NodeId, std::vector<ShardId>> ready;
  std::erase_if(leaving_, [&](const auto& one) {
    const auto [shard, to] = one;
    if (!shards_.is_here(shard)) return !shards_.is_own(shard);
    if (!may_take(to)) return true;  // whoever wants it to go finds another
    if (!is_settled(shard)) return false;
    ready[to].push_back(shard);
    return true;
  });
  for (const auto& [to, shards] : ready) hand_over(shards, to);
}

/// From here on nothing is written there by this node, whatever becomes of it.
void Node::hand_over(const std::vector<ShardId>& shards, NodeId to) {
  shards_.leave(shards);
  engine_.forsake([&](ShardId shard) { return std::ranges::binary_search(shards, shard); },
                  NodeEngine::May::write, now_);
  settings_.directory->hand_over(shards, to, [this, shards, epoch = epoch_](const base::Result<void>& done) {
    if (epoch != epoch_) return;
    if (!done && done.error().code == base::Code::corrupt) return fence(now_);
    shards_.left(shards);
    tell_moved();
    look();
  });
}

/// Whether another node lives, can be reached, and does not stop.
bool Node::may_take(NodeId node) const {
  const auto linked = peers_.find(node);
  if (node == settings_.self || linked == peers_.end() || !linked->second.channel->is_up()) return false;
  const auto living = membership_.living();
  const auto found = std::ranges::find(living, node, &cluster::NodeFacts::node);
  return found != living.end() && found->state == cluster::NodeState::up;
}

std::optional<NodeId> Node::least_busy() const {
  std::optional<std::pair<std::uint32_t, NodeId>> best;
  for (const auto& facts : membership_.picture().nodes) {
    if (!may_take(facts.node)) continue;
    const auto given = given_.find(facts.node);
    const std::pair load(facts.load + (given == given_.end() ? 0 : given->second), facts.node);
    if (!best || load < *best) best = load;
  }
  return best ? std::optional(best->second) : std::nullopt;
}

void Node::drain() {
  if (!std::exchange(draining_, true)) look();  // others may just have come
  if (epoch_ != 0 && !std::exchange(shows_that_, true)) {
    settings_.directory->show(cluster::NodeState::draining,
                              [this, epoch = epoch_](const base::Result<void>& done) {
                                if (epoch == epoch_)
                                  shows_that_ = done.has_value();  // else the next turn asks again
                              });
  }
  if (!knows_takers_) return;
  for (std::size_t at = 0; at < cluster::kShards; ++at) {
    if (!shards_.is_own(shard_at(at)) || leaving_.contains(shard_at(at))) continue;
    const auto to = least_busy();
    if (!to) return;
    leaving_.emplace(shard_at(at), *to);
    ++given_[*to];
  }
}

bool Node::leaves(std::chrono::steady_clock::duration since, std::chrono::seconds wait) {
  drain();
  return (!is_drained() && since < kLeavePatience) || (stays_.has_bound() && since < wait);
}

NodeStanding Node::standing() const {
  return {.epoch = epoch_, .shards = shards_.count(), .shadows = stays_.shadows(), .guests = guests_.count()};
}

bool Node::is_drained() const {
  return epoch_ == 0 || shards_.count() == 0 || (knows_takers_ && !least_busy());
}

std::optional<ShardId> Node::any_shard_here() const {
  for (std::size_t at = 0; at < cluster::kShards; ++at) {
    if (shards_.is_here(shard_at(at))) return shard_at(at);
  }
  return std::nullopt;
}

/// Tables of lobbies that stand are where these are, and so are those of which there is one at a time. All
/// others are where it is least busy: an empty shard goes there with the table.
std::optional<ShardId> Node::shard_for_table(const table::Header& header) {
  const auto lobbies = cluster::shard_of_game(header.game);
  const bool has_lobby = shards_.is_own(lobbies);  // who wants another game may still be here without it
  if (has_lobby && (!header.lobby.empty() || single_.contains(header.game))) return lobbies;
  std::array<std::uint32_t, cluster::kShards> tables{};
  for (const auto& [id, sitting] : host_.hall().tables().all()) ++tables[cluster::shard_of(id).value];
  std::optional<ShardId> best;
  for (std::size_t at = 0; at < cluster::kShards; ++at) {
    const auto shard = shard_at(at);
    if (!shards_.is_here(shard) || leaving_.contains(shard) || has_lobbies(shard)) continue;
    if (!best || tables[at] < tables[best->value]) best = shard;
  }
  if (!best) return has_lobby ? lobbies : any_shard_here();
  const auto to = least_busy();
  if (!to || tables[best->value] > 0) return best;
  const auto others = std::ranges::find(membership_.picture().nodes, *to, &cluster::NodeFacts::node)->load;
  const auto own = engine_.load() - std::min<std::size_t>(engine_.load(), leaving_.size());
  if (others + given_[*to] < own) {
    ++given_[*to];
    leaving_.emplace(*best, *to);
  }
  return best;
}

}  // namespace server
