// Several servers without sockets that are one hall: journal, directory, links and time turned by hand.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "harness/shared_journal.hpp"
#include "server/engine.hpp"
#include "store/accounts_memory.hpp"

namespace harness {

class VirtualCluster {
 public:
  enum class Accounts : std::uint8_t { some, none };
  /// Nodes are numbered from 1. The last one has all shards.
  VirtualCluster(server::EngineSettings settings, std::uint32_t nodes, Accounts accounts = Accounts::some);
  ~VirtualCluster();

  // As of VirtualServer; who connects is at the front, the first node at first.
  base::PlayerId connect(const protocols::Protocol& protocol, std::string_view address = "",
                         std::uint16_t port = 0);
  void receive(base::PlayerId player, std::string_view bytes);
  void hang_up(base::PlayerId player);
  /// Time passes, and nodes wake whenever something is due to them.
  void turn_clock(base::Duration by);
  std::string take(base::PlayerId player);
  bool is_closed(base::PlayerId player) const;
  /// All nodes die, and begin again.
  void restart();
  /// What is played where it is owned equals what is kept. Returns what is wrong, "" if nothing is.
  std::string compare_with_journal();

  /// To browsers, tables have the numbers that one server would give them.
  void number_as_one() { numbers_as_one_ = true; }

  /// As the first, at that node.
  base::PlayerId connect_at(cluster::NodeId node, const protocols::Protocol& protocol,
                            std::string_view address = "", std::uint16_t port = 0);
  /// What becomes of lines that are under way when a link breaks.
  enum class Lines : std::uint8_t { lost, arrive };
  /// The node is gone, with all its connections. So many of its appends that wait become durable all the
  /// same.
  void kill(cluster::NodeId node, std::size_t kept = 0, Lines under_way = Lines::lost);
  void start(cluster::NodeId node);
  /// Whether it is there, paused or not.
  bool runs(cluster::NodeId node) const;
  bool is_paused(cluster::NodeId node) const;
  /// It does nothing, nor does time pass for it, until it goes on.
  void pause(cluster::NodeId node);
  void go_on(cluster::NodeId node);
  /// The link between two breaks; and is there again.
  void cut(cluster::NodeId one, cluster::NodeId other, Lines under_way = Lines::lost);
  void mend(cluster::NodeId one, cluster::NodeId other);
  /// Who has the game's tables and lobbies.
  cluster::NodeId owner_of(std::string_view game) const;
  /// The owner of the game dies, another but the first takes over at once, and it begins again without
  /// shards.
  void lose_owner(std::string_view game);
  /// The front dies, is taken over at once, and begins again. Another, without tables, is the front then.
  void lose_front();

  /// Nothing can be read or written, and what is asked of the directory fails, before or after it was done;
  /// until the database is there again.
  void set_database(NodeJournal::Database database);
  /// The node gives up what it has appended first.
  void give_up_append(cluster::NodeId node, NodeJournal::Kept kept);

  /// Does one thing of those that wait at a running node: which is by that number. False if nothing waits.
  bool step(std::uint64_t number);
  /// All that waits is done.
  void settle();
  /// Whether things are done by themselves after whatever is called, as they are at first.
  enum class Pace : std::uint8_t { at_once, by_steps };
  void set_pace(Pace pace) { pace_ = pace; }

  // Mutations, which whoever looks must see.
  /// All nodes tell what is not durable yet.
  void tell_first();
  /// Every line that crosses a link becomes what this makes of it.
  using Rewrite = std::function<std::string(std::string_view)>;
  void rewrite_lines(Rewrite rewrite) { rewrite_ = std::move(rewrite); }

  using OnTold = std::function<void(base::PlayerId, const table::Notice&)>;
  void on_told(OnTold on_told) { on_told_ = std::move(on_told); }
  /// How many of those who are connected wait for an answer.
  std::size_t unanswered() const;
  SharedTables& tables() { return tables_; }
  cluster::MemoryDirectory& directory() { return directory_; }
  store::Accounts& accounts() { return accounts_; }
  server::Engine& engine(cluster::NodeId node);
  NodeJournal& journal(cluster::NodeId node);
  base::Time now() const { return now_; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(machines_.size()); }

 private:
  class Machine;
  struct Peer {
    cluster::NodeId node;
    std::string output{};
    bool closed = false;
    bool waits = false;  ///< for an answer
  };

  Machine& machine(cluster::NodeId node) { return *machines_.at(node.value - 1); }
  const Machine& machine(cluster::NodeId node) const { return *machines_.at(node.value - 1); }
  base::Seed next_seed() const;
  bool is_linked(cluster::NodeId one, cluster::NodeId other) const;
  void connect_links(cluster::NodeId node);
  void break_links(cluster::NodeId node, Lines under_way);
  void link(cluster::NodeId one, cluster::NodeId other);
  void take_over(cluster::NodeId dead, cluster::NodeId heir);
  void unlink(cluster::NodeId one, cluster::NodeId other, Lines under_way);
  bool is_there() const;
  cluster::MemoryDirectory::Fate fate_by(std::uint64_t chance) const;
  void done();

  server::EngineSettings settings_;
  Accounts has_accounts_;
  base::Time now_ = base::from_millis(1'700'000'000'000);
  Pace pace_ = Pace::at_once;
  cluster::NodeId front_{1};
  NodeJournal::Database database_ = NodeJournal::Database::there;
  bool numbers_as_one_ = false;
  bool tells_first_ = false;
  Rewrite rewrite_ = [](std::string_view line) { return std::string(line); };
  OnTold on_told_;
  SharedTables tables_;
  std::size_t before_restart_ = 0;  ///< tables that were opened
  cluster::MemoryDirectory directory_;
  store::MemoryAccounts accounts_;
  std::map<base::PlayerId, Peer> peers_;
  std::uint64_t next_player_ = 1;
  std::set<std::pair<cluster::NodeId, cluster::NodeId>> cut_;                  ///< the smaller number first
  std::map<std::pair<cluster::NodeId, cluster::NodeId>, std::size_t> losses_;  ///< as often lines were lost
  std::map<std::pair<cluster::NodeId, cluster::NodeId>, std::size_t> made_;    ///< as often there was a link
  std::vector<std::unique_ptr<Machine>> machines_;
};

}  // namespace harness
