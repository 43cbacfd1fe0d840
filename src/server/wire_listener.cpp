// The listener of one wire protocol.
#include "server/wire_listener.hpp"

#include "server/log.hpp"

namespace server {

WireListener::WireListener(const protocols::Protocol& protocol, net::Loop& loop, net::Tcp& tcp,
                           Engine& engine, const net::Networks& proxies, CountAs count_as)
    : protocol_(protocol),
      tcp_(tcp),
      engine_(engine),
      proxies_(proxies),
      count_as_(std::move(count_as)),
      late_timer_(loop) {}

void WireListener::opened(PlayerId player, const net::Address& peer, Time now) {
  if (!proxies_.contain(peer.host)) return come_in(player, peer, now);
  if (proxied_.empty()) late_timer_.repeat(kProxyPatience / 2, [this] { let_go_of_late(); });
  proxied_.add(player.value, peer);
}

void WireListener::come_in(PlayerId player, const net::Address& peer, Time now) {
  if (protocol_.patience != base::Duration{}) tcp_.set_patience(player.value, protocol_.patience);
  engine_.open(player, protocol_, now, peer.host, peer.port);
}

void WireListener::received(PlayerId player, std::string_view bytes, Time now) {
  if (proxied_.knows(player.value)) return greet(player, bytes, now);
  engine_.receive(player, bytes, now);
}

void WireListener::closed(PlayerId player, Time now) {
  if (!proxied_.forget(player.value)) engine_.closed(player, now);
}

/// A proxy says for whom it has come.
void WireListener::greet(PlayerId player, std::string_view bytes, Time now) {
  auto arrival = proxied_.receive(player.value, bytes);
  if (arrival && !*arrival) return;
  if (!arrival) {
    log(Level::warn, "a proxy is not understood",
        {{"player", std::to_string(player.value)}, {"why", arrival.error().detail}});
    proxied_.forget(player.value);
    return tcp_.drop(player.value);
  }
  if (!count_as_(player, (*arrival)->peer.host)) return tcp_.drop(player.value);
  come_in(player, (*arrival)->peer, now);
  if (!(*arrival)->bytes.empty()) engine_.receive(player, (*arrival)->bytes, now);
}

void WireListener::let_go_of_late() {
  for (const auto late : proxied_.late()) {
    proxied_.forget(late);
    tcp_.drop(late);
  }
  if (proxied_.empty()) late_timer_.cancel();
}

}  // namespace server
