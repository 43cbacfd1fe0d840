// What the engine tells browsers of wire connections and their seats.
#include <fmt/format.h>

#include <algorithm>

#include "server/engine.hpp"

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

/// How long somebody waits at most because others have said so much.
constexpr base::Duration kLongestSilence = std::chrono::seconds(5);
/// How often it is looked for idle connections.
constexpr base::Duration kLookForIdle = std::chrono::minutes(1);

}  // namespace

InspectorSettings inspector_settings(const EngineSettings& settings) {
  return {
      .on = settings.inspector, .secret = settings.link_secret, .transcript = transcript_options(settings)};
}

void Engine::tell_inspected(PlayerId player, const table::Inspect& request, Time now) {
  auto inspected = inspector_.handle(player, request, now);
  if (!inspected) {
    effects_.tell.emplace_back(player, table::Refused{std::move(inspected).error()});
    return;
  }
  effects_.tell.emplace_back(player, table::Accepted{});
  if (*inspected) tell_aside(player, **std::move(inspected));
}

void Engine::tell_aside(PlayerId player, table::Inspected inspected) {
  effects_.tell.emplace_back(player,
                             table::Aside{std::make_shared<const table::Inspected>(std::move(inspected))});
}

/// The hall asks no more whether somebody may look with the eyes of a seat.
void Engine::open_screen(PlayerId player, const table::Screen& request, Time now) {
  if (inspector_.links().opens(request)) return hall_.handle(player, request, now, effects_);
  effects_.tell.emplace_back(
      player, table::Refused{{base::Code::not_at_table, "this link opens no seat, or not any more"}});
}

void Engine::tell_news() {
  for (auto& [player, inspected] : inspector_.take_news()) tell_aside(player, std::move(inspected));
  execute();
}

/// A wire connection has a seat: where the protocol has words for people, and the host wants it, its page is
/// shown, and when the game begins what chance is bound to.
void Engine::note_seat(Talk& talk, const table::Started& seat, bool resumed) {
  if (talk.track) inspector_.note_seat(*talk.track, seat, resumed);
  if (talk.protocol == nullptr || talk.protocol->carrier != protocols::Carrier::tcp) return;
  if (!second_screen_.empty()) {
    const auto link = inspector_.links().link_to(seat.table, seat.seat);
    talk.session->show(fmt::format("See your board at {}{}{}", second_screen_, kSeatPath, link));
  }
  if (tells_deals_ && !resumed)
    talk.session->show(fmt::format("Fair deal of game {}: {}", seat.table.value, seat.deal));
}

/// Who asks for more than they may is not heard for a while. What they have asked for is answered.
void Engine::keep_pace(PlayerId player, Talk& talk, std::size_t spent, Time now) {
  if (spent == 0) return;
  if (talk.pace) talk.pace->spend(spent, now);
  talk.purse->requests.spend(spent, now);
  if (talk.account) talk.account->requests.spend(spent, now);
  slow(player, talk, debt(talk, now), now);
}

/// Who is signed in has only as much as all windows of the account together, wherever they are.
void Engine::note_account(PlayerId player, Talk& talk, Time now) {
  if (talk.pace || talk.bot != nullptr) return;
  const std::string account(hall_.people().self_of(player).account);
  talk.account = account.empty() ? nullptr : account_purses_.of(account, now);
}

/// How long it is until the peer may ask again.
base::Duration Engine::debt(Talk& talk, Time now) const {
  return std::max({talk.pace ? talk.pace->wait(now) : base::Duration{}, talk.purse->wait(now),
                   talk.account ? talk.account->wait(now) : base::Duration{}});
}

/// What is said in the hall is heard by everybody there: the more they are, the slower it goes.
void Engine::keep_chat_pace(PlayerId player, Talk& talk, const table::Request& request, Time now) {
  if (!std::holds_alternative<table::Say>(request) || hall_.places().place_of(player)) return;
  auto& own = talk.account ? talk.account->chat : talk.chat;
  own.spend(1, now);
  chat_.spend(effects_.tell.size(), now);
  slow(player, talk, std::max(own.wait(now), std::min(chat_.wait(now), kLongestSilence)), now);
}

void Engine::slow(PlayerId player, Talk& talk, base::Duration wait, Time now) {
  if (wait == base::Duration{} || talk.bot != nullptr || std::exchange(talk.slowed, true)) return;
  slowed_.emplace(now + wait, player);
  if (talk.purse->wait(now) > base::Duration{}) {
    observer_.limited(Reached::address, address_of(player), now);
  } else if (talk.account && talk.account->wait(now) > base::Duration{}) {
    observer_.limited(Reached::account, std::string(hall_.people().self_of(player).account), now);
  } else {
    observer_.slowed(*talk.protocol, player);
  }
}

/// Those whose wait is over are heard again: of one address one after the other, as what it may do grows.
/// Where many are due, the rest is looked at after whoever speaks was heard.
void Engine::let_go_on(Time now) {
  std::map<const Purse*, std::size_t> before;  // how many of an address wait on
  for (int count = 0; count < kMostAtOnce && !slowed_.empty() && slowed_.begin()->first <= now; ++count) {
    const auto player = slowed_.begin()->second;
    slowed_.erase(slowed_.begin());
    Talk* talk = talks_.find(player.value);
    if (talk == nullptr) continue;
    const auto wait = debt(*talk, now) + talk->purse->turn_of(before[talk->purse.get()]++);
    if (wait > base::Duration{}) {
      slowed_.emplace(now + wait, player);
      continue;
    }
    talk->slowed = false;
    touch(player, *talk);
  }
}

/// Wire connections on which nothing happens do not stay for ever; browsers are asked whether they are there.
void Engine::let_go_of_idle(Time now) {
  if (idle_ == base::Duration{} || now < next_look_for_idle_) return;
  next_look_for_idle_ = now + kLookForIdle;
  std::vector<PlayerId> idle;
  talks_.each([&](std::uint64_t player, const Talk& talk) {
    if (talk.pace && now - talk.active >= idle_) idle.push_back({player});
  });
  for (const auto player : idle) {
    observer_.limited(Reached::idle, fmt::format("player {}", player.value), now);
    let_go(player, now);
  }
}

}  // namespace server
