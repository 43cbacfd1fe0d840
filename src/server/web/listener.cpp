// The web listener. Whatever is said may cost the connection, so visits are looked up again after it.
#include "server/web/listener.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/secret.hpp"
#include "base/text.hpp"
#include "server/log.hpp"
#include "server/web/forwarded.hpp"

namespace server::web {
namespace {

namespace websocket = net::websocket;

Refusal refusal_of(websocket::CloseCode code) {
  using enum websocket::CloseCode;
  return code == too_big       ? Refusal::too_big
         : code == unsupported ? Refusal::binary
         : code == not_utf8    ? Refusal::not_utf8
                               : Refusal::frame;
}

/// The last message before the connection is closed (docs/formats/web.md, "error").
std::string write_error(std::string_view reason) {
  return websocket::write_text(fmt::format(R"({{"type":"error","code":"malformed","text":"{}"}})", reason));
}

net::Then then_of(const net::HttpRequest& request) {
  return request.keep_alive ? net::Then::keep : net::Then::close;
}

}  // namespace

Listener::Listener(Links& links, Engine& engine, const protocols::Protocol& protocol, const Site& site,
                   const Browsers& browsers, Watcher& watcher, Settings settings)
    : links_(links),
      engine_(engine),
      protocol_(protocol),
      site_(site),
      browsers_(browsers),
      watcher_(watcher),
      settings_(std::move(settings)) {}

void Listener::opened(PlayerId player, const net::Address& peer, Time /*now*/) {
  auto visit = std::make_unique<Visit>();
  visit->peer = peer;
  if (settings_.identity) visit->tls = std::make_unique<net::TlsChannel>(*settings_.identity);
  visit->http = std::make_unique<net::HttpReader>();
  visits_.insert(player.value, std::move(visit));
}

void Listener::received(PlayerId player, std::string_view bytes, Time now) {
  Visit* visit = find(player);
  if (visit == nullptr) return;
  std::optional<std::string> plain;
  if (visit->tls) {
    plain = decrypt(player, *visit, bytes);
    if (!plain) return;
    bytes = *plain;
    visit = find(player);
    if (visit == nullptr) return;
  }
  if (visit->http) {
    read_requests(player, bytes, now);
  } else {
    read_frames(player, bytes, now);
  }
}

void Listener::closed(PlayerId player, Time now) {
  forget(player);
  engine_.closed(player, now);
}

/// What the bytes say; nothing if they broke the channel.
std::optional<std::string> Listener::decrypt(PlayerId player, Visit& visit, std::string_view bytes) {
  auto plain = visit.tls->receive(bytes);
  const auto output = visit.tls->take_output();
  if (!plain) {
    watcher_.refused(Refusal::tls);
    log(Level::debug, "no TLS", {{"player", std::to_string(player.value)}, {"why", plain.error().detail}});
    const bool plain_http = plain.error().detail == "http request";  // OpenSSL's words
    visit.tls.reset();
    if (plain_http) {
      say_answer(player, {400, "this is an encrypted listener: its address begins with https://\n"},
                 net::Then::close);
    } else {
      links_.send(player, output);
    }
    end(player);
    return std::nullopt;
  }
  if (!output.empty()) links_.send(player, output);
  return *std::move(plain);
}

void Listener::read_requests(PlayerId player, std::string_view bytes, Time now) {
  find(player)->http->receive(bytes);
  for (Visit* visit = find(player); visit != nullptr && visit->http && !visit->waits; visit = find(player)) {
    const auto request = visit->http->next();
    if (!request) {
      say_answer(player, request.error(), net::Then::close);
      return end(player);
    }
    if (!*request) return;
    visit->silent = 0;
    if (!answer(player, **request, now)) return end(player);
  }
}

/// False if the connection is to end.
bool Listener::answer(PlayerId player, const net::HttpRequest& request, Time now) {
  Visit& visit = *find(player);
  if (!visit.pace.step(now)) {
    watcher_.refused(Refusal::rate);
    say_answer(player, {429, "at most 200 requests in 10 seconds are answered\n"}, net::Then::close,
               request.method);
    return false;
  }
  if (!settings_.hosts.welcomes(request.field("Host"))) {
    watcher_.refused(Refusal::host);
    say_answer(player, {421, std::string(kOtherHost)}, net::Then::close, request.method);
    return false;
  }
  const auto client = client_of(visit.peer.host, request.field("X-Forwarded-For"), settings_.proxies);
  if (request.path == "/ws") return admit(player, request, client, now);
  auto answered = site_.answer(request);
  if (auto* work = std::get_if<Site::Work>(&answered)) {
    visit.waits = request;
    links_.set_reading(player, false);
    links_.make(player, std::move(*work), client);
    return true;
  }
  say_answer(player, std::get<net::HttpAnswer>(std::move(answered)), then_of(request), request.method);
  return request.keep_alive;
}

/// Whether the visitor may become a player; if so it is one.
bool Listener::admit(PlayerId player, const net::HttpRequest& request, const std::string& client, Time now) {
  auto agreed = upgrade(request, settings_.origin, browsers_);
  if (!agreed) {
    watcher_.refused(agreed.error().reason);
    say_answer(player, std::move(agreed.error().answer), net::Then::close, request.method);
    return false;
  }
  if (client != find(player)->peer.host && !links_.count_as(player, client)) {
    say_answer(player, {429, "there are too many connections of your address\n"}, net::Then::close,
               request.method);
    return false;
  }
  come_in(player, *agreed, client, now);
  return true;
}

void Listener::made(PlayerId player, net::HttpAnswer answer, Time now) {
  Visit* visit = find(player);
  if (visit == nullptr || !visit->waits) return;
  const auto request = *std::exchange(visit->waits, std::nullopt);
  visit->silent = 0;
  say_answer(player, std::move(answer), then_of(request), request.method);
  if (!request.keep_alive) return end(player);
  links_.set_reading(player, true);
  if (find(player) != nullptr) read_requests(player, {}, now);
}

void Listener::say_answer(PlayerId player, net::HttpAnswer answer, net::Then then,
                          net::HttpRequest::Method method) {
  watcher_.answered(answer.status);
  protect(answer);
  if (settings_.identity) answer.fields.emplace_back("Strict-Transport-Security", "max-age=31536000");
  say(player, net::write_answer(answer, then, method));
}

/// The connection becomes a WebSocket, and the visitor a player.
void Listener::come_in(PlayerId player, const Upgrade& agreed, const std::string& client, Time now) {
  watcher_.answered(101);
  Visit& visit = *find(player);
  const auto rest = visit.http->take_rest();
  const auto port = visit.peer.port;
  visit.http.reset();
  visit.pace = {};
  visit.frames = std::make_unique<websocket::Reader>();
  visit.browser = agreed.browser;
  const auto address = std::string(table::kToken) + agreed.browser;
  if (!agreed.page.empty()) visit.key = address + '/' + agreed.page;
  visit.attempt = agreed.attempt;
  say(player, agreed.answer);
  if (find(player) == nullptr) return;
  const auto older = take_place(player, visit);
  if (older != player) engine_.open(player, protocol_, now, address, port, client);
  if (older) {
    close(*older);
    engine_.closed(*older, now);
  }
  if (!rest.empty() && find(player) != nullptr) read_frames(player, rest, now);
}

/// A page that connects again lets go of the connection that it had before. Which of the two that is; what
/// comes late may be the older one.
std::optional<PlayerId> Listener::take_place(PlayerId player, Visit& visit) {
  if (visit.key.empty()) return std::nullopt;
  auto& newest = pages_.try_emplace(visit.key, player).first->second;
  if (newest == player) return std::nullopt;
  if (find(newest)->attempt > visit.attempt) return player;
  return std::exchange(newest, player);
}

void Listener::read_frames(PlayerId player, std::string_view bytes, Time now) {
  Visit* visit = find(player);
  visit->silent = 0;
  visit->frames->receive(bytes);
  for (; visit != nullptr; visit = find(player)) {
    auto event = visit->frames->next();
    if (!event) return;
    if (!visit->pace.step(now)) {
      return break_off(player, Refusal::rate,
                       {websocket::CloseCode::policy, "at most 200 messages in 10 seconds are taken"}, now);
    }
    take(player, *std::move(event), now);
  }
}

void Listener::take(PlayerId player, websocket::Event event, Time now) {
  if (auto* text = std::get_if<websocket::Text>(&event)) {
    std::ranges::replace(text->payload, '\n', ' ');
    text->payload += '\n';
    engine_.receive(player, text->payload, now);
    base::wipe(text->payload);  // it may have held a password
  } else if (const auto* ping = std::get_if<websocket::Ping>(&event)) {
    say(player, websocket::write_pong(ping->payload));
  } else if (const auto* close = std::get_if<websocket::Close>(&event)) {
    say(player, websocket::write_close(*close));
    end(player);
    engine_.closed(player, now);
  } else if (const auto* broken = std::get_if<websocket::Broken>(&event)) {
    break_off(player, refusal_of(broken->code), *broken, now);
  }
}

/// The player went too far, or is not there any more.
void Listener::break_off(PlayerId player, Refusal reason, websocket::Broken why, Time now) {
  watcher_.refused(reason);
  log(Level::debug, "let go", {{"player", std::to_string(player.value)}, {"why", std::string(why.reason)}});
  say(player, write_error(why.reason) + websocket::write_close(why.code, why.reason));
  end(player);
  engine_.closed(player, now);
}

void Listener::send(PlayerId player, std::string_view lines) {
  std::string frames;
  while (!lines.empty()) frames += websocket::write_text(base::cut(lines, '\n'));
  say(player, frames);
}

void Listener::close(PlayerId player) {
  say(player, websocket::write_close(websocket::CloseCode::normal, ""));
  end(player);
}

void Listener::renew(PlayerId player, std::string_view browser, std::string_view word, Time now) {
  say(player, websocket::write_text(fmt::format(R"({{"type":"renew","word":"{}"}})", word)));
  for (const auto other : everybody()) {
    const Visit* visit = find(other);
    if (other == player || visit == nullptr || visit->browser != browser) continue;
    close(other);
    engine_.closed(other, now);
  }
}

bool Listener::tick(Time now) {
  if (due_.empty()) due_ = everybody();
  for (int count = 0; count < kMostAtOnce && !due_.empty(); ++count) {
    const auto player = due_.back();
    due_.pop_back();
    look_after(player, now);
  }
  return !due_.empty();
}

void Listener::stop() {
  for (const auto player : everybody()) {
    const Visit* visit = find(player);
    if (visit == nullptr) continue;
    if (visit->frames)
      say(player, websocket::write_close(websocket::CloseCode::going_away, "the server stops"));
    end(player);
  }
}

/// A list of its own, since what is done to one may cost another the connection.
std::vector<PlayerId> Listener::everybody() {
  std::vector<PlayerId> players;
  visits_.each([&](std::uint64_t player, const auto&) { players.push_back({player}); });
  return players;
}

void Listener::look_after(PlayerId player, Time now) {
  Visit* visit = find(player);
  if (visit == nullptr) return;
  ++visit->silent;
  if (visit->http) {
    if (visit->silent >= kAskingTicks) end(player);
    return;
  }
  if (visit->silent >= kSilentTicks) {
    return break_off(player, Refusal::silent,
                     {websocket::CloseCode::going_away, "nothing was heard of you for 10 seconds"}, now);
  }
  if (++visit->ticks % kPingTicks == 0) say(player, websocket::write_ping());
}

Listener::Visit* Listener::find(PlayerId player) {
  auto* found = visits_.find(player.value);
  return found == nullptr ? nullptr : found->get();
}

void Listener::say(PlayerId player, std::string_view bytes) {
  Visit* visit = find(player);
  if (visit == nullptr) return;
  if (!visit->tls) return links_.send(player, bytes);
  visit->tls->say(bytes);
  links_.send(player, visit->tls->take_output());
}

/// Sends what was said, then closes; TCP gives the peer a few seconds for it.
void Listener::end(PlayerId player) {
  Visit* visit = find(player);
  if (visit == nullptr) return;
  if (visit->tls) {
    visit->tls->end();
    links_.send(player, visit->tls->take_output());
  }
  forget(player);
  links_.close(player);
}

void Listener::forget(PlayerId player) {
  const Visit* visit = find(player);
  if (visit == nullptr) return;
  if (const auto page = pages_.find(visit->key); page != pages_.end() && page->second == player)
    pages_.erase(page);
  visits_.erase(player.value);
}

}  // namespace server::web
