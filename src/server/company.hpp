// This server among others: its directory, its links, and the turns that its node takes.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "net/loop.hpp"
#include "server/config.hpp"
#include "server/node.hpp"
#include "server/node_links.hpp"
#include "server/timed_directory.hpp"
#include "store/keep.hpp"

namespace server {

/// What it is made with; all of it outlives it.
struct Ground {
  net::Loop& loop;
  store::Keep& keep;
  const Config& config;
  const games::Kits& kits;
  std::string version;           ///< of this program
  std::function<void()> settle;  ///< called after anything that may have brought work
  NodeWatcher& watcher;
  std::function<void()> leave;  ///< called once a host wants this node to give all that it has to others
};

class Company {
 public:
  /// Opens the directory and the port of links; joins nobody yet. Code::bad_options, Code::storage or
  /// Code::system with a sentence if it cannot be.
  static base::Result<std::unique_ptr<Company>> open(const Ground& ground);

  /// For the engine of this node.
  NodeSettings settings();
  /// Joins the others, and has the node do what is due from now on; `now` is the time of the engine.
  void begin(Node& node, std::function<base::Time()> now);

  /// Of the links to the pages of seats, which all nodes open.
  const std::string& seat_secret() const { return seat_secret_; }
  /// Where other nodes reach this one.
  const std::string& address() const { return address_; }
  /// How things stand at this node.
  NodeStanding standing(const Node& node) const;

 private:
  Company(const Ground& ground, NodeLinkSettings links);
  void see(const cluster::Picture& picture);

  cluster::Pace pace_;
  cluster::NodeId self_;
  std::function<void()> settle_;
  std::function<void()> leave_;
  NodeLinks links_;
  NodeWatcher& watcher_;
  std::optional<TimedDirectory> directory_;
  std::string address_;
  std::string seat_secret_;
  net::Loop::Timer turns_;
};

}  // namespace server
