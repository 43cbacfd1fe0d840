// Stays: visitors of this node who gather, sit or watch at another.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <unordered_map>

#include "cluster/shards.hpp"
#include "host/host.hpp"
#include "server/guests.hpp"
#include "server/inspector.hpp"
#include "server/node_watcher.hpp"
#include "server/shadow.hpp"

namespace server {

/// At most one stay for each connection. The owner of what it is about may change; the visitor notices
/// nothing but a pause, since the shadow says what they were told and the stay what they have asked.
class Stays {
 public:
  /// Who hears of requests that were answered, and of those whose stay has ended before.
  class Listener {
   public:
    virtual ~Listener() = default;
    virtual void answered(base::PlayerId player, const table::Request& request,
                          const table::Notice& answer) = 0;
    virtual void came_home(base::PlayerId player, const table::Request& unanswered, base::Time arrived,
                           base::Time now) = 0;
    /// The visitor has no place any more where they were. Whether they turn to one that was kept for them.
    virtual bool turns_back(base::PlayerId player) = 0;
  };

  Stays(const games::Kits& kits, host::Host& host, const cluster::Shards& shards, Post post,
        Listener& listener, NodeWatcher& watcher)
      : kits_(kits),
        host_(host),
        shards_(shards),
        post_(std::move(post)),
        listener_(listener),
        watcher_(watcher) {}

  /// How many tables of other nodes are seen here, each counted for everybody who does.
  std::size_t shadows() const;

  /// This node runs in that epoch: its stays have other numbers than those of all runs before, whose guests
  /// owners may still have.
  void begin(cluster::Epoch epoch) { next_ = epoch << 32U; }

  bool has(base::PlayerId player) const { return stays_.contains(player); }
  /// Whether the journal tells where the visitor has their place what they have not heard.
  bool knows_past(base::PlayerId player) const;
  bool asks(base::PlayerId player) const;
  /// The shard for which the visitor, or another tab of the same person, is away.
  std::optional<cluster::ShardId> shard_of(base::PlayerId player) const;
  /// Whether nobody knows yet if the visitor, or another tab, plays there.
  bool reads(base::PlayerId player) const;
  /// The table that a connection sees there.
  std::optional<FarSight> sight_of(base::PlayerId player) const;
  /// Whether the visitor has a seat in a game that goes on.
  bool plays(base::PlayerId player) const;
  /// The shard where the connection itself gathers or sits, and does not only watch.
  std::optional<cluster::ShardId> place_of(base::PlayerId player) const;
  /// Whether it has asked for that place.
  bool sought(base::PlayerId player) const;

  /// Whether somebody plays elsewhere who could not come back to their seat by another node.
  bool has_bound() const;

  /// The visitor asks for something of that shard; who is away for another goes from there.
  void ask(base::PlayerId player, cluster::ShardId shard, const table::Request& request, base::Time arrived,
           base::Time now);
  /// The tab's person has their place in that shard. It is shown it, if it shows nothing yet.
  void show_place(base::PlayerId tab, cluster::ShardId shard);
  /// Tells the visitor how the clocks stand of the table that they see; false if they see none here.
  bool read_clocks(base::PlayerId player, base::Time now);
  /// A place that a visitor has had here: at a table, or in a lobby.
  struct Place {
    cluster::ShardId shard;
    std::optional<Shadow> shadow{};  ///< none: it has to be read
    bool watches = false;
    std::shared_ptr<const table::Times> times{};
    std::optional<table::Wish> wish{};
    std::optional<table::Seek> seek{};
    std::optional<table::Gathered> gathered{};
    std::optional<table::Request> asked{};  ///< nobody knows what became of it
    base::Time arrived{};
  };
  /// The shard of that place is lost, or on its way to another node: the visitor takes it up there. Without a
  /// shadow of its table not before `learn`, where there is one.
  void keep(base::PlayerId player, Place place, base::Time now);
  void learn(base::PlayerId player, base::TableId table, Shadow shadow);
  /// Another connection of the same person has the place from now on; and is told how its table stands.
  void hand_over(base::PlayerId from, base::PlayerId to);
  void look_again(base::PlayerId player);
  /// The visitor is gone.
  void end(base::PlayerId player, cluster::Gone::How how);

  void take(cluster::NodeId from, const cluster::Told& told, base::Time now);
  void take(cluster::NodeId from, const cluster::Sat& sat, base::Time now);
  void take(cluster::NodeId from, const cluster::Acted& acted, base::Time now);
  void take(cluster::NodeId from, const cluster::Returned& returned, base::Time now);
  void take(cluster::NodeId from, const cluster::Home& home, base::Time now);
  void take(cluster::NodeId from, const cluster::Unknown& unknown, base::Time now);

  /// Shards have moved, or an owner runs anew: whoever has a place there takes it up again.
  void follow(const std::function<bool(cluster::ShardId, cluster::NodeId)>& is_lost, base::Time now);
  /// Those who were not known where they asked ask again, as far as is known now where.
  void retry(base::Time now);

 private:
  struct Stay {
    cluster::StayId id;
    cluster::ShardId shard;
    cluster::NodeId owner;
    std::optional<table::Request> asked{};
    base::Time arrived{};
    std::optional<Shadow> shadow{};
    bool watches = false;
    std::shared_ptr<const table::Times> times{};  ///< how the clocks stood when it was told last,
    base::Time timed{};                           ///< which was then
    std::uint32_t owed = 0;                       ///< moves of one's own that were accepted, and not told yet
    bool over = false;                            ///< was told that the game is
    std::optional<table::Wish> wish{};
    std::uint64_t entered = 0;                  ///< counts those who came into lobbies
    std::optional<table::Seek> seek{};          ///< by which they came into a lobby
    std::optional<table::Gathered> gathered{};  ///< as they were told last
    std::vector<std::string> wishers{};         ///< of whom they were told there that they want another game
    std::optional<base::Time> settles{};  ///< has come into a lobby again; until it is as it was, or then
    int unheard = 0;     ///< answers to come that are not for them: to what was asked for them again
    bool shown = false;  ///< came to be shown the place of its person
    bool blind = false;  ///< is about to be told how its table stands, and nothing of it before
    bool lost = false;   ///< nobody knows of the stay where it should be
    bool reads = false;  ///< its table is being read
    std::optional<std::chrono::steady_clock::time_point> lost_at{};  ///< until its next owner says something
  };

  Stay* find(cluster::NodeId from, cluster::StayId stay);
  const Stay* of_person(base::PlayerId player) const;
  Stay& begin(base::PlayerId player, cluster::ShardId shard);
  cluster::Come come_of(base::PlayerId player, const Stay& stay) const;
  void send_ask(const Stay& stay, base::Time now);
  void ask_for_sight(Stay& stay);
  void take_up(base::PlayerId player, Stay& stay, base::Time now);
  void seek_again(base::PlayerId player, Stay& stay, base::Time now);
  void answered(base::PlayerId player, Stay& stay, const table::Notice& answer, base::Time now);
  void end_game(base::PlayerId player, Stay& stay, const table::Notice& over);
  void rename(base::PlayerId player, const table::Named& named);
  bool is_told(Stay& stay, const table::Gathered& gathered, base::Time now);
  static bool is_news(Stay& stay, const table::Wished& wished);
  void settle(Stay& stay, base::Time now);
  void go_on(Stay& stay, base::Time now);
  void leave(base::PlayerId player);
  void come_home(base::PlayerId player, const table::Named& named, base::Time now);

  const games::Kits& kits_;
  host::Host& host_;
  const cluster::Shards& shards_;
  Post post_;
  Listener& listener_;
  NodeWatcher& watcher_;
  std::unordered_map<base::PlayerId, Stay> stays_;
  std::unordered_map<cluster::StayId, base::PlayerId> players_;
  std::uint64_t next_ = 0;
  std::uint64_t entered_ = 0;
};

}  // namespace server
