// A directory in memory.
#include "cluster/directory_memory.hpp"

#include <algorithm>
#include <ranges>

#include "table/accounts.hpp"

namespace cluster {

/// One node's questions. It acts under the epoch in which it joined.
class MemoryDirectory::Door final : public Directory {
 public:
  Door(MemoryDirectory& all, NodeId self) : all_(all), self_(self) {}

  void join(Then<Joined> then) override {
    ask<Joined>(std::move(then), [this]() -> Result<Joined> {
      auto& own = all_.facts(self_);
      epoch_ = ++own.epoch;
      ++own.beat;
      own.state = NodeState::up;
      auto& owners = all_.picture_.owners;
      if (std::ranges::all_of(owners, [](NodeId one) { return one == kNobody; }))
        std::ranges::fill(owners, self_);
      return Joined{epoch_, all_.picture_};
    });
  }
  void beat(std::uint32_t load, Then<Picture> then) override {
    ask_fenced<Picture>(std::move(then), [this, load]() -> Result<Picture> {
      auto& own = all_.facts(self_);
      ++own.beat;
      own.load = load;
      return all_.picture_;
    });
  }
  void take_over(NodeId dead, Epoch seen, std::vector<std::pair<ShardId, NodeId>> heirs,
                 Then<bool> then) override {
    ask_fenced<bool>(std::move(then), [this, dead, seen, heirs = std::move(heirs)]() -> Result<bool> {
      auto& facts = all_.facts(dead);
      if (facts.epoch != seen) return false;
      ++facts.epoch;
      facts.state = NodeState::down;
      for (const auto& [shard, heir] : heirs) {
        auto& owner = all_.picture_.owners[shard.value];
        if (owner == dead) owner = heir;
      }
      return true;
    });
  }
  void hand_over(std::vector<ShardId> shards, NodeId to, Then<void> then) override {
    ask_fenced<void>(std::move(then), [this, shards = std::move(shards), to]() -> Result<void> {
      for (const auto shard : shards) {
        auto& owner = all_.picture_.owners[shard.value];
        if (owner == self_) owner = to;
      }
      return {};
    });
  }
  void show(NodeState state, Then<void> then) override {
    ask_fenced<void>(std::move(then), [this, state]() -> Result<void> {
      all_.facts(self_).state = state;
      return {};
    });
  }
  void claim(Claim claim, Then<Claimed> then) override {
    ask_fenced<Claimed>(std::move(then), [this, claim = std::move(claim)]() -> Result<Claimed> {
      return all_.claim(self_, epoch_, claim);
    });
  }
  void release(std::vector<std::string> names) override {
    ask_fenced<void>([](const Result<void>&) {},
                     [this, names = std::move(names)]() -> Result<void> {
                       for (const auto& name : names) {
                         const auto found = all_.names_.find(name);
                         if (found != all_.names_.end() && found->second.node == self_)
                           all_.names_.erase(found);
                       }
                       return {};
                     });
  }
  void find_seat(std::string address, std::string account, Then<std::optional<base::TableId>> then) override {
    ask_fenced<std::optional<base::TableId>>(
        std::move(then), [this, address, account]() -> Result<std::optional<base::TableId>> {
          for (const auto& [id, table] : all_.tables_) {
            const bool is_here = std::ranges::any_of(table.chairs, [&](const auto& chair) {
              return (!address.empty() && chair.address == address) ||
                     (!account.empty() && table::account_key(chair.name) == account);
            });
            if (is_here) return id;
          }
          return std::nullopt;
        });
  }
  void take_table_numbers(Then<std::uint64_t> then) override {
    ask_fenced<std::uint64_t>(std::move(then), [this]() -> Result<std::uint64_t> {
      return std::exchange(all_.tables_given_, all_.tables_given_ + kTableBlock);
    });
  }
  void take_guest_numbers(Then<std::uint64_t> then) override {
    ask_fenced<std::uint64_t>(std::move(then), [this]() -> Result<std::uint64_t> {
      return std::exchange(all_.guests_given_, all_.guests_given_ + kGuestBlock);
    });
  }

 private:
  template <class T>
  void ask(Then<T> then, std::function<Result<T>()> what) {
    all_.jobs_[self_].push_back([then = std::move(then), what = std::move(what)](Fate fate) {
      auto answer = fate == Fate::refused ? unknown<T>() : what();
      if (fate == Fate::in_doubt) answer = unknown<T>();
      return [then, answer = std::move(answer)] { then(answer); };
    });
  }
  template <class T>
  void ask_fenced(Then<T> then, std::function<Result<T>()> what) {
    ask<T>(std::move(then), [this, what = std::move(what)]() -> Result<T> {
      if (all_.epoch(self_) != epoch_)
        return base::fail(base::Code::corrupt, "another has taken this node over");
      return what();
    });
  }
  template <class T>
  static Result<T> unknown() {
    return base::fail(base::Code::storage, "the directory cannot be reached");
  }

  MemoryDirectory& all_;
  NodeId self_;
  Epoch epoch_ = 0;
};

MemoryDirectory::MemoryDirectory() = default;
MemoryDirectory::~MemoryDirectory() = default;

Directory& MemoryDirectory::of(NodeId node) {
  auto& door = doors_[node];
  if (!door) door = std::make_unique<Door>(*this, node);
  return *door;
}

void MemoryDirectory::forget(NodeId node) {
  jobs_[node].clear();
  doors_[node] = std::make_unique<Door>(*this, node);
}

bool MemoryDirectory::has_work(NodeId node) const {
  const auto found = jobs_.find(node);
  return found != jobs_.end() && !found->second.empty();
}

void MemoryDirectory::work(NodeId node, Fate fate) {
  auto& jobs = jobs_[node];
  const auto job = std::move(jobs.front());
  jobs.pop_front();
  job(fate)();
}

NodeFacts& MemoryDirectory::facts(NodeId node) {
  const auto found = std::ranges::lower_bound(picture_.nodes, node, {}, &NodeFacts::node);
  if (found != picture_.nodes.end() && found->node == node) return *found;
  return *picture_.nodes.insert(found, NodeFacts{node});
}

Epoch MemoryDirectory::epoch(NodeId node) const {
  const auto found = std::ranges::find(picture_.nodes, node, &NodeFacts::node);
  return found == picture_.nodes.end() ? 0 : found->epoch;
}

/// Seats come before names, as somebody may come back to one under a name that is here no more.
Claimed MemoryDirectory::claim(NodeId node, Epoch now, const Claim& claim) {
  if (claim.account != claim.key && is_account_(claim.key)) return OfAccount{};
  for (const auto& [id, one] : tables_) {
    if (std::ranges::find(one.chairs, claim.name, &table::Chair::name) != one.chairs.end()) return SeatAt{id};
  }
  const auto found = names_.find(claim.name);
  const bool is_held = found != names_.end() && found->second.epoch == epoch(found->second.node);
  const bool is_own = is_held && found->second.node == node && found->second.player == claim.player;
  if (is_held && !is_own) return Taken{};
  names_.insert_or_assign(claim.name, Name{node, now, claim.player});
  return Yours{};
}

void MemoryDirectory::note(const table::Record& record) {
  if (const auto* header = std::get_if<table::Header>(&record)) tables_[header->table] = {header->chairs};
  if (std::holds_alternative<table::Closing>(record)) tables_.erase(table_of(record));
  const auto* entry = std::get_if<table::Entry>(&record);
  if (entry == nullptr || !entry->text.starts_with(table::kName)) return;
  const auto name = table::unescape_name(std::string_view(entry->text).substr(table::kName.size()));
  const auto found = tables_.find(entry->table);
  if (name && found != tables_.end() && entry->who.value < found->second.chairs.size())
    found->second.chairs[entry->who.value].name = *name;
}

}  // namespace cluster
