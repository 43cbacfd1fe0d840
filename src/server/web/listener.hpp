// The web listener: between TCP and the engine it speaks TLS, HTTP and WebSocket.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/roster.hpp"
#include "net/address.hpp"
#include "net/http.hpp"
#include "net/networks.hpp"
#include "net/tls.hpp"
#include "net/websocket.hpp"
#include "server/engine.hpp"
#include "server/listener.hpp"
#include "server/web/hosts.hpp"
#include "server/web/pace.hpp"
#include "server/web/refusal.hpp"
#include "server/web/site.hpp"
#include "server/web/upgrade.hpp"

namespace server::web {

/// Who is told what happens on the listener: metrics.
class Watcher {
 public:
  virtual ~Watcher() = default;
  virtual void answered(unsigned status) = 0;
  virtual void refused(Refusal reason) = 0;
};

/// The way down to the peers, for the bytes of connections that are named as the player they may become.
class Links {
 public:
  virtual ~Links() = default;
  /// May give the peer up instead, and call Listener::closed at once.
  virtual void send(PlayerId player, std::string_view bytes) = 0;
  /// Sends what was sent, then closes, within a few seconds.
  virtual void close(PlayerId player) = 0;
  /// Whether bytes of this peer are wanted now.
  virtual void set_reading(PlayerId player, bool wanted) = 0;
  /// Has the work done, elsewhere or later, and calls Listener::made.
  virtual void make(PlayerId player, Site::Work work, const std::string& address) = 0;
  /// A proxy has opened the connection for that address. False if there are too many of it.
  virtual bool count_as(PlayerId player, const std::string& address) = 0;
};

struct Settings {
  std::string origin;                          ///< another origin of pages, for those behind a proxy
  std::optional<net::TlsIdentity> identity{};  ///< missing: nothing is encrypted
  Hosts hosts{};                               ///< the names by which it may be asked for
  net::Networks proxies{};                     ///< who may say for whom they ask
};

/// How often `tick` is to be called. Silence is counted in ticks: neither a clock that is set nor a server
/// that stood still is held against anybody.
inline constexpr base::Duration kTick = std::chrono::seconds(2);
inline constexpr int kPingTicks = 2;     ///< a WebSocket is pinged so often
inline constexpr int kSilentTicks = 5;   ///< and given up when nothing at all was heard for so long
inline constexpr int kAskingTicks = 30;  ///< how long a visitor has for a whole request

/// Visitors ask for pages; those who come in by /ws are players, whose messages are the session's lines.
class Listener final : public server::Listener {
 public:
  Listener(Links& links, Engine& engine, const protocols::Protocol& protocol, const Site& site,
           const Browsers& browsers, Watcher& watcher, Settings settings);

  // What happens below.
  void opened(PlayerId player, const net::Address& peer, Time now) override;
  void received(PlayerId player, std::string_view bytes, Time now) override;
  void closed(PlayerId player, Time now) override;
  /// The answer that a visitor waits for.
  void made(PlayerId player, net::HttpAnswer answer, Time now);

  // What the engine wants.
  void send(PlayerId player, std::string_view lines) override;
  void close(PlayerId player) override;

  /// Somebody has signed in or out in this browser: it fetches its new token with that word (Browsers), and
  /// its other pages come again with it, as whoever knew the old one cannot. It is told before anything else.
  void renew(PlayerId player, std::string_view browser, std::string_view word, Time now);

  /// Says goodbye to everybody, since the server stops; what was said before is sent before.
  void stop();

  /// Pings, and lets go of those who have been silent for too long, of so many at once. True: call it again
  /// as soon as whoever speaks was heard.
  static constexpr int kMostAtOnce = 100;
  bool tick(Time now);
  /// Shows this certificate to those who come from now on.
  void use(net::TlsIdentity identity) { settings_.identity = std::move(identity); }
  bool knows(PlayerId player) const { return visits_.find(player.value) != nullptr; }

 private:
  /// One connection. `http` reads until it becomes a WebSocket, then `frames` does.
  struct Visit {
    net::Address peer;
    std::unique_ptr<net::TlsChannel> tls;
    std::unique_ptr<net::HttpReader> http;
    std::unique_ptr<net::websocket::Reader> frames;
    Pace pace;
    std::optional<net::HttpRequest> waits{};  ///< for the answer to this one; others wait behind it
    int silent = 0;  ///< ticks since the last request or anything on the WebSocket came
    int ticks = 0;   ///< since it is a WebSocket
    std::string browser{};
    std::string key{};  ///< the browser and its page; empty if it does not say which page it is
    std::uint64_t attempt = 0;
  };

  Visit* find(PlayerId player);
  std::optional<std::string> decrypt(PlayerId player, Visit& visit, std::string_view bytes);
  void read_requests(PlayerId player, std::string_view bytes, Time now);
  bool answer(PlayerId player, const net::HttpRequest& request, Time now);
  bool admit(PlayerId player, const net::HttpRequest& request, const std::string& client, Time now);
  void say_answer(PlayerId player, net::HttpAnswer answer, net::Then then,
                  net::HttpRequest::Method method = net::HttpRequest::Method::get);
  void come_in(PlayerId player, const Upgrade& agreed, const std::string& client, Time now);
  void read_frames(PlayerId player, std::string_view bytes, Time now);
  void take(PlayerId player, net::websocket::Event event, Time now);
  std::optional<PlayerId> take_place(PlayerId player, Visit& visit);
  void forget(PlayerId player);
  void break_off(PlayerId player, Refusal reason, net::websocket::Broken why, Time now);
  void say(PlayerId player, std::string_view bytes);
  void end(PlayerId player);
  void look_after(PlayerId player, Time now);
  std::vector<PlayerId> everybody();

  Links& links_;
  Engine& engine_;
  const protocols::Protocol& protocol_;
  const Site& site_;
  const Browsers& browsers_;
  Watcher& watcher_;
  Settings settings_;
  base::Roster<std::unique_ptr<Visit>> visits_;
  std::vector<PlayerId> due_;                        ///< who is still to be looked after in this tick
  std::unordered_map<std::string, PlayerId> pages_;  ///< by key: the newest connection of each page
};

}  // namespace server::web
