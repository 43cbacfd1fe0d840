// One executor for all who host games.
#include "host/host.hpp"

#include <algorithm>
#include <cassert>

namespace host {

Host::Host(const games::Kits& kits, Surroundings& surroundings, const HostSettings& settings)
    : kits_(kits),
      surroundings_(surroundings),
      switches_(settings.switches),
      clocks_(settings.hall.clocks),
      accounts_(settings.accounts),
      hall_(kits, settings.hall),
      bot_seeds_(settings.bots) {
  for (const auto game : games::names()) {
    const auto own = bots::made_for(game);  // without any, the one that plays every game is offered
    for (const auto& bot : own.empty() ? std::span(&bots::usual(game), 1) : own)
      levels_.push_back({game, bot.level, bot.about});
  }
}

void Host::open(PlayerId player, const Peer& peer, Time now) {
  const auto& protocol = peer.protocol;
  hall_.arrive(player, protocol.name, peer.address, protocol.views ? table::Views::yes : table::Views::no,
               protocol.offers ? table::Hears::offers : table::Hears::game_only, {peer.host, peer.account});
  auto session = protocol.make_session({.kits = kits_,
                                        .switches = switches_,
                                        .address = std::string(peer.address),
                                        .port = peer.port,
                                        .bots = levels_,
                                        .clocks = &clocks_,
                                        .accounts = accounts_,
                                        .account = peer.account});
  ticking_.join(protocol, now);
  add(player, {&protocol, std::move(session), peer.company});
}

void Host::open(PlayerId player, std::unique_ptr<protocols::Session> session, std::string_view protocol,
                table::Hears hears) {
  hall_.arrive(player, protocol, "127.0.0.1", table::Views::yes, hears);
  add(player, {nullptr, std::move(session), nullptr});
}

PlayerId Host::open(std::unique_ptr<protocols::Session> session, const Guest& guest) {
  const PlayerId player{base::kOwnPlaces | ++next_own_};
  hall_.arrive(player, guest.protocol, guest.address, guest.views, guest.hears, guest.browser, guest.named);
  add(player, {nullptr, std::move(session), nullptr});
  return player;
}

void Host::tell(PlayerId player, const table::Notice& notice) {
  Talk* talk = talks_.find(player.value);
  if (talk == nullptr) return;
  if (talk->backlog.empty()) {
    tell_now(player, *talk, notice);
  } else {
    talk->backlog.add(notice);
  }
}

void Host::add(PlayerId player, Talk talk) {
  if (!talk.company) talk.company = everybody_;
  touch(player, talks_.insert(player.value, std::move(talk)));
}

void Host::receive(PlayerId player, std::string_view bytes, Time now) {
  Talk* talk = talks_.find(player.value);
  if (talk == nullptr) return;
  talk->session->receive(bytes);
  talk->arrivals.note(talk->session->untaken(), now);
  touch(player, *talk);
}

void Host::closed(PlayerId player, Time now) {
  if (has(player)) end(player, End::broken, now);
}

void Host::let_go(PlayerId player, Time now) {
  if (!has(player)) return;
  surroundings_.close(player);
  end(player, End::broken, now);
}

void Host::lose(PlayerId player, Time now) {
  if (has(player)) end(player, End::lost, now);
}

void Host::depart(PlayerId player, Time now) {
  if (has(player)) end(player, End::said, now);
}

void Host::thought(PlayerId bot, std::optional<games::AnyMove> move) {
  Talk* talk = talks_.find(bot.value);
  if (talk == nullptr) return;
  talk->bot->decide(std::move(move));
  touch(bot, *talk);
}

void Host::gave_up(PlayerId bot) {
  Talk* talk = talks_.find(bot.value);
  if (talk == nullptr) return;
  talk->bot->give_up();
  touch(bot, *talk);
}

void Host::execute(table::Effects& effects, Outbox::Told before) {
  outbox_.take(effects, std::move(before));
  for (const auto& invitation : std::exchange(effects.invite, {})) invite(invitation);
}

void Host::forgive(base::Duration gap, table::Pause why, Time now) {
  hall_.forgive(gap, why, now, effects_);
  execute(effects_);
}

void Host::wake(Time now) {
  hall_.wake(now, effects_, [this](PlayerId player) { return unheard_since(player); });
  execute(effects_);
  const auto everybody = [this](const protocols::Protocol& protocol) {
    std::vector<PlayerId> players;
    talks_.each([&](std::uint64_t player, const Talk& talk) {
      if (talk.protocol == &protocol) players.push_back({player});
    });
    return players;
  };
  for (const auto player : ticking_.take_due(now, everybody)) tick(player);
}

std::optional<Time> Host::next_wake(Time now) const {
  const auto due = hall_.timekeeper().next_wake();
  const auto tick = ticking_.next(now);
  return due && tick ? std::min(*due, *tick) : due ? due : tick;
}

void Host::tick(PlayerId player) {
  Talk* talk = talks_.find(player.value);
  if (talk == nullptr) return;
  talk->session->tick();
  touch(player, *talk);
}

void Host::touch(PlayerId player) {
  if (Talk* talk = talks_.find(player.value)) touch(player, *talk);
}

void Host::touch_all() {
  talks_.each([&](std::uint64_t player, Talk& talk) { touch({player}, talk); });
}

void Host::touch(PlayerId player, Talk& talk) {
  if (std::exchange(talk.touched, true)) return;
  turns_.add(player, talk.company);
}

protocols::Session* Host::session(PlayerId player) {
  Talk* talk = talks_.find(player.value);
  return talk == nullptr ? nullptr : talk->session.get();
}

void Host::take_turn(Time now) {
  const auto player = turns_.take();
  Talk* talk = talks_.find(player.value);
  if (talk == nullptr) return;
  talk->touched = false;
  pump(player, *talk, now);
}

void Host::settle(Time now) {
  do {
    while (has_turns()) take_turn(now);
    if (outbox_.has_records()) {
      outbox_.take_records();
      outbox_.settle(outbox_.position());
    }
    deliver(now);
  } while (has_turns());
}

/// Takes a request from the session, unless one is on its way; then sends what it says.
void Host::pump(PlayerId player, Talk& talk, Time now) {
  Turn turn;
  if (may_ask(player, talk, now)) turn.said = take_request(player, talk, now);
  if (talk.bot != nullptr) {
    if (const auto question = talk.bot->take_question()) surroundings_.think(player, *question);
    if (talk.session->finished()) end(player, End::said, now);
    return;
  }
  const auto remarks = talk.session->take_remarks();
  turn.remarks = remarks;
  surroundings_.took_turn(player, turn, now);
  if (talk.session->has_more() && may_ask(player, talk, now)) touch(player, talk);
  flush(player, talk, now);
}

bool Host::may_ask(PlayerId player, const Talk& talk, Time now) {
  return surroundings_.may_ask(player, now) && !talk.unanswered;
}

/// How many bytes the session has answered by itself.
std::size_t Host::take_request(PlayerId player, Talk& talk, Time now) {
  const auto unsent = talk.session->unsent();
  talk.session->begin_turn();
  auto request = talk.session->next();
  auto query = request ? std::nullopt : talk.session->take_query();
  const auto arrived = talk.arrivals.take(talk.session->untaken());
  const auto said = talk.session->unsent() - unsent;
  if (!request && !query) return said;
  talk.unanswered = true;
  asking_ = player;
  if (query) {
    ask(player, *std::move(query), now);
  } else {
    surroundings_.handle(hall_, {player, *request, *talk.company, now, arrived}, effects_);
    execute(effects_);
  }
  return said;
}

void Host::ask(PlayerId player, protocols::Query query, Time now) {
  if (!surroundings_.answer_query(player, query, now))
    refuse(player, {base::Code::not_at_table, "there is nobody here to ask"});
}

void Host::answer(PlayerId player, protocols::Answer answer, table::Effects then) {
  Outbox::Told before;
  before.emplace_back(player, table::Accepted{});
  before.emplace_back(player, std::move(answer));
  execute(then, std::move(before));
}

void Host::refuse(PlayerId player, base::Error why) {
  table::Effects effects;
  effects.tell.emplace_back(player, table::Refused{std::move(why)});
  execute(effects);
}

void Host::tell_more(PlayerId player, protocols::Answer answer) {
  table::Effects none;
  Outbox::Told before;
  before.emplace_back(player, std::move(answer));
  execute(none, std::move(before));
}

void Host::flush(PlayerId player, Talk& talk, Time now) {
  if (talk.session->unsent() > 0) {
    surroundings_.send(player, talk.session->take_output(), now);
    if (!has(player)) return;  // the peer was given up: the conversation is over
  }
  if (talk.session->finished()) {
    surroundings_.close(player);
    end(player, End::said, now);
    return;
  }
  const bool wanted = talk.session->hungry() && surroundings_.may_speak(player);
  if (wanted == talk.reading) return;
  talk.reading = wanted;
  surroundings_.set_reading(player, wanted);
}

/// The conversation is over, by whichever side. Clocks that wait for its past start from now on, as for
/// whoever is away. They do not wait for those who come instead, or nobody's clock would start who comes and
/// goes again and again.
void Host::end(PlayerId player, End how, Time now) {
  surroundings_.ends(player, how, now);
  auto& talk = *talks_.find(player.value);
  for (const auto& later : talk.backlog.all()) {
    if (const auto* clock = std::get_if<table::ClockStart>(&later)) outbox_.start_soon(*clock);
  }
  if (talk.looks_back) --looking_back_;
  if (talk.bot != nullptr) --talk.company->bots;
  if (talk.protocol != nullptr) ticking_.leave(*talk.protocol);
  talks_.erase(player.value);
  if (how == End::said) {
    hall_.depart(player, now, effects_);
  } else {
    hall_.lose(player, how == End::lost ? table::Loss::node : table::Loss::connection, now, effects_);
  }
  execute(effects_);
}

void Host::deliver(Time now) {
  for (start_clocks(now); Letter* letter = outbox_.next_letter(); start_clocks(now)) {
    const auto player = letter->player;
    Talk* talk = talks_.find(player.value);
    if (talk == nullptr) continue;
    if (letter->waits || !talk->backlog.empty()) {
      std::visit([&](auto& one) { talk->backlog.add(std::move(one)); }, letter->message);
      look_back(player, *talk);
    } else {
      std::visit([&](const auto& one) { tell_now(player, *talk, one); }, letter->message);
    }
  }
  outbox_.tidy();
}

void Host::tell_now(PlayerId player, Talk& talk, const table::Notice& notice) {
  if (std::holds_alternative<table::Accepted>(notice) || std::holds_alternative<table::Refused>(notice))
    talk.unanswered = false;
  talk.session->tell(notice);
  surroundings_.told(player, notice);
  assert(talk.unanswered || talk.session->is_busy() || !talk.session->next());
  if (talk.session->is_busy()) touch(player, talk);
}

void Host::tell_now(PlayerId player, Talk& talk, const protocols::Answer& answer) {
  talk.session->tell_answer(answer);
  surroundings_.told_answer(player, answer);
  touch(player, talk);
}

/// Those whose letters were told, or wait with whoever is to move for their past.
void Host::start_clocks(Time now) {
  while (const auto start = outbox_.next_start()) {
    if (start->known || !waits_for_past(start->clock)) hall_.timekeeper().start_clock(start->clock, now);
  }
}

/// Whether none of those who have to be told first knows it yet; it starts then with what they are told.
bool Host::waits_for_past(const table::ClockStart& clock) {
  if (looking_back_ == 0) return false;
  const auto tabs = hall_.timekeeper().told_before(clock);
  const auto talk_of = [this](PlayerId tab) { return talks_.find(tab.value); };
  const bool waits = !tabs.empty() && std::ranges::none_of(tabs, [&](PlayerId tab) {
    return talk_of(tab) == nullptr || talk_of(tab)->backlog.empty();
  });
  if (!waits) return false;
  for (const auto tab : tabs) talk_of(tab)->backlog.add(clock);
  return true;
}

/// Has read what whoever waits for it has missed; it is durable by now.
void Host::look_back(PlayerId player, Talk& talk) {
  const auto* wanted = talk.backlog.wanted();
  if (talk.looks_back || wanted == nullptr) return;
  talk.looks_back = true;
  ++looking_back_;
  const auto resumed = *wanted;
  if (!surroundings_.look_back(player, resumed)) tell_past(player, resumed);
}

/// Tells all that waited for it, up to where another past is needed.
void Host::tell_past(PlayerId player, const table::Resumed& resumed) {
  Talk* talk = talks_.find(player.value);
  if (talk == nullptr) return;
  talk->looks_back = false;
  --looking_back_;
  for (const auto& later : talk->backlog.release(resumed)) {
    if (const auto* notice = std::get_if<table::Notice>(&later)) {
      tell_now(player, *talk, *notice);
    } else if (const auto* answer = std::get_if<protocols::Answer>(&later)) {
      tell_now(player, *talk, *answer);
    } else {
      outbox_.start_soon(std::get<table::ClockStart>(later));
    }
  }
  look_back(player, *talk);
}

/// Since when something waits that the peer has said, behind a request whose answer waits for the journal.
std::optional<Time> Host::unheard_since(PlayerId player) const {
  const Talk* talk = talks_.find(player.value);
  return talk != nullptr && talk->unanswered ? talk->arrivals.oldest() : std::nullopt;
}

}  // namespace host
