// Guests: visitors of other nodes who gather, sit or watch here.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <unordered_map>
#include <vector>

#include "cluster/membership.hpp"
#include "host/host.hpp"
#include "server/guest_session.hpp"

namespace server {

/// Sends a line of letters to another node, or to this one.
using Post = std::function<void(cluster::NodeId, std::string)>;

/// Of the lobby or the table where they have their place.
std::optional<cluster::ShardId> shard_of_place(const table::Visitor& self);

/// A guest is here for one stay. It goes home as soon as it is nowhere and everything was told.
class Guests {
 public:
  Guests(host::Host& host, Post post) : host_(host), post_(std::move(post)) {}

  void take(cluster::NodeId from, const cluster::Come& come);
  void take(cluster::NodeId from, const cluster::Show& show, base::Time now);
  /// The table is in the hall if it can be.
  void take(cluster::NodeId from, const cluster::Attach& attach, base::Time now);
  void take(cluster::NodeId from, const cluster::Ask& ask, base::Time now);
  void take(cluster::NodeId from, const cluster::Gone& gone, base::Time now);

  bool has(base::PlayerId guest) const { return guests_.contains(guest); }
  /// How many each node has here.
  std::map<cluster::NodeId, std::size_t> count() const;
  /// For something of which shard the guest is here.
  std::optional<cluster::ShardId> shard_of(cluster::NodeId from, cluster::StayId stay) const;
  /// Who is here for something of such shards.
  std::vector<base::PlayerId> of(const std::function<bool(cluster::ShardId)>& is_one) const;
  /// Of these those who are guests are not here any more, as their fronts are told: they ask again where they
  /// are to be.
  void disown(const std::set<base::PlayerId>& players);
  /// Letters that the guest's session has said, for its front.
  void send(base::PlayerId guest, std::string_view letters);
  /// The guest had its turn; it may be free.
  void took_turn(base::PlayerId guest);
  /// The guest has gone from the host.
  void ended(base::PlayerId guest);
  /// Whether the guest, who takes up a place, knows so many acts.
  bool knows(base::PlayerId guest, std::uint64_t acts) const;
  void look_back(base::PlayerId guest, store::StoredTable past);
  /// Lets those go home who are nowhere. Costs nothing while nobody may be.
  void see_home(base::Time now);

  /// The front runs no more as it did, or cannot be reached: its guests wait for it until then.
  void orphan(cluster::NodeId front, cluster::Steady until);
  /// Those who have waited in vain have lost their connection.
  void let_go(cluster::Steady steady, base::Time now);
  /// The front is back before they were let go.
  void keep(cluster::NodeId front);

 private:
  struct Guest {
    cluster::NodeId front;
    cluster::ShardId shard;
    GuestSession* session;
    std::optional<cluster::Steady> orphaned{};
    std::optional<std::uint64_t> leaves_after{};  ///< when so many letters were told, if still nowhere
  };

  base::PlayerId open(cluster::NodeId from, const cluster::Come& come);
  std::optional<base::PlayerId> find(cluster::NodeId from, cluster::StayId stay) const;
  bool is_free(base::PlayerId guest) const;
  cluster::ShardId shard_of(base::PlayerId guest, const Guest& known) const;

  host::Host& host_;
  Post post_;
  std::unordered_map<base::PlayerId, Guest> guests_;
  std::map<cluster::NodeId, std::unordered_map<cluster::StayId, base::PlayerId>> stays_;  ///< by front
  std::vector<base::PlayerId> leaving_;                                                   ///< who may be free
};

}  // namespace server
