// A directory in memory, for tests: all nodes in one process, answers when they are asked for.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "cluster/directory.hpp"
#include "table/records.hpp"

namespace cluster {

/// What all nodes share. Something is done when its turn comes, and answered then: until that it can be kept
/// waiting, or fail, before or after it was done.
class MemoryDirectory {
 public:
  MemoryDirectory();
  ~MemoryDirectory();
  MemoryDirectory(const MemoryDirectory&) = delete;  // its doors know it
  MemoryDirectory& operator=(const MemoryDirectory&) = delete;

  /// The directory as that node knows it. A node begins anew with what it then asks.
  Directory& of(NodeId node);
  /// Forgets what the node has asked, as if it had died. What is under way may be done all the same.
  void forget(NodeId node);

  bool has_work(NodeId node) const;
  enum class Fate : std::uint8_t {
    done,
    refused,
    in_doubt
  };  ///< in doubt: it is done, but nobody is told so
  /// Does what the node has asked first, and answers.
  void work(NodeId node, Fate fate = Fate::done);

  /// All shards are that node's.
  void assign(NodeId owner) { picture_.owners.assign(kShards, owner); }
  /// Who knows whether there is an account of a key.
  void ask_accounts(std::function<bool(std::string_view)> is_account) { is_account_ = std::move(is_account); }
  /// The journal keeps this, and seats with it.
  void note(const table::Record& record);
  Epoch epoch(NodeId node) const;
  const Picture& picture() const { return picture_; }

 private:
  class Door;
  struct Name {
    NodeId node;
    Epoch epoch;
    std::uint64_t player;
  };
  struct Table {
    std::vector<table::Chair> chairs;
  };
  /// Does it, unless refused; answers by what it returns.
  using Job = std::function<std::function<void()>(Fate)>;

  NodeFacts& facts(NodeId node);
  Claimed claim(NodeId node, Epoch epoch, const Claim& claim);

  Picture picture_{{}, std::vector<NodeId>(kShards, kNobody)};
  std::map<NodeId, std::unique_ptr<Door>> doors_;
  std::map<NodeId, std::deque<Job>> jobs_;
  std::map<std::string, Name, std::less<>> names_;
  std::map<base::TableId, Table> tables_;
  std::function<bool(std::string_view)> is_account_ = [](std::string_view /*key*/) { return false; };
  std::uint64_t tables_given_ = 1;
  std::uint64_t guests_given_ = 1;
};

}  // namespace cluster
