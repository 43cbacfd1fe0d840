// Several servers without sockets that are one hall.
#include "harness/virtual_cluster.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "harness/virtual_server.hpp"
#include "server/node.hpp"
#include "table/accounts.hpp"

namespace harness {
namespace {

using cluster::NodeId;

/// So many numbers are drawn at most before a table's seed.
constexpr int kMostDraws = 10'000;
/// How often the clock stops for what is due before it jumps over the rest.
constexpr int kMostStops = 10'000;

enum class Numbers : std::uint8_t { own, of_one };

/// Every table's number, as `"table":N`: from ours to that of one server, or back.
std::string renumber(std::string text, std::span<const base::TableId> tables, Numbers from) {
  for (std::size_t at = tables.size(); at > 0; --at) {
    auto own = fmt::format("\"table\":{}", tables[at - 1].value);
    auto plain = fmt::format("\"table\":{}", at);
    if (from == Numbers::of_one) std::swap(own, plain);
    for (std::size_t found = 0; (found = text.find(own, found)) != std::string::npos; found += plain.size()) {
      const auto next = found + own.size() < text.size() ? text[found + own.size()] : ' ';
      if (next < '0' || next > '9') text.replace(found, own.size(), plain);
    }
  }
  return text;
}

}  // namespace

/// One node with all around it: peers, links, and what waits to be done.
class VirtualCluster::Machine final : public server::Peers, public server::Observer, public cluster::Links {
 public:
  Machine(VirtualCluster& all, NodeId self) : all_(all), self_(self) {}

  void start() {
    journal_ =
        std::make_unique<NodeJournal>(all_.tables_, all_.directory_, self_,
                                      [this](const auto& settled) { engine_->settled(settled, all_.now_); });
    if (all_.tells_first_) journal_->tell_first();
    journal_->set_database(all_.database_);
    auto settings = all_.settings_;
    settings.seed = all_.next_seed();
    if (all_.has_accounts_ == Accounts::some) settings.accounts = settings.look_up_accounts = &all_.accounts_;
    settings.node = {self_, &all_.directory_.of(self_), this, {}};
    engine_ = std::make_unique<server::Engine>(harness::kits(), *journal_, *this, *this, settings);
    static_cast<void>(engine_->recover(all_.now_));
    engine_->node()->begin(all_.now_, all_.now_);
  }
  /// What it has appended is lost, but for the first so many.
  void stop(std::size_t kept) {
    for (; kept > 0 && journal_->has_work(); --kept) journal_->commit_unheard();
    all_.directory_.forget(self_);
    events_.clear();
    looks_.clear();
    found_.clear();
    questions_.clear();
    epoch_ = 0;
    paused_ = false;
    engine_.reset();
    journal_.reset();
  }

  bool runs() const { return engine_ != nullptr; }
  bool is_paused() const { return paused_; }
  void set_paused(bool paused) { paused_ = paused; }
  cluster::Epoch epoch() const { return epoch_; }
  /// What comes from outside waits while it stands still.
  void now_or_later(std::function<void(server::Engine&)> event) {
    if (paused_) return later([this, event = std::move(event)] { event(*engine_); });
    event(*engine_);
    engine_->settle(all_.now_);
  }
  void later(std::function<void()> event) { events_.push_back(std::move(event)); }
  /// Knows of the link that was made so manieth to that node: lines go by it, and none by those before it.
  void know_link(NodeId node, std::size_t made) { known_[node] = made; }

  /// The kinds of things that wait: the first of one of them can be done.
  enum class Kind : std::uint8_t { event, directory, commit, look, found, thought };
  std::vector<Kind> waiting() const {
    std::vector<Kind> kinds;
    if (!runs() || paused_) return kinds;
    if (!events_.empty()) kinds.push_back(Kind::event);
    if (all_.directory_.has_work(self_)) kinds.push_back(Kind::directory);
    if (journal_->has_work() && all_.is_there()) kinds.push_back(Kind::commit);
    if (!looks_.empty()) kinds.push_back(Kind::look);
    if (!found_.empty()) kinds.push_back(Kind::found);
    if (!questions_.empty()) kinds.push_back(Kind::thought);
    return kinds;
  }
  void work(Kind kind, std::uint64_t chance) {
    switch (kind) {
      case Kind::event:
        take(events_)();
        break;
      case Kind::directory:
        all_.directory_.work(self_, all_.fate_by(chance));
        break;
      case Kind::commit:
        journal_->commit();
        break;
      case Kind::look:
        found_.push_back(take(looks_)());
        break;
      case Kind::found:
        take(found_)();
        break;
      case Kind::thought: {
        const auto [bot, question] = take(questions_);
        engine_->thought(bot, host::answer(question));
        break;
      }
    }
    if (engine_) engine_->settle(all_.now_);
  }
  std::optional<base::Time> next_wake() const {
    if (!runs() || paused_) return std::nullopt;
    auto next = engine_->next_wake();
    const auto turn = engine_->node()->next_turn();
    return !next || (turn && *turn < *next) ? turn : next;
  }
  void wake() {
    if (!runs() || paused_) return;
    engine_->node()->turn(all_.now_, all_.now_);
    engine_->wake(all_.now_);
    engine_->settle(all_.now_);
  }

  server::Engine& engine() { return *engine_; }
  NodeJournal& journal() { return *journal_; }

  // Peers
  void send(base::PlayerId player, std::string_view bytes) override {
    all_.peers_.at(player).output += bytes;
  }
  void close(base::PlayerId player) override {
    if (const auto found = all_.peers_.find(player); found != all_.peers_.end()) found->second.closed = true;
  }
  void set_reading(base::PlayerId /*player*/, bool /*wanted*/) override {}
  void think(base::PlayerId bot, const server::Question& question) override {
    questions_.emplace_back(bot, question);
  }
  void look_up(Look look, const std::string& /*address*/) override { looks_.push_back(std::move(look)); }
  void run_account_job(base::PlayerId player, server::AccountJob job) override {
    later([this, player, job = std::move(job)] {
      engine_->finish_account_job(player, server::carry_out(job, all_.accounts_, server::Strength::quick),
                                  all_.now_);
    });
  }
  // Observer
  void requested(const protocols::Protocol& /*protocol*/, base::PlayerId player) override {
    all_.peers_.at(player).waits = true;
  }
  void told(base::PlayerId player, const table::Notice& notice) override {
    const auto found = all_.peers_.find(player);
    if (found == all_.peers_.end()) return;  // a bot, or a guest
    if (found->second.closed) return;        // has gone, though a node that stands still does not know yet
    if (std::holds_alternative<table::Accepted>(notice) || std::holds_alternative<table::Refused>(notice))
      found->second.waits = false;
    if (all_.on_told_) all_.on_told_(player, notice);
  }
  // Links
  void begin(cluster::Epoch epoch) override {
    all_.break_links(self_, Lines::lost);
    epoch_ = epoch;
    all_.connect_links(self_);
  }
  void send(NodeId node, std::string_view text) override {
    if (!all_.is_linked(self_, node) || known_[node] != all_.made_[std::minmax(self_, node)]) return;
    const auto& losses = all_.losses_[std::minmax(self_, node)];
    all_.machine(node).later([this, node, line = all_.rewrite_(text), &losses, before = losses] {
      if (losses == before) all_.machine(node).engine().node()->line(self_, line);
    });
  }

 private:
  template <class Thing>
  static Thing take(std::deque<Thing>& queue) {
    auto thing = std::move(queue.front());
    queue.pop_front();
    return thing;
  }

  VirtualCluster& all_;
  NodeId self_;
  cluster::Epoch epoch_ = 0;  ///< 0: has no links
  bool paused_ = false;
  std::map<NodeId, std::size_t> known_;  ///< the last link to each node that it knows of
  std::deque<std::function<void()>> events_;
  std::deque<Look> looks_;
  std::deque<std::function<void()>> found_;  ///< by them, and nobody knows it yet
  std::deque<std::pair<base::PlayerId, server::Question>> questions_;
  std::unique_ptr<NodeJournal> journal_;
  std::unique_ptr<server::Engine> engine_;
};

VirtualCluster::VirtualCluster(server::EngineSettings settings, std::uint32_t nodes, Accounts accounts)
    : settings_(std::move(settings)), has_accounts_(accounts) {
  for (std::uint32_t at = 1; at <= nodes; ++at)
    machines_.push_back(std::make_unique<Machine>(*this, NodeId{at}));
  directory_.ask_accounts([this](std::string_view key) {
    const auto all = accounts_.all(now_);
    return all && std::ranges::any_of(
                      *all, [&](const auto& one) { return table::account_key(one.account.name) == key; });
  });
  directory_.assign(NodeId{nodes});
  for (std::uint32_t at = 1; at <= nodes; ++at) start(NodeId{at});
}

VirtualCluster::~VirtualCluster() = default;

base::PlayerId VirtualCluster::connect(const protocols::Protocol& protocol, std::string_view address,
                                       std::uint16_t port) {
  return connect_at(front_, protocol, address, port);
}

base::PlayerId VirtualCluster::connect_at(NodeId node, const protocols::Protocol& protocol,
                                          std::string_view address, std::uint16_t port) {
  const base::PlayerId player{next_player_++};
  peers_[player].node = node;
  const auto any_port = static_cast<std::uint16_t>(50'000 + player.value % 10'000);
  const bool browser = protocol.carrier == protocols::Carrier::websocket;
  const auto any_address = browser ? fmt::format("token:{}", player.value) : std::string("127.0.0.1");
  engine(node).open(player, protocol, now_, address.empty() ? any_address : std::string(address),
                    port == 0 ? any_port : port, browser ? "127.0.0.1" : "");
  engine(node).settle(now_);
  done();
  return player;
}

void VirtualCluster::receive(base::PlayerId player, std::string_view bytes) {
  const auto& peer = peers_.at(player);
  if (peer.closed || !runs(peer.node)) return;
  auto text = std::string(bytes);
  if (numbers_as_one_) text = renumber(std::move(text), tables_.opened(), Numbers::of_one);
  machine(peer.node).now_or_later(
      [this, player, text](server::Engine& engine) { engine.receive(player, text, now_); });
  done();
}

void VirtualCluster::hang_up(base::PlayerId player) {
  auto& peer = peers_.at(player);
  peer.closed = true;
  if (!runs(peer.node)) return;
  machine(peer.node).now_or_later([this, player](server::Engine& engine) { engine.closed(player, now_); });
  done();
}

std::string VirtualCluster::take(base::PlayerId player) {
  auto text = std::exchange(peers_.at(player).output, {});
  return numbers_as_one_ ? renumber(std::move(text), tables_.opened(), Numbers::own) : text;
}

bool VirtualCluster::is_closed(base::PlayerId player) const { return peers_.at(player).closed; }

void VirtualCluster::turn_clock(base::Duration by) {
  const auto until = now_ + by;
  for (int stops = 0; now_ < until; ++stops) {
    auto due = until;
    for (const auto& one : machines_) {
      if (const auto next = one->next_wake(); next && stops < kMostStops) due = std::min(due, *next);
    }
    now_ = std::clamp(due, now_, until);
    for (const auto& one : machines_) one->wake();
    done();
  }
}

void VirtualCluster::kill(NodeId node, std::size_t kept, Lines under_way) {
  if (!runs(node)) return;
  break_links(node, under_way);
  machine(node).stop(kept);
  for (auto& [player, peer] : peers_) {
    if (peer.node == node) peer.closed = true;
  }
  done();
}

void VirtualCluster::start(NodeId node) {
  machine(node).start();
  done();
}

bool VirtualCluster::runs(NodeId node) const { return machine(node).runs(); }

bool VirtualCluster::is_paused(NodeId node) const { return machine(node).is_paused(); }

void VirtualCluster::pause(NodeId node) { machine(node).set_paused(true); }

void VirtualCluster::go_on(NodeId node) {
  machine(node).set_paused(false);
  machine(node).wake();
  done();
}

void VirtualCluster::restart() {
  for (const auto& one : machines_) {
    if (one->runs()) one->stop(0);
  }
  for (auto& [player, peer] : peers_) peer.closed = true;
  before_restart_ = tables_.opened().size();
  for (std::uint32_t at = 1; at <= size(); ++at) start(NodeId{at});
}

/// A node that begins draws on where others have stopped, as one server would: after the seed of the last
/// table.
base::Seed VirtualCluster::next_seed() const {
  if (tables_.opened().size() == before_restart_ || settings_.seed.key()) return settings_.seed;
  const auto last = tables_.all().at(tables_.opened().back()).header.seed.number();
  const auto step = 0x9e3779b97f4a7c15U;  // of SplitMix64, whose state is its seed
  auto seed = settings_.seed.number();
  for (int draws = 0; draws < kMostDraws && base::Rng(seed).next() != last; ++draws) seed += step;
  return base::Rng(seed).next() == last ? base::Seed(seed + step) : settings_.seed;
}

bool VirtualCluster::is_linked(NodeId one, NodeId other) const {
  return one != other && machine(one).epoch() != 0 && machine(other).epoch() != 0 &&
         !cut_.contains(std::minmax(one, other));
}

void VirtualCluster::link(NodeId one, NodeId other) {
  if (!is_linked(one, other)) return;
  const auto made = ++made_[std::minmax(one, other)];
  const auto join = [this, made](NodeId self, NodeId to) {
    machine(self).later([this, self, to, made, epoch = machine(to).epoch()] {
      if (!is_linked(self, to) || made_[std::minmax(self, to)] != made) return;
      machine(self).know_link(to, made);
      engine(self).node()->up(to, epoch);
    });
  };
  join(one, other);
  join(other, one);
}

void VirtualCluster::unlink(NodeId one, NodeId other, Lines under_way) {
  if (under_way == Lines::lost) ++losses_[std::minmax(one, other)];
  const auto part = [this](NodeId self, NodeId from) {
    if (machine(self).runs()) machine(self).later([this, self, from] { engine(self).node()->down(from); });
  };
  part(one, other);
  part(other, one);
}

void VirtualCluster::connect_links(NodeId node) {
  for (std::uint32_t at = 1; at <= size(); ++at) link(node, NodeId{at});
}

void VirtualCluster::break_links(NodeId node, Lines under_way) {
  for (std::uint32_t at = 1; at <= size(); ++at) {
    if (is_linked(node, NodeId{at})) unlink(node, NodeId{at}, under_way);
  }
}

void VirtualCluster::cut(NodeId one, NodeId other, Lines under_way) {
  if (one == other) return;
  if (is_linked(one, other)) unlink(one, other, under_way);
  cut_.insert(std::minmax(one, other));
  done();
}

void VirtualCluster::mend(NodeId one, NodeId other) {
  if (cut_.erase(std::minmax(one, other)) > 0) link(one, other);
  done();
}

NodeId VirtualCluster::owner_of(std::string_view game) const {
  return directory_.picture().owners[cluster::shard_of_game(game).value];
}

void VirtualCluster::lose_owner(std::string_view game) {
  const auto owner = owner_of(game);
  if (owner == NodeId{1}) return;
  kill(owner);
  NodeId heir{owner.value % size() + 1};
  while (heir == NodeId{1} || heir == owner) heir = NodeId{heir.value % size() + 1};
  kill(heir);  // has nothing, and draws on from here
  start(heir);
  take_over(owner, heir);
  start(owner);
}

void VirtualCluster::lose_front() {
  const auto lost = front_;
  const auto owner = owner_of(games::names().front());
  kill(lost);
  take_over(lost, owner);
  front_ = NodeId{lost.value % size() + 1};
  if (front_ == owner) front_ = NodeId{front_.value % size() + 1};
  machine(owner).wake();  // and lets go of the visitors of the dead
  settle();
  start(lost);
}

/// Whatever the dead node has is the heir's, and all others see that.
void VirtualCluster::take_over(NodeId dead, NodeId heir) {
  std::vector<std::pair<cluster::ShardId, NodeId>> heirs;
  const auto owners = directory_.picture().owners;
  for (std::uint16_t at = 0; at < cluster::kShards; ++at) {
    if (owners.at(at) == dead) heirs.emplace_back(at, heir);
  }
  directory_.of(heir).take_over(dead, directory_.epoch(dead), heirs, [](const auto&) {});
  settle();
  for (const auto& one : machines_) {
    if (one->runs()) one->engine().node()->look();
  }
  settle();
}

bool VirtualCluster::step(std::uint64_t number) {
  std::vector<std::pair<Machine*, Machine::Kind>> all;
  for (const auto& one : machines_) {
    for (const auto kind : one->waiting()) all.emplace_back(one.get(), kind);
  }
  if (all.empty()) return false;
  const auto [one, kind] = all[number % all.size()];
  one->work(kind, number / all.size());
  return true;
}

void VirtualCluster::set_database(NodeJournal::Database database) {
  database_ = database;
  for (const auto& one : machines_) {
    if (one->runs()) one->journal().set_database(database);
  }
  done();
}

bool VirtualCluster::is_there() const { return database_ == NodeJournal::Database::there; }

/// Of what is asked of a directory that is away nobody knows whether it was done.
cluster::MemoryDirectory::Fate VirtualCluster::fate_by(std::uint64_t chance) const {
  using Fate = cluster::MemoryDirectory::Fate;
  if (is_there()) return Fate::done;
  return chance % 4 == 0 ? Fate::in_doubt : Fate::refused;
}

void VirtualCluster::give_up_append(NodeId node, NodeJournal::Kept kept) {
  if (!runs(node) || is_paused(node) || !journal(node).has_work()) return;
  journal(node).give_up(kept);
  engine(node).settle(now_);
  done();
}

void VirtualCluster::settle() {
  while (step(0)) {
  }
}

void VirtualCluster::tell_first() {
  tells_first_ = true;
  for (const auto& one : machines_) {
    if (one->runs()) one->journal().tell_first();
  }
}

void VirtualCluster::done() {
  if (pace_ == Pace::at_once) settle();
}

std::size_t VirtualCluster::unanswered() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(peers_, [](const auto& one) { return one.second.waits && !one.second.closed; }));
}

server::Engine& VirtualCluster::engine(NodeId node) { return machine(node).engine(); }

NodeJournal& VirtualCluster::journal(NodeId node) { return machine(node).journal(); }

std::string VirtualCluster::compare_with_journal() {
  std::string problems;
  for (const auto& [id, stored] : tables_.all()) {
    const auto kept = table::replay(harness::kits(), stored.header, stored.entries);
    if (!kept) problems += fmt::format("table {} does not replay: {}\n", id.value, kept.error().detail);
    const auto owner = directory_.picture().owners[cluster::shard_of(id).value];
    for (std::uint32_t at = 1; at <= size(); ++at) {
      const auto* live = runs(NodeId{at}) ? engine(NodeId{at}).hall().tables().find_table(id) : nullptr;
      if (live != nullptr && owner != NodeId{at})
        problems += fmt::format("table {} is at node {}\n", id.value, at);
      if (live != nullptr && kept && !(*live == *kept))
        problems += fmt::format("table {} differs from what is kept\n", id.value);
      if (live == nullptr && owner == NodeId{at} && runs(owner) && !stored.closing)
        problems += fmt::format("table {} is not closed, and is not at its owner\n", id.value);
    }
  }
  return problems;
}

}  // namespace harness
