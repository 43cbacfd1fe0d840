// The mesh of nodes: one connection a pair that carries lines in order, or breaks and is made anew.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "net/address.hpp"
#include "net/greeting.hpp"
#include "net/loop.hpp"
#include "net/tls.hpp"

namespace net {

/// What happens on links. Called on the loop's thread; may call back into Links at any time.
class LinkEvents {
 public:
  virtual ~LinkEvents() = default;

  /// Why there can be no link with that node, after what it has said of itself; "" if there can.
  virtual std::string objection(const NodeCard& peer) = 0;
  /// A link with the node stands. What was sent over one before it may or may not have arrived.
  virtual void up(const NodeCard& peer) = 0;
  virtual void heard(Node peer, std::string_view line) = 0;
  /// The link is gone; it is dialled again by itself.
  virtual void down(Node peer, std::string_view why) = 0;
  /// There is no link with a node that should be there; said once for each reason.
  virtual void unreachable(Node peer, const Address& where, std::string_view why) = 0;
  /// Somebody who is no node came by, and is gone; said once for each address.
  virtual void stranger(const Address& who, std::string_view why) = 0;
  /// Everything that had arrived was handed over.
  virtual void settle() = 0;
};

struct LinkSettings {
  NodeCard own{};
  std::string secret{};                   ///< of the cluster
  std::optional<TlsIdentity> identity{};  ///< none: links are not encrypted
  std::chrono::milliseconds ping = std::chrono::seconds(1);
  int patience = 3;  ///< so many pings without a word of the peer, and the link counts as broken
  std::chrono::milliseconds first_pause = std::chrono::milliseconds(100);  ///< before it dials again
  std::chrono::milliseconds longest_pause = std::chrono::seconds(5);
  std::size_t most_waiting = 16 * 1024 * 1024;  ///< a peer that reads less than it is sent is hung up on
};

/// Of two nodes the one with the higher number dials.
class Links {
 public:
  Links(Loop& loop, LinkSettings settings, LinkEvents& events);
  ~Links();
  Links(const Links&) = delete;
  Links& operator=(const Links&) = delete;

  /// Accepts from now on; port 0 picks a free one. Returns the address listened on.
  base::Result<Address> listen(const Address& address);
  /// What is told of this node to those who come from now on.
  void set_about(std::string about);
  /// Who should be there, and where. Links with others who come by themselves stand, too, until a list
  /// without them follows one with them.
  void set_peers(const std::map<Node, Address>& peers);

  /// Sends a line, which must have no end of its own, at the end of the round. False if there is no link.
  bool send(Node peer, std::string_view line);
  /// Sends now what waits for the end of the round.
  void flush();
  /// Ends a link, without a word to `down`. The node is no peer any more until it is set anew.
  void drop(Node peer);

  /// How a link is.
  struct Condition {
    std::chrono::microseconds round_trip{};  ///< of the last ping that was answered
    std::size_t waiting = 0;                 ///< bytes that the peer has not read
  };
  /// Of those that stand.
  std::map<Node, Condition> conditions() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> inside_;
};

}  // namespace net
