// A listener: what the peers that come in by it say goes there, and what the engine says to them.
#pragma once

#include <string_view>

#include "base/ids.hpp"
#include "base/time.hpp"
#include "net/address.hpp"

namespace server {

/// Peers are named as the players they may become, by their links.
class Listener {
 public:
  virtual ~Listener() = default;

  // What happens below. After a peer was let go, more of it may come.
  virtual void opened(base::PlayerId player, const net::Address& peer, base::Time now) = 0;
  virtual void received(base::PlayerId player, std::string_view bytes, base::Time now) = 0;
  virtual void closed(base::PlayerId player, base::Time now) = 0;

  // What the engine wants of those who play.
  virtual void send(base::PlayerId /*player*/, std::string_view /*bytes*/) {}
  virtual void close(base::PlayerId /*player*/) {}

  /// Whether it is there for players, and so no longer once the server stops.
  virtual bool is_for_players() const { return true; }
};

}  // namespace server
