// What the engine knows of finished games: those of late for the hall, and any for who asks.
#include <algorithm>
#include <iterator>
#include <ranges>
#include <span>

#include "server/engine.hpp"
#include "server/recall.hpp"
#include "store/finished.hpp"
#include "table/standing.hpp"

namespace server {
namespace {

table::TableFacts facts_of(const store::StoredTable& stored) {
  const auto& header = stored.header;
  table::TableFacts facts{
      header.table, header.game, header.options, {}, table::standing_moves(stored.entries)};
  facts.clock = header.clock;
  for (const auto& chair : header.chairs) facts.sitters.push_back({chair.name, chair.protocol, false});
  facts.outcome = stored.closing->outcome;
  facts.closed = stored.closing->at;
  return facts;
}

/// The whole game with the eyes of a visitor.
Result<table::Recalled> replayed(const games::Kits& kits, const store::StoredTable& stored) {
  auto table = table::Table::open(kits, stored.header);
  if (!table) return std::unexpected(std::move(table).error());
  table::Recalled recalled{facts_of(stored), stored.header.opened, {}};
  recalled.steps.push_back({{}, games::view(table->state(), std::nullopt), table->clock().left()});
  for (const auto& entry : stored.entries) {
    const auto events = table->advance(entry);
    if (!events) return std::unexpected(events.error());
    if (events->empty()) continue;
    recalled.steps.push_back({table::seen_by(std::nullopt, entry, *events, table->to_move()),
                              games::view(table->state(), std::nullopt), table->clock().left()});
  }
  return recalled;
}

const table::Resumed* resumed_in(const std::variant<table::Notice, table::ClockStart>& later) {
  const auto* notice = std::get_if<table::Notice>(&later);
  return notice == nullptr ? nullptr : std::get_if<table::Resumed>(notice);
}

Result<std::shared_ptr<const table::Recalled>> share(Result<table::Recalled> recalled) {
  if (!recalled) return std::unexpected(std::move(recalled).error());
  return std::make_shared<const table::Recalled>(*std::move(recalled));
}

/// What whoever comes to a table has missed there.
std::vector<table::Happened> past_of(const games::Kits& kits, store::Journal& journal,
                                     const table::Resumed& resumed) {
  const auto stored = journal.read(resumed.seat.table);
  if (!stored || stored->entries.size() < resumed.acts) return {};
  const auto acts = std::span(stored->entries).first(resumed.acts);
  const bool visits = resumed.watches && !resumed.screen;
  const auto viewer = visits ? games::Viewer{} : games::Viewer{resumed.seat.seat};
  return table::history(kits, stored->header, acts, viewer).value_or(std::vector<table::Happened>{});
}

}  // namespace

void Engine::remember_finished() {
  const auto found = journal_.last_finished(table::kMostFinished);
  if (!found) return;
  for (const auto& stored : std::views::reverse(*found)) {
    if (!table::is_secret(stored.header.lobby)) hall_.lookout().remember(facts_of(stored));
  }
}

/// Nothing is read on the engine's own thread, where everybody would wait for it. Who cannot be answered is
/// let go.
void Engine::look_up(PlayerId player, std::function<std::function<void()>()> read) {
  ++looks_;
  const auto address = address_of(player);
  wire_.look_up({[this, read = std::move(read)]() -> std::function<void()> {
                   return [this, tell = read()] {
                     --looks_;
                     tell();
                   };
                 },
                 [this, player] {
                   --looks_;
                   let_go(player, latest_);
                 }},
                address);
}

void Engine::tell_finished(PlayerId player, const table::Recall& wanted) {
  const auto address = std::string(hall_.people().self_of(player).address);
  look_up(player, [this, player, wanted, address, now = latest_]() -> std::function<void()> {
    auto stored = store::read_finished(kits_, journal_, wanted.table);
    if (stored && !may_recall(kits_, *stored, address, look_up_accounts_, now))
      stored = store::no_finished(wanted.table);
    auto recalled = stored ? replayed(kits_, *stored) : std::unexpected(stored.error());
    if (recalled && wanted.write) recalled->written = wanted.write(*recalled);
    return [this, player, recalled = share(std::move(recalled))] { tell_recalled(player, recalled); };
  });
}

void Engine::tell_recalled(PlayerId player, const Result<std::shared_ptr<const table::Recalled>>& recalled) {
  if (recalled) {
    effects_.tell.emplace_back(player, table::Accepted{});
    effects_.tell.emplace_back(player, table::Aside{*recalled});
  } else {
    effects_.tell.emplace_back(player, table::Refused{recalled.error()});
  }
  execute();
}

/// Who comes to a table is told nothing before its past: sessions answer to all of that together.
void Engine::hold_back(std::size_t first) {
  for (auto at = first; at < outbox_.size(); ++at) {
    if (!std::holds_alternative<table::Resumed>(outbox_[at].notice)) continue;
    const auto player = outbox_[at].player;
    std::ranges::find(outbox_.begin() + static_cast<std::ptrdiff_t>(first), outbox_.end(), player,
                      &Letter::player)
        ->waits = true;
  }
}

/// Reads what whoever waits for it has missed; it is durable by now.
void Engine::look_back(PlayerId player, Talk& talk) {
  const auto next = std::ranges::find_if(talk.later, resumed_in);
  if (talk.looks_back || next == talk.later.end()) return;
  talk.looks_back = true;
  look_up(player, [this, player, found = std::make_shared<table::Resumed>(*resumed_in(*next))] {
    found->past = past_of(kits_, journal_, *found);
    return [this, player, found] { tell_past(player, *found); };
  });
}

/// Tells all that waited for it, up to where another past is needed.
void Engine::tell_past(PlayerId player, const table::Resumed& resumed) {
  Talk* talk = talks_.find(player.value);
  if (talk == nullptr) return;
  talk->looks_back = false;
  auto later = std::exchange(talk->later, {});
  const auto next = std::ranges::find_if(later, resumed_in);
  *next = table::Notice(resumed);
  auto end = std::next(next);
  if (std::find_if(end, later.end(), resumed_in) == later.end()) end = later.end();
  for (auto at = later.begin(); at != end; ++at) {
    if (const auto* notice = std::get_if<table::Notice>(&*at)) {
      tell_now(player, *talk, *notice);
    } else {
      starts_.push_front({0, 0, std::get<table::ClockStart>(*at), true});
    }
  }
  talk->later.assign(std::make_move_iterator(end), std::make_move_iterator(later.end()));
  look_back(player, *talk);
}

/// Whether none of those who have to be told first knows it yet; it starts then with what they are told.
bool Engine::waits_for_past(const table::ClockStart& clock) {
  if (looks_ == 0) return false;
  const auto tabs = hall_.timekeeper().told_before(clock);
  const auto talk_of = [this](PlayerId tab) { return talks_.find(tab.value); };
  const bool waits = !tabs.empty() && std::ranges::none_of(tabs, [&](PlayerId tab) {
    return talk_of(tab) == nullptr || talk_of(tab)->later.empty();
  });
  if (!waits) return false;
  for (const auto tab : tabs) talk_of(tab)->later.emplace_back(clock);
  return true;
}

/// The conversation ends before its past was told: time runs from now on, as for whoever is away. It does not
/// wait for those who come instead, or nobody's clock would start who comes and goes again and again.
void Engine::give_back_starts(Talk& talk) {
  for (const auto& later : talk.later) {
    if (const auto* clock = std::get_if<table::ClockStart>(&later)) starts_.push_front({0, 0, *clock, true});
  }
}

}  // namespace server
