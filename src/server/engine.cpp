// The engine: one round takes all requests that wait, appends all their records at once, tells what is
// durable.
#include "server/engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace server {
namespace {

table::HallSettings hall_settings(const EngineSettings& settings, store::Journal& journal) {
  const auto last = journal.last_table();
  return {settings.seed,         TableId{last ? last->value + 1 : 1},
          settings.hold,         settings.grace,
          settings.abandon,      settings.come_back,
          settings.clocks,       settings.fresh_seed,
          settings.acts_per_game};
}

base::Seed bot_seed(const EngineSettings& settings) {
  if (settings.fresh_seed) return settings.fresh_seed();
  if (settings.seed.key()) return base::Seed(settings.seed.derive("bots"));
  return settings.seed.number() + 1;
}

/// What is refused, or said for nothing, costs as much as so many requests.
constexpr std::size_t kCostOfRemark = 10;
/// So do these: a whole game, to be read, replayed and written; what has happened at a table; a connection.
constexpr std::size_t kCostOfRecall = 1000;
constexpr std::size_t kCostOfLook = 100;
/// What a session answers by itself costs as much as a request for each so many bytes.
constexpr std::size_t kBytesOfRequest = 256;

std::size_t cost_of(const table::Request& request) {
  if (std::holds_alternative<table::Recall>(request)) return kCostOfRecall;
  const bool looks = std::holds_alternative<table::Watch>(request) ||
                     std::holds_alternative<table::Screen>(request) ||
                     std::holds_alternative<table::Inspect>(request);
  return looks ? kCostOfLook : 1;
}

}  // namespace

Engine::Engine(const games::Kits& kits, store::Journal& journal, Wire& wire, Observer& observer,
               const EngineSettings& settings)
    : kits_(kits),
      journal_(journal),
      wire_(wire),
      observer_(observer),
      switches_(settings.switches),
      clocks_(settings.clocks),
      hall_(kits, hall_settings(settings, journal)),
      inspector_(hall_, inspector_settings(settings)),
      second_screen_(settings.second_screen),
      tells_deals_(settings.tells_deals),
      requests_per_second_(settings.requests_per_second),
      purses_(
          {Allowance(settings.address_requests_per_second), Allowance(settings.address_tables_per_second)}),
      account_purses_({Allowance(settings.account_requests_per_second),
                       Allowance(settings.account_tables_per_second), Allowance(settings.chat_per_second)}),
      idle_(settings.idle),
      chat_per_second_(settings.chat_per_second),
      chat_(settings.chat_heard_per_second),
      bot_seeds_(bot_seed(settings)),
      bots_per_address_(settings.bots_per_address),
      accounts_(settings.accounts),
      look_up_accounts_(settings.look_up_accounts) {
  for (const auto game : games::names()) {
    const auto own = bots::made_for(game);  // without any, the one that plays every game is offered
    for (const auto& bot : own.empty() ? std::span(&bots::usual(game), 1) : own)
      levels_.push_back({game, bot.level, bot.about});
  }
  for (const auto& protocol : protocols::all()) {
    if (protocol.tick != base::Duration{}) ticking_.push_back({&protocol, {}});
  }
}

Result<Engine::Recovery> Engine::recover(Time now) {
  if (auto reserved = reserve_names(now); !reserved) return std::unexpected(std::move(reserved).error());
  std::unordered_map<TableId, table::Table> tables;
  std::unordered_set<TableId> damaged;
  std::size_t set_aside = 0;
  const auto spoil = [&](TableId id, const base::Error& error) {
    tables.erase(id);
    damaged.insert(id);
    observer_.damaged(id, error);
  };
  auto read = journal_.read_unfinished(
      [&](const store::Record& record) {
        const auto id = table_of(record);
        if (const auto* header = std::get_if<store::Header>(&record)) {
          auto table = table::Table::open(kits_, *header);
          if (table) {
            tables.emplace(id, *std::move(table));
          } else if (table.error().code == base::Code::other_kit) {
            ++set_aside;
            observer_.set_aside(id, table.error());
          } else {
            spoil(id, table.error());
          }
        } else if (const auto found = tables.find(id); found != tables.end()) {
          if (auto done = found->second.advance(std::get<store::Entry>(record)); !done)
            spoil(id, done.error());
        }
      },
      spoil);
  if (!read) return std::unexpected(std::move(read).error());
  if (damaged.contains(TableId{0}) && !tables.empty()) {
    return base::fail(
        base::Code::corrupt,
        fmt::format("a line of the log names no table, so that any of the {} unfinished games may "
                    "lack a move: 'parlor fsck' shows what is damaged",
                    tables.size()));
  }
  const Recovery recovery{tables.size(), damaged.size(), set_aside};
  for (auto& [id, table] : tables) restore(std::move(table), now);
  remember_finished();
  return recovery;
}

void Engine::open(PlayerId player, const protocols::Protocol& protocol, Time now, std::string_view address,
                  std::uint16_t port, std::string_view host) {
  auto account = account_at(address, now);
  hall_.arrive(player, protocol.name, address, protocol.views ? table::Views::yes : table::Views::no,
               protocol.offers ? table::Hears::offers : table::Hears::game_only, {host, account});
  auto session = protocol.serve({.kits = kits_,
                                 .switches = switches_,
                                 .address = std::string(address),
                                 .port = port,
                                 .bots = levels_,
                                 .clocks = &clocks_,
                                 .accounts = accounts_ != nullptr,
                                 .account = std::move(account)});
  auto& talk = talks_.insert(player.value, {&protocol, std::move(session)});
  talk.chat = Allowance(chat_per_second_);
  if (protocol.carrier == protocols::Carrier::tcp) {
    talk.pace.emplace(requests_per_second_);
    talk.track = inspector_.open(player, protocol, address, port, now);
  } else {
    inspector_.arrive(player, host);
  }
  if (auto* clock = ticking(protocol); clock != nullptr && clock->sessions++ == 0)
    clock->next = now + protocol.tick;
  observer_.connected(protocol, player, host.empty() ? address : host);
  talk.purse = purses_.of(address_of(player), now);
  talk.active = now;
  slow(player, talk, debt(talk, now), now);
  touch(player, talk);
}

void Engine::receive(PlayerId player, std::string_view bytes, std::optional<Time> now) {
  Talk* talk = talks_.find(player.value);
  if (talk == nullptr) return;
  if (talk->track) inspector_.note(*talk->track, Speaker::client, bytes, now.value_or(latest_));
  talk->session->receive(bytes);
  talk->arrivals.note(talk->session->untaken(), now.value_or(latest_));
  talk->active = now.value_or(latest_);
  touch(player, *talk);
}

void Engine::thought(PlayerId bot, std::optional<games::AnyMove> move) {
  Talk* talk = talks_.find(bot.value);
  if (talk == nullptr) return;
  talk->bot->decide(std::move(move));
  touch(bot, *talk);
}

void Engine::gave_up(PlayerId bot) {
  Talk* talk = talks_.find(bot.value);
  if (talk == nullptr) return;
  talk->bot->give_up();
  touch(bot, *talk);
}

void Engine::caught_up(PlayerId player) {
  if (Talk* talk = talks_.find(player.value)) touch(player, *talk);
}

void Engine::closed(PlayerId player, Time now) {
  if (talks_.find(player.value) != nullptr) end(player, End::broken, now);
}

void Engine::stood_still(base::Duration gap, Time now) {
  if (stall_) return;  // all of that is forgiven when it ends
  hall_.forgive(gap, table::Pause::of_program, now, effects_);
  execute();
}

void Engine::settled(const store::Settled& settled, Time now) {
  observer_.committed(settled);
  if (settled.position <= void_) return;
  if (!settled.result) return set_back(settled.result.error(), now);
  for (; !unsettled_.empty() && unsettled_.front().position <= settled.position; unsettled_.pop_front())
    tell_milestones(unsettled_.front());
  durable_ = settled.position;
}

void Engine::tell_milestones(const Unsettled& append) {
  for (const auto& one : append.milestones) {
    if (const auto* header = std::get_if<store::Header>(&one)) observer_.begun(*header);
    if (const auto* closing = std::get_if<store::Closing>(&one)) observer_.ended(*closing);
  }
}

/// Before somebody's time is up all that has arrived is handled: it may be the move that came in time.
void Engine::wake(Time now) {
  if (stall_ && stall_->next_try && *stall_->next_try <= now) try_to_go_on();
  if (has_tried()) go_on_or_wait(now);
  let_go_on(now);
  let_go_of_idle(now);
  if (hall_.timekeeper().is_due(now)) settle(now);
  if (stall_) return;
  hall_.wake(now, effects_, [this](PlayerId player) { return unheard_since(player); });
  execute();
  tick(now);
}

std::optional<Time> Engine::next_wake() const {
  if (stall_) return stall_->next_try;
  auto next = hall_.timekeeper().next_wake();
  if (idle_ != base::Duration{} && talks_.size() > 0 && (!next || next_look_for_idle_ < *next))
    next = next_look_for_idle_;
  if (!slowed_.empty() && (!next || slowed_.begin()->first < *next)) next = slowed_.begin()->first;
  for (const auto& clock : ticking_) {
    const auto due = clock.due.empty() ? clock.next : latest_;
    if (clock.sessions > 0 && (!next || due < *next)) next = due;
  }
  return next;
}

Engine::Ticking* Engine::ticking(const protocols::Protocol& protocol) {
  const auto found = std::ranges::find(ticking_, &protocol, &Ticking::protocol);
  return found == ticking_.end() ? nullptr : &*found;
}

/// Ticks that were missed are not made up for. Where many are due, the rest ticks after whoever speaks was
/// heard.
void Engine::tick(Time now) {
  for (auto& clock : ticking_) {
    if (clock.due.empty() && clock.sessions > 0 && clock.next <= now) {
      clock.next = std::max(clock.next + clock.protocol->tick, now);
      talks_.each([&](std::uint64_t player, const Talk& talk) {
        if (talk.protocol == clock.protocol) clock.due.push_back({player});
      });
    }
    for (int count = 0; count < kMostAtOnce && !clock.due.empty(); ++count) {
      const auto player = clock.due.front();
      clock.due.pop_front();
      Talk* talk = talks_.find(player.value);
      if (talk == nullptr) continue;
      talk->session->tick();
      touch(player, *talk);
    }
  }
}

void Engine::settle(Time now) {
  const auto never = [] { return false; };
  work(now, never, never);
}

bool Engine::work(Time now, const Asked& enough, const Asked& gathers) {
  latest_ = now;
  bool rests = false;
  do {
    if (has_tried()) go_on_or_wait(now);
    for (; !rests && !turns_.empty(); rests = enough()) {
      const auto player = turns_.take();
      Talk* talk = talks_.find(player.value);
      if (talk == nullptr) continue;
      talk->touched = false;
      pump(player, *talk, now);
    }
    if (inspector_.has_news()) tell_news();
    if (!stall_ && !gathered_.empty() && !gathers()) append_gathered();
    deliver(now);
  } while (!rests && (!turns_.empty() || has_tried()));
  return !turns_.empty();
}

/// Takes the effects up: records wait for this round's append, notices for their records.
void Engine::execute() {
  for (auto& record : effects_.journal) gathered_.push_back(std::move(record));
  const auto after = gathered_.empty() ? position_ : position_ + 1;
  const auto first = outbox_.size();
  for (auto& [player, notice] : effects_.tell) outbox_.push_back({after, player, std::move(notice)});
  hold_back(first);
  for (const auto& start : effects_.clocks) starts_.push_back({after, cleared_ + outbox_.size(), start});
  effects_.journal.clear();
  effects_.tell.clear();
  effects_.clocks.clear();
  for (const auto& invitation : std::exchange(effects_.invite, {})) invite(invitation);
}

void Engine::append_gathered() {
  std::vector<TableId> tables;
  std::vector<store::Record> milestones;
  tables.reserve(gathered_.size());
  for (const auto& record : gathered_) {
    tables.push_back(table_of(record));
    if (!std::holds_alternative<store::Entry>(record)) milestones.push_back(record);
  }
  unsettled_.push_back(
      {++position_, std::move(tables), std::move(milestones)});  // first: a keeper may settle at once
  std::vector<store::Record> next;
  next.reserve(gathered_.size());
  static_cast<void>(journal_.append(std::exchange(gathered_, std::move(next))));
}

void Engine::deliver(Time now) {
  for (; delivered_ < outbox_.size() && outbox_[delivered_].after <= durable_; ++delivered_) {
    start_clocks(now);
    auto& [after, player, notice, waits] = outbox_[delivered_];
    Talk* talk = talks_.find(player.value);
    if (talk == nullptr) continue;
    if (waits || !talk->later.empty()) {
      talk->later.emplace_back(std::move(notice));
      look_back(player, *talk);
    } else {
      tell_now(player, *talk, notice);
    }
  }
  start_clocks(now);
  if (delivered_ * 2 < outbox_.size()) return;  // moving the rest to the front costs less than what was told
  outbox_.erase(outbox_.begin(), outbox_.begin() + static_cast<std::ptrdiff_t>(delivered_));
  cleared_ += std::exchange(delivered_, 0);
}

/// Those whose letters were told, or wait with whoever is to move for their past.
void Engine::start_clocks(Time now) {
  while (!starts_.empty() && starts_.front().after <= durable_ &&
         starts_.front().letters <= cleared_ + delivered_) {
    const auto start = starts_.front();
    starts_.pop_front();
    if (start.known || !waits_for_past(start.clock)) hall_.timekeeper().start_clock(start.clock, now);
  }
}

void Engine::tell_now(PlayerId player, Talk& talk, const table::Notice& notice) {
  if (std::holds_alternative<table::Accepted>(notice) || std::holds_alternative<table::Refused>(notice))
    talk.unanswered = false;
  observer_.told(player, notice);
  talk.session->tell(notice);
  if (const auto* started = std::get_if<table::Started>(&notice)) note_seat(talk, *started, false);
  if (const auto* resumed = std::get_if<table::Resumed>(&notice)) note_seat(talk, resumed->seat, true);
  touch(player, talk);
}

void Engine::touch(PlayerId player, Talk& talk) {
  if (std::exchange(talk.touched, true)) return;
  turns_.add(player, talk.purse);
}

/// Whether the peer may ask for something now. Who does not read what it is told is not heard before it does.
bool Engine::is_heard(PlayerId player, const Talk& talk) const {
  return !talk.unanswered && !talk.slowed && !stall_ && !wire_.is_behind(player);
}

/// Takes requests from the session until one is on its way or none is left; then sends what it says.
void Engine::pump(PlayerId player, Talk& talk, Time now) {
  std::size_t spent = 0;
  if (talk.session->untaken() > 0) slow(player, talk, debt(talk, now), now);
  if (is_heard(player, talk)) spent += take_request(player, talk, now);
  if (talk.bot != nullptr) {
    if (const auto question = talk.bot->take_question()) wire_.think(player, *question);
    if (talk.session->finished()) end(player, End::said, now);
    return;
  }
  for (const auto& remark : talk.session->take_remarks()) {
    observer_.remarked(*talk.protocol, player, remark);
    if (talk.track) inspector_.note_refusal(*talk.track, remark, now);
    spent += kCostOfRemark;
  }
  keep_pace(player, talk, spent, now);
  if (talk.session->has_more() && is_heard(player, talk)) touch(player, talk);
  flush(player, talk, now);
}

/// What it costs, with what the session has answered by itself.
std::size_t Engine::take_request(PlayerId player, Talk& talk, Time now) {
  const auto said = talk.session->unsent();
  auto request = talk.session->next();
  const auto arrived = talk.arrivals.take(talk.session->untaken());
  const auto spent = (talk.session->unsent() - said + kBytesOfRequest - 1) / kBytesOfRequest;
  if (!request) return spent;
  talk.unanswered = true;
  asking_ = player;
  if (talk.bot == nullptr) observer_.requested(*talk.protocol, player);
  if (const auto* wanted = std::get_if<table::Recall>(&*request)) {
    tell_finished(player, *wanted);
  } else if (auto* account = std::get_if<table::Account>(&*request)) {
    ask_account(player, std::move(*account), now);
  } else if (const auto* inspect = std::get_if<table::Inspect>(&*request)) {
    tell_inspected(player, *inspect, now);
  } else if (const auto* screen = std::get_if<table::Screen>(&*request)) {
    open_screen(player, *screen, now);
  } else {
    hall_.handle(player, *request, now, effects_, arrived);
  }
  note_account(player, talk, now);
  keep_chat_pace(player, talk, *request, now);
  if (std::holds_alternative<table::Seek>(*request)) {
    talk.purse->tables.spend(1, now);
    if (talk.account) talk.account->tables.spend(1, now);
  }
  execute();
  return spent + cost_of(*request);
}

/// Since when something waits that the peer has said, behind a request whose answer waits for the journal.
std::optional<Time> Engine::unheard_since(PlayerId player) {
  const Talk* talk = talks_.find(player.value);
  return talk != nullptr && talk->unanswered ? talk->arrivals.oldest() : std::nullopt;
}

void Engine::flush(PlayerId player, Talk& talk, Time now) {
  if (const auto output = talk.session->take_output(); !output.empty()) {
    if (talk.track) inspector_.note(*talk.track, Speaker::server, output, now);
    talk.active = now;
    wire_.send(player, output);
    if (talks_.find(player.value) == nullptr)
      return;  // the wire has given the peer up: the conversation is over
  }
  if (talk.session->finished()) {
    wire_.close(player);
    end(player, End::said, now);
    return;
  }
  if (const bool wanted = talk.session->hungry() && (!talk.slowed || !talk.pace); wanted != talk.reading) {
    talk.reading = wanted;
    wire_.set_reading(player, wanted);
  }
}

/// The conversation is over, by whichever side.
void Engine::end(PlayerId player, End how, Time now) {
  forgive_stall(now);
  auto& talk = *talks_.find(player.value);
  give_back_starts(talk);
  if (talk.bot != nullptr && --bots_of_[talk.bot->whose()] == 0) bots_of_.erase(talk.bot->whose());
  if (const auto* protocol = talk.protocol) {
    observer_.disconnected(*protocol, player);
    if (auto* clock = ticking(*protocol)) --clock->sessions;
  }
  if (talk.track) {
    inspector_.close(*talk.track, how == End::said ? Ended::by_server : Ended::by_peer, now);
  } else {
    inspector_.depart(player);
  }
  talks_.erase(player.value);
  if (how == End::broken) {
    hall_.lose(player, now, effects_);
  } else {
    hall_.depart(player, now, effects_);
  }
  execute();
}

}  // namespace server
