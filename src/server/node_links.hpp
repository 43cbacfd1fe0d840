// Links of this server to the other nodes: what crosses between them, carried by the network.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cluster/directory.hpp"
#include "cluster/links.hpp"
#include "games/any.hpp"
#include "net/links.hpp"

namespace server {

/// What is played here and with what, as one line: nodes with another cannot go on with each other's games.
std::string games_played(const games::Kits& kits);

struct NodeLinkSettings {
  cluster::NodeId self{};
  std::string secret{};  ///< of the cluster
  std::string version{};
  std::string games{};                         ///< as of games_played
  std::optional<net::TlsIdentity> identity{};  ///< none: links are not encrypted
  std::chrono::milliseconds ping = std::chrono::seconds(1);
  int patience = 3;  ///< so many pings without a word of the peer, and the link counts as broken
};

class NodeLinks final : public cluster::Links, net::LinkEvents {
 public:
  /// `settle` is called after something was heard.
  NodeLinks(net::Loop& loop, NodeLinkSettings settings, std::function<void()> settle);

  /// Accepts from now on; returns the address listened on, by which others find it.
  base::Result<net::Address> listen(const net::Address& address) { return links_.listen(address); }
  /// Who hears what comes; before the first `begin`.
  void set_listener(cluster::LinkListener& listener) { listener_ = &listener; }
  /// Whom the directory shows: those who run are dialled.
  void see(const cluster::Picture& picture);
  /// Those who should be there.
  std::vector<cluster::NodeId> peers() const;
  std::map<net::Node, net::Links::Condition> conditions() const { return links_.conditions(); }

  void begin(cluster::Epoch epoch) override;
  void send(cluster::NodeId node, std::string_view text) override { links_.send(node.value, text); }

 private:
  std::string objection(const net::NodeCard& peer) override;
  void up(const net::NodeCard& peer) override;
  void heard(net::Node peer, std::string_view line) override;
  void down(net::Node peer, std::string_view why) override;
  void unreachable(net::Node peer, const net::Address& where, std::string_view why) override;
  void stranger(const net::Address& who, std::string_view why) override;
  void settle() override;

  NodeLinkSettings settings_;
  std::function<void()> settle_;
  cluster::LinkListener* listener_ = nullptr;
  cluster::Epoch epoch_ = 0;                 ///< 0: has not joined
  std::map<net::Node, net::Address> peers_;  ///< as the directory has shown them
  std::map<net::Node, cluster::Epoch> epochs_;
  bool heard_ = false;
  net::Links links_;
};

}  // namespace server
