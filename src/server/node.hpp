// A node: this server as one of several that are one hall.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cluster/channel.hpp"
#include "cluster/shards.hpp"
#include "server/far_wires.hpp"
#include "server/guests.hpp"
#include "server/hall_parts.hpp"
#include "server/name_loans.hpp"
#include "server/node_engine.hpp"
#include "server/shard_reads.hpp"
#include "server/stand_ins.hpp"
#include "server/stays.hpp"

namespace server {

/// Everybody who connects here is at home here, and away while they have a place at another node: gather, sit
/// or watch there. A shard is here once its tables were read. What is asked meanwhile waits.
class Node final : public cluster::LinkListener, Stays::Listener, ShardReads::Listener, StandIns::Listener {
 public:
  Node(const games::Kits& kits, host::Host& host, NodeEngine& engine, const NodeSettings& settings);

  /// Joins the others. Nothing is handled here before it has.
  void begin(cluster::Steady steady, base::Time now);
  /// Time has passed.
  void turn(cluster::Steady steady, base::Time now);
  /// Something may have changed in the directory: looks there now.
  void look();
  std::optional<cluster::Steady> next_turn() const { return membership_.next_beat(); }

  /// Whether somebody's request is none of the hall's here, or not yet: it is seen to.
  bool take(base::PlayerId player, const table::Request& request, base::Time arrived, base::Time now);
  /// Whether the visitor sees a table of another node: they are told how its clocks stand.
  bool read_clocks(base::PlayerId player, base::Time now) { return stays_.read_clocks(player, now); }
  /// The table of another node that a connection sees.
  std::optional<FarSight> sight_of(base::PlayerId player) const { return stays_.sight_of(player); }
  /// What other nodes have told of their parts of the hall.
  HallParts& hall_parts() { return hall_parts_; }
  FarWires& far_wires() { return far_wires_; }
  /// The hall has handled a request of somebody; and they are told what became of it.
  void handled(base::PlayerId player, const table::Request& request);
  void told(base::PlayerId player, const table::Notice& notice);
  /// A browser here has signed in to an account.
  void signed_in(base::PlayerId player);
  /// A browser, here or not any more, is signed in to that account from now on; "": to none.
  void tell_signed_in(const std::string& address, const std::string& account);
  /// Others know from now on whether there is an account of that name.
  void tell_account(const std::string& name);
  /// A visitor or guest has gone.
  void ends(base::PlayerId player, host::End how);
  /// Sees to letters to itself, and to guests who are free.
  void work(base::Time now);

  Guests& guests() { return guests_; }
  const StandIns& stand_ins() const { return stand_ins_; }
  bool is_away(base::PlayerId player) const { return stays_.has(player); }
  bool knows_past(base::PlayerId player) const { return stays_.knows_past(player); }
  /// Whether somebody's request is at another node, or will be asked there.
  bool asks(base::PlayerId player) const { return stays_.asks(player); }
  /// Whether one of their tabs has a seat in a game that goes on at another node.
  bool plays(base::PlayerId player) const;
  /// Those of these connections that have a place in shards that are lost are away from now on, and take it
  /// up at the next owner. Who was not told yet of the table at which they sit or watch keeps none.
  void keep_places(const std::vector<base::PlayerId>& connections, const NodeEngine::IsOne& is_lost,
                   const UndurableTables& undurable);
  /// Gives all its shards to other nodes, as long as there are any.
  void drain();
  /// Whether it has none any more, or nobody who could take them.
  bool is_drained() const;
  /// It is to stop since so long, and drains. Whether it still has to stay: to give shards away, or, for
  /// `wait` at most, since somebody plays through it who would lose their seat with it.
  bool leaves(std::chrono::steady_clock::duration since, std::chrono::seconds wait);
  /// The number of a table that is opened, while there are any and a shard for it is here.
  std::optional<base::TableId> number(const table::Header& header);
  /// This node may not write any more.
  void fence(base::Time now);

  const cluster::Shards& shards() const { return shards_; }
  /// How things stand, but for links.
  NodeStanding standing() const;
  bool is_joined() const { return epoch_ != 0; }

  // LinkListener
  void up(cluster::NodeId node, cluster::Epoch epoch) override;
  void down(cluster::NodeId node) override;
  void line(cluster::NodeId node, std::string_view text) override;

 private:
  struct Held {
    base::PlayerId player;
    table::Request request;
    base::Time arrived;
  };
  struct Early {
    cluster::NodeId from;
    cluster::StayId stay;
    cluster::Letter letter;
    /// Until its shard is here, or its table was read, whichever shard of this node's it is in.
    enum class Until : std::uint8_t { here, read } until = Until::here;
  };
  struct Peer {
    std::unique_ptr<cluster::Channel> channel;
    std::optional<cluster::Steady> down_since{};
    bool knows_part = false;  ///< was told of this node's part as it is
  };

  // Stays::Listener
  void answered(base::PlayerId player, const table::Request& request, const table::Notice& answer) override;
  void came_home(base::PlayerId player, const table::Request& unanswered, base::Time arrived,
                 base::Time now) override;
  bool turns_back(base::PlayerId tab) override;

  // StandIns::Listener
  void begins(base::PlayerId tab, const table::Started& started) override;

  // ShardReads::Listener
  void restore(table::Table table) override;
  bool was_read(base::TableId id, std::optional<FoundTable> found) override;
  void arrived(const std::vector<cluster::ShardId>& shards) override;

  void post(cluster::NodeId node, std::string line);
  void receive(cluster::NodeId from, std::string_view line);
  void take(cluster::NodeId from, const cluster::Letter& letter);
  void on(cluster::NodeId from, const cluster::Come& come);
  void on(cluster::NodeId from, const cluster::Attach& attach);
  void on(cluster::NodeId from, const cluster::Ask& ask);
  void on(cluster::NodeId from, const cluster::Gone& gone);
  void on(cluster::NodeId from, const cluster::HallSaid& said);
  void on(cluster::NodeId from, const cluster::Part& part);
  void on(cluster::NodeId from, const cluster::Moved& moved);
  void on(cluster::NodeId from, const cluster::Show& show);
  void on(cluster::NodeId from, const cluster::TabCame& came);
  void on(cluster::NodeId from, const cluster::Placed& placed);
  void on(cluster::NodeId from, const cluster::Unknown& unknown);
  void on(cluster::NodeId from, const cluster::WiresAsked& asked) { far_wires_.take(from, asked, now_); }
  void on(cluster::NodeId from, const cluster::WiresTold& told) { far_wires_.take(from, told); }
  void on(cluster::NodeId from, const cluster::NameAsked& asked) { loans_.take(from, asked, now_); }
  void on(cluster::NodeId from, const cluster::NameLent& lent) { loans_.take(from, lent, now_); }
  void on(cluster::NodeId from, const cluster::NameBack& back);
  void on(cluster::NodeId from, const cluster::AccountIs& account);
  void on(cluster::NodeId from, const cluster::SignedIn& signed_in);
  void on(cluster::NodeId from, const cluster::TabCalled& called);
  void on(cluster::NodeId from, const auto& other) { stays_.take(from, other, now_); }
  void let_in(cluster::NodeId from, const cluster::Attach& attach);
  bool opens(const FoundTable& found, std::optional<base::Seat> seat) const;
  void release_early();
  bool waits(cluster::NodeId from, cluster::StayId stay, cluster::ShardId shard,
             const cluster::Letter& letter);

  /// Which shards go where, and who goes with them (node_shards.cpp).
  std::optional<Stays::Place> place_of(base::PlayerId player, const NodeEngine::IsOne& is_lost,
                                       const UndurableTables& undurable) const;
  void read_place(base::PlayerId player, const table::Sitting& sitting, games::Viewer eyes,
                  std::size_t undurable);
  bool is_settled(cluster::ShardId shard) const;
  void hand_over_settled();
  void hand_over(const std::vector<cluster::ShardId>& shards, cluster::NodeId to);
  bool may_take(cluster::NodeId node) const;
  /// Of those who may take shards.
  std::optional<cluster::NodeId> least_busy() const;
  std::optional<cluster::ShardId> shard_for_table(const table::Header& header);
  std::optional<cluster::ShardId> any_shard_here() const;

  /// Where requests go (node_requests.cpp).
  bool may_work() const;
  std::optional<cluster::ShardId> shard_for(base::PlayerId player, const table::Request& request) const;
  std::optional<std::string> name_in(base::PlayerId player, const table::Request& request) const;
  bool ask_directory(base::PlayerId player, const table::Request& request, base::Time arrived);
  void ask_for_name(const Held& held, const std::string& name);
  void ask_owner(const Held& held, const std::string& name, const table::Refused& refusal);
  void ask_for_seat(const Held& held);
  void resume(const Held& held, std::optional<base::TableId> seat);
  void go_on(const Held& held);
  bool is_at_its_table(base::PlayerId player) const;
  bool go_far(base::PlayerId player, cluster::ShardId shard, const table::Request& request,
              base::Time arrived);
  void note_asked(const Held& held);
  void release_held();
  cluster::Claim claim_of(base::PlayerId player, const std::string& name) const;
  void claim_again();
  bool has_claimed(base::PlayerId player, const std::string& name) const;
  void keep_name(base::PlayerId player, const std::string& name);
  void tell_others(base::PlayerId player, const table::Request& request);
  void tell_tabs(base::PlayerId player, const table::Request& request);
  void tell_place(const table::Visitor& person);
  void tell_name(base::PlayerId player, const std::string& name);
  void take_over_name(const std::string& name);
  /// For what a tab turns back: its person's place, as it stands or as it begins, or to watch something
  /// there.
  enum class Back : std::uint8_t { to_place, to_game, to_watch };
  void turn_to(base::PlayerId tab, const table::Request& request);
  void turn_away(base::PlayerId tab);
  void turn_back(base::PlayerId tab, Back back);
  void keep_here(base::PlayerId tab);
  void end_stand_in(base::PlayerId gone, host::End how);
  void renew(const table::Visitor& person, const std::string& account);
  void give_way(cluster::NodeId to, base::PlayerId owner, const std::string& address);
  void post_to_all(const cluster::Letter& letter);

  void join();
  void joined(base::Result<cluster::Joined> joined, cluster::Steady sent);
  void beat();
  void take_picture(const cluster::Picture& picture);
  void take_shards(const std::vector<cluster::NodeId>& owners);
  void bury(const std::vector<cluster::NodeFacts>& dead);
  void tell_moved();
  void tell_part();
  void take_numbers();
  void count_guests();
  void forget(cluster::NodeId node);
  std::vector<cluster::NodeId> linked() const;
  Peer& peer(cluster::NodeId node);

  const games::Kits& kits_;
  host::Host& host_;
  NodeEngine& engine_;
  NodeSettings settings_;
  NodeWatcher nobody_;
  NodeWatcher& watcher_;  ///< that of the settings, or nobody
  cluster::Membership membership_;
  cluster::Shards shards_;
  ShardReads reads_;
  cluster::Epoch epoch_ = 0;  ///< 0: has not joined
  Guests guests_;
  Stays stays_;
  StandIns stand_ins_;
  HallParts hall_parts_;
  FarWires far_wires_;
  NameLoans loans_;
  std::string part_;             ///< of the hall, as it was told to others
  cluster::Steady next_part_{};  ///< when it is looked at again
  std::map<cluster::NodeId, Peer> peers_;
  std::deque<std::string> own_;                          ///< to itself
  std::map<cluster::ShardId, cluster::NodeId> leaving_;  ///< own ones that are to be others'
  std::map<cluster::NodeId, std::uint32_t> given_;       ///< tables that others got since they were seen last
  std::map<base::PlayerId, Held> asked_;  ///< requests that the hall handles for visitors of this node
  std::map<base::PlayerId, base::TableId> seen_;  ///< tables of which connections here were told last
  std::map<base::PlayerId, table::Seek> sought_;  ///< by which they came into its lobbies
  std::set<std::string, std::less<>> single_;     ///< games of which there is one at a time
  bool draining_ = false;
  bool shows_that_ = false;    ///< in the directory
  bool claims_again_ = false;  ///< not all names could be claimed under this epoch
  bool knows_takers_ = false;  ///< has looked since it drains
  bool looks_again_ = false;   ///< something has moved since the beat under way was sent
  std::vector<Early> early_;   ///< about shards that are on their way
  std::vector<Held> held_;     ///< requests that wait until it may work
  std::map<base::PlayerId, std::vector<std::string>> names_;  ///< that visitors have in the directory
  std::deque<std::uint64_t> numbers_;                         ///< of tables to come
  bool numbers_asked_ = false;
  bool guests_counted_ = false;
  bool joining_ = false;
  cluster::Steady steady_{};
  base::Time now_{};
};

}  // namespace server
