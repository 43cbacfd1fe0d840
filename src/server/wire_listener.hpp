// The listener of one wire protocol: a connection is a conversation of the engine, also behind a proxy.
#pragma once

#include <functional>
#include <string>

#include "net/networks.hpp"
#include "net/tcp.hpp"
#include "server/engine.hpp"
#include "server/listener.hpp"
#include "server/proxied.hpp"

namespace server {

class WireListener final : public Listener {
 public:
  /// A proxy has opened the connection for that address. False if there are too many of it.
  using CountAs = std::function<bool(PlayerId, const std::string&)>;

  /// All but `count_as` outlive it.
  WireListener(const protocols::Protocol& protocol, net::Loop& loop, net::Tcp& tcp, Engine& engine,
               const net::Networks& proxies, CountAs count_as);

  void opened(PlayerId player, const net::Address& peer, Time now) override;
  void received(PlayerId player, std::string_view bytes, Time now) override;
  void closed(PlayerId player, Time now) override;
  void send(PlayerId player, std::string_view bytes) override { tcp_.send(player.value, bytes); }
  void close(PlayerId player) override { tcp_.close(player.value); }

 private:
  void come_in(PlayerId player, const net::Address& peer, Time now);
  void greet(PlayerId player, std::string_view bytes, Time now);
  void let_go_of_late();

  const protocols::Protocol& protocol_;
  net::Tcp& tcp_;
  Engine& engine_;
  const net::Networks& proxies_;
  CountAs count_as_;
  Proxied proxied_;
  net::Loop::Timer late_timer_;
};

}  // namespace server
