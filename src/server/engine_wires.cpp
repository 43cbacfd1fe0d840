// What the engine tells browsers of wire connections and their seats.
#include <fmt/format.h>

#include <algorithm>

#include "server/engine.hpp"
#include "server/node.hpp"

namespace server {
namespace {

/// The options of a transcript that plays as this server does, besides the seed.
std::string transcript_options(const EngineSettings& settings) {
  std::string options;
  if (const auto grace = std::chrono::floor<std::chrono::seconds>(settings.grace); grace.count() > 0)
    options += fmt::format(" grace={}", grace.count());
  for (const auto& one : settings.switches) options += fmt::format(" {}", one);
  return options;
}

/// What has happened at a table costs as much as so many requests.
constexpr std::size_t kCostOfWatching = 100;

/// How long somebody waits at most because others have said so much.
constexpr base::Duration kLongestSilence = std::chrono::seconds(5);
/// How often it is looked for idle connections.
constexpr base::Duration kLookForIdle = std::chrono::minutes(1);

}  // namespace

InspectorSettings inspector_settings(const EngineSettings& settings) {
  return {
      .on = settings.inspector, .secret = settings.link_secret, .transcript = transcript_options(settings)};
}

void Engine::tell_news() {
  for (auto& [player, overheard] : inspector_.take_news()) {
    if (node_ == nullptr || !node_->far_wires().tell(player, overheard))
      host_.tell_more(player, std::move(overheard));
  }
}

/// A wire connection has a seat: where the protocol has words for people, and the host wants it, its page is
/// shown, and when the game begins what chance is bound to.
void Engine::note_seat(PlayerId player, const table::Started& seat, bool resumed) {
  const Peer* peer = peers_.find(player.value);
  if (peer == nullptr) return;
  if (peer->track) inspector_.note_seat(*peer->track, seat, resumed);
  if (peer->protocol->carrier != protocols::Carrier::tcp) return;
  auto& session = *host_.session(player);
  if (!second_screen_.empty()) {
    const auto link = inspector_.links().link_to(seat.table, seat.seat);
    session.show(fmt::format("See your board at {}{}{}", second_screen_, kSeatPath, link));
  }
  if (tells_deals_ && !resumed)
    session.show(fmt::format("Fair deal of game {}: {}", seat.table.value, seat.deal));
}

void Engine::note_over(PlayerId player) {
  const Peer* peer = peers_.find(player.value);
  if (peer != nullptr && peer->track) inspector_.note_over(*peer->track);
}

/// What somebody has asked for. Bots spend what is left to whoever has invited them.
void Engine::spend(const host::Asked& asked, const table::Effects& effects) {
  const bool seeks = std::holds_alternative<table::Seek>(asked.request);
  Peer* peer = peers_.find(asked.player.value);
  if (peer == nullptr) {
    if (seeks) purses_.of(asked.company.name, asked.now)->tables.spend(1, asked.now);
    return;
  }
  note_account(asked.player, *peer, asked.now);
  if (std::holds_alternative<table::Say>(asked.request))
    keep_chat_pace(asked.player, *peer, effects.tell.size(), asked.now);
  if (seeks) {
    peer->purse->tables.spend(1, asked.now);
    if (peer->account) peer->account->tables.spend(1, asked.now);
  }
  peer->spent += std::holds_alternative<table::Watch>(asked.request) ? kCostOfWatching : 1;
}

/// Who asks for more than they may is not heard for a while. What they have asked for is answered.
void Engine::keep_pace(PlayerId player, Peer& peer, std::size_t spent, Time now) {
  if (spent == 0) return;
  if (peer.pace) peer.pace->spend(spent, now);
  peer.purse->requests.spend(spent, now);
  if (peer.account) peer.account->requests.spend(spent, now);
  slow(player, peer, debt(peer, now), now);
}

/// Who is signed in has only as much as all windows of the account together, wherever they are.
void Engine::note_account(PlayerId player, Peer& peer, Time now) {
  if (peer.pace) return;
  const std::string account(host_.hall().people().self_of(player).account);
  peer.account = account.empty() ? nullptr : account_purses_.of(account, now);
}

/// How long it is until the peer may ask again.
base::Duration Engine::debt(Peer& peer, Time now) const {
  return std::max({peer.pace ? peer.pace->wait(now) : base::Duration{}, peer.purse->wait(now),
                   peer.account ? peer.account->wait(now) : base::Duration{}});
}

/// What is said in the hall is heard by everybody there: the more they are, the slower it goes.
void Engine::keep_chat_pace(PlayerId player, Peer& peer, std::size_t heard, Time now) {
  if (host_.hall().places().place_of(player)) return;
  auto& own = peer.account ? peer.account->chat : peer.chat;
  own.spend(1, now);
  chat_.spend(heard, now);
  slow(player, peer, std::max(own.wait(now), std::min(chat_.wait(now), kLongestSilence)), now);
}

void Engine::slow(PlayerId player, Peer& peer, base::Duration wait, Time now) {
  if (wait == base::Duration{} || std::exchange(peer.slowed, true)) return;
  slowed_.emplace(now + wait, player);
  if (peer.purse->wait(now) > base::Duration{}) {
    observer_.limited(Reached::address, address_of(player), now);
  } else if (peer.account && peer.account->wait(now) > base::Duration{}) {
    observer_.limited(Reached::account, std::string(host_.hall().people().self_of(player).account), now);
  } else {
    observer_.slowed(*peer.protocol, player);
  }
}

/// Those whose wait is over are heard again: of one address one after the other, as what it may do grows.
/// Where many are due, the rest is looked at after whoever speaks was heard.
void Engine::let_go_on(Time now) {
  std::map<const Purse*, std::size_t> before;  // how many of an address wait on
  for (std::size_t count = 0; count < kMostAtOnce && !slowed_.empty() && slowed_.begin()->first <= now;
       ++count) {
    const auto player = slowed_.begin()->second;
    slowed_.erase(slowed_.begin());
    Peer* peer = peers_.find(player.value);
    if (peer == nullptr) continue;
    const auto wait = debt(*peer, now) + peer->purse->turn_of(before[peer->purse.get()]++);
    if (wait > base::Duration{}) {
      slowed_.emplace(now + wait, player);
      continue;
    }
    peer->slowed = false;
    host_.touch(player);
  }
}

/// Wire connections on which nothing happens do not stay for ever; browsers are asked whether they are there.
/// Where there are many, the rest is let go after whoever speaks was heard.
void Engine::let_go_of_idle(Time now) {
  if (idle_ == base::Duration{} || now < next_look_for_idle_) return;
  std::vector<PlayerId> idle;
  peers_.each([&](std::uint64_t player, const Peer& peer) {
    if (idle.size() < kMostAtOnce && peer.pace && now - peer.active >= idle_) idle.push_back({player});
  });
  next_look_for_idle_ = idle.size() < kMostAtOnce ? now + kLookForIdle : now;
  for (const auto player : idle) {
    observer_.limited(Reached::idle, fmt::format("player {}", player.value), now);
    host_.let_go(player, now);
  }
}

}  // namespace server
