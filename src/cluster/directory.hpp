// The directory: which nodes there are, which shards are whose, who has which name. One for all nodes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/error.hpp"
#include "cluster/ids.hpp"

namespace cluster {

using base::Result;

enum class NodeState : std::uint8_t { up, draining, down };

/// A node as all see it.
struct NodeFacts {
  NodeId node;
  Epoch epoch = 0;
  std::string address{};  ///< where its links are
  std::string version{};
  NodeState state = NodeState::up;
  std::uint64_t beat = 0;  ///< counts; who sees it stand still may take the node for dead
  std::uint32_t load = 0;  ///< tables; for those who spread new ones

  friend bool operator==(const NodeFacts&, const NodeFacts&) = default;
};

/// How things stood in one moment.
struct Picture {
  std::vector<NodeFacts> nodes{};  ///< by number
  std::vector<NodeId> owners{};    ///< of all shards by number; kNobody: nobody's

  friend bool operator==(const Picture&, const Picture&) = default;
};

/// This node's right to write, and what it found.
struct Joined {
  Epoch epoch = 0;
  Picture picture{};
};

/// Who wants to be called so. An account's name is for who is signed in to it, or comes by another protocol
/// from the network address of who is.
struct Claim {
  std::string name;
  std::string key;           ///< that all spellings share (table/accounts.hpp)
  std::uint64_t player = 0;  ///< at this node
  std::string address{};     ///< network address, or a browser's token
  std::string host{};        ///< of a browser: its network address
  std::string account{};     ///< the key of the one to which a browser is signed in
};

struct Yours {
  friend bool operator==(const Yours&, const Yours&) = default;
};
/// Somebody of a node that runs has it.
struct Taken {
  friend bool operator==(const Taken&, const Taken&) = default;
};
/// It is the name of an account that is not theirs.
struct OfAccount {
  friend bool operator==(const OfAccount&, const OfAccount&) = default;
};
/// A seat of that name is at a table that goes on. Its owner knows whether it waits, and for whom.
struct SeatAt {
  base::TableId table;

  friend bool operator==(const SeatAt&, const SeatAt&) = default;
};
using Claimed = std::variant<Yours, Taken, OfAccount, SeatAt>;

/// Never blocks. Every `then` is called once, on the thread of the loop, never before the call has returned,
/// and those of one node in the order of its calls. Code::storage: nobody knows whether it was done, try
/// again. Code::corrupt: this node's epoch is no longer its own (it is fenced); nothing was done.
///
/// Seats are not written here: the journal keeps them with its records. A Header brings those of its chairs,
/// a `!name=` changes one, a Closing takes them all away.
class Directory {
 public:
  template <class T>
  using Then = std::function<void(Result<T>)>;

  virtual ~Directory() = default;

  /// The node begins to run, as another than before: raises its epoch, so that nothing that it began under
  /// the old one becomes durable any more, and names that it had are free. Its shards stay its own. If no
  /// shard has an owner yet, all are this node's.
  virtual void join(Then<Joined> then) = 0;
  /// The node lives: its beat is counted up. How things stood after that.
  virtual void beat(std::uint32_t load, Then<Picture> then) = 0;
  /// A node is dead, and its shards have the heirs named here from now on: raises its epoch, then moves them,
  /// in one transaction. False if its epoch is not `seen` any more: somebody was first, or it has come back.
  /// What its heirs read afterwards is all that it ever told.
  virtual void take_over(NodeId dead, Epoch seen, std::vector<std::pair<ShardId, NodeId>> heirs,
                         Then<bool> then) = 0;
  /// These shards of this node are another's from now on. All appends of this node have settled before.
  virtual void hand_over(std::vector<ShardId> shards, NodeId to, Then<void> then) = 0;
  /// This node says how it is.
  virtual void show(NodeState state, Then<void> then) = 0;

  /// A name for somebody of this node. Who has it already, at this node and as the same player, has it again.
  virtual void claim(Claim claim, Then<Claimed> then) = 0;
  /// These names of this node are nobody's. May be done later, or never, if the node dies first.
  virtual void release(std::vector<std::string> names) = 0;
  /// The table that goes on with a seat of who comes from this address (of a browser: the token), or is
  /// called by a name of this key, an account's.
  virtual void find_seat(std::string address, std::string account,
                         Then<std::optional<base::TableId>> then) = 0;

  /// So many numbers from the one given on are this node's alone: of tables within a shard, of guests.
  static constexpr std::uint64_t kTableBlock = 64;
  static constexpr std::uint64_t kGuestBlock = 1000;
  virtual void take_table_numbers(Then<std::uint64_t> then) = 0;
  virtual void take_guest_numbers(Then<std::uint64_t> then) = 0;
};

}  // namespace cluster
