// The client's half of the browser's protocol: what the server tells of lobbies, tables and the hall.
#include <algorithm>
#include <span>

#include "base/json.hpp"
#include "protocols/web/client.hpp"
#include "protocols/web/reading.hpp"
#include "protocols/web/state.hpp"

namespace protocols::web {
namespace {

std::vector<table::Sitter> read_sitters(const base::Value& sitters) {
  std::vector<table::Sitter> read;
  for (const auto& one : read_list(sitters)) {
    read.push_back({read_text(member_of(one, "name")), read_text(member_of(one, "protocol")),
                    !one.contains("here") || read_truth(one["here"])});
  }
  return read;
}

std::vector<std::string> names_of(const std::vector<table::Sitter>& sitters) {
  std::vector<std::string> names;
  names.reserve(sitters.size());
  for (const auto& sitter : sitters) names.push_back(sitter.name);
  return names;
}

std::string hash_of_state(const base::Value& state) { return hash_of(base::write_json(state)); }

std::shared_ptr<const games::AnyView> share(const games::AnyView& view) {
  return std::make_shared<games::AnyView>(view);
}

/// An act of the log in the order in which its events happened.
std::vector<table::Happened> as_happened(const games::LogLine& line,
                                         const std::vector<games::AnyEvent>& events,
                                         std::optional<base::Seat> to_move) {
  std::vector<table::Happened> happened;
  happened.reserve(events.size());
  for (const auto& event : events)
    happened.push_back({.who = line.who,
                        .event = event,
                        .to_move = to_move,
                        .last = &event == &events.back(),
                        .flagged = line.is_time_up()});
  return happened;
}

/// Nothing where there is no clock, or one that is not of so many seats.
std::shared_ptr<const table::Times> read_times(const base::Value& clock, std::size_t seats) {
  if (clock.is_null()) return nullptr;
  table::Times times{read_durations(member_of(clock, "remaining")), read_seat(member_of(clock, "running"))};
  if (times.left.size() != seats || (times.running && times.running->value >= seats)) return nullptr;
  return std::make_shared<const table::Times>(std::move(times));
}

}  // namespace

void Client::read_lobby(const Value& message) {
  table::Gathered gathered{.change = read_text(member_of(message, "change")) == "left"
                                         ? table::Gathered::Change::left
                                         : table::Gathered::Change::came,
                           .who = read_text(member_of(message, "who")),
                           .lobby = read_text(member_of(message, "lobby")),
                           .present = {},
                           .seats = read_number<int>(member_of(message, "seats")),
                           .clock = read_text(member_of(message, "clock"))};
  for (const auto& name : read_list(member_of(message, "present")))
    gathered.present.push_back(read_text(name));
  notices_.emplace_back(std::move(gathered));
}

void Client::read_renamed(const Value& message) {
  table::Renamed renamed{read_text(member_of(message, "from")), read_text(member_of(message, "to"))};
  if (place_) {
    for (auto& sitter : place_->sitters) {
      if (sitter.name == renamed.from) sitter.name = renamed.to;
    }
  }
  notices_.emplace_back(std::move(renamed));
}

void Client::read_presence(const Value& message) {
  const auto seat = read_number<std::uint8_t>(member_of(message, "seat"));
  if (!place_ || seat >= place_->sitters.size()) return;
  place_->sitters[seat].here = read_truth(member_of(message, "here"));
  notices_.emplace_back(table::Presence{{seat}, place_->sitters[seat].here});
}

void Client::read_offer(const Value& message) {
  using Fate = table::Offered::Fate;
  const auto fate = read_text(member_of(message, "fate"));
  const bool draw = read_text(member_of(message, "what")) == "draw";
  notices_.emplace_back(table::Offered{.who = {read_number<std::uint8_t>(member_of(message, "who"))},
                                       .what = draw ? table::Proposal::draw : table::Proposal::takeback,
                                       .fate = fate == "made"        ? Fate::made
                                               : fate == "declined"  ? Fate::declined
                                               : fate == "withdrawn" ? Fate::withdrawn
                                                                     : Fate::lapsed});
}

void Client::read_wish(const Value& message) {
  using What = table::Wished::What;
  const auto wish = read_text(member_of(message, "wish"));
  notices_.emplace_back(table::Wished{.who = read_text(member_of(message, "who")),
                                      .what = wish == "again"    ? What::again
                                              : wish == "enough" ? What::enough
                                                                 : What::gone,
                                      .possible = read_truth(member_of(message, "possible"))});
}

/// A whole table; none of a game that is not known here, or that cannot stand so.
std::optional<Client::Place> Client::read_place(const Value& message) const {
  auto game = read_text(member_of(message, "game"));
  if (!games::facts_of(game)) return std::nullopt;
  auto sitters = read_sitters(member_of(message, "players"));
  Place place{.table = read_number<std::uint64_t>(member_of(message, "table")),
              .seq = read_number<std::uint64_t>(member_of(message, "seq")),
              .told = {.game = std::move(game),
                       .options = read_text(member_of(message, "options")),
                       .viewer = read_seat(member_of(message, "you")),
                       .seats = static_cast<int>(sitters.size()),
                       .log = read_log(member_of(message, "log")),
                       .state = member_of(message, "state")},
              .view = {},
              .sitters = std::move(sitters)};
  if (read_text(member_of(message, "hash")) != hash_of_state(place.told.state)) return std::nullopt;
  auto view = read_view(place.told, kits_);
  if (!view) return std::nullopt;
  place.view = *std::move(view);
  const auto& clock = member_of(message, "clock");
  place.times = read_times(clock, place.sitters.size());
  if (place.times) place.clock = read_text(member_of(clock, "rule"));
  return place;
}

void Client::read_table(const Value& message) {
  healing_ = false;
  auto place = read_place(message);
  if (!place) return confused("the server told of a table that cannot be");
  if (place_ && place_->table == place->table && place_->told.viewer == place->told.viewer) {
    catch_up(*std::move(place));
  } else {
    arrive(*std::move(place));
  }
  tell_end();
}

/// A table that was not known: a game begins, or one is back at it or watches it.
void Client::arrive(Place place) {
  place_ = std::move(place);
  const auto& told = place_->told;
  table::Started started{.table = {place_->table},
                         .seat = told.viewer.value_or(base::Seat{}),
                         .players = names_of(place_->sitters),
                         .view = share(place_->view),
                         .options = told.options,
                         .sitters = place_->sitters,
                         .clock = place_->clock,
                         .times = place_->times};
  if (told.viewer && place_->seq == 0) {
    notices_.emplace_back(std::move(started));
    return;
  }
  table::Resumed resumed{
      .seat = std::move(started), .acts = place_->seq, .past = {}, .watches = !told.viewer.has_value()};
  for (const auto& line : told.log) {
    std::ranges::move(as_happened(line, games::read_events(told.game, line), std::nullopt),
                      std::back_inserter(resumed.past));
  }
  notices_.emplace_back(std::move(resumed));
}

/// The table is told again: what was missed happens now.
void Client::catch_up(Place place) {
  const auto known = place_->seq;
  place.over = place_->over;
  if (place.seq == known) place.asked = place_->asked;
  place_ = std::move(place);
  for (const auto& line : place_->told.log) {
    if (line.seq > known) tell_act(line, games::read_events(place_->told.game, line));
  }
  tell_times();
}

void Client::read_update(const Value& message) {
  if (!place_ || healing_ || read_number<std::uint64_t>(member_of(message, "table")) != place_->table) return;
  auto told = place_->told;
  merge(member_of(message, "patch"), told.state);
  const auto lines = read_log(member_of(message, "log"));
  told.log.insert(told.log.end(), lines.begin(), lines.end());
  const auto seq = read_number<std::uint64_t>(member_of(message, "seq"));
  if (seq != place_->seq + 1 || read_text(member_of(message, "hash")) != hash_of_state(told.state))
    return heal();
  auto view = read_view(told, kits_);
  if (!view) return heal();
  const auto before = std::exchange(place_->view, *std::move(view));
  place_->told = std::move(told);
  place_->seq = seq;
  place_->asked.reset();
  if (message.contains("clock")) place_->times = read_times(message["clock"], place_->sitters.size());
  const auto told_before = notices_.size();
  for (const auto& line : lines) tell_act(line, games::read_events(line, before, place_->view));
  if (notices_.size() == told_before) tell_times();
  tell_end();
}

void Client::read_clock(const Value& message) {
  if (!place_ || read_number<std::uint64_t>(member_of(message, "table")) != place_->table) return;
  place_->times = read_times(message, place_->sitters.size());
  tell_times();
}

void Client::tell_times() {
  if (place_->times) notices_.emplace_back(table::ClockReading{place_->times});
}

void Client::tell_act(const games::LogLine& line, const std::vector<games::AnyEvent>& events) {
  const auto turn = read_seat(member_of(place_->told.state, "turn"));
  for (auto& happened : as_happened(line, events, turn)) {
    if (happened.last) {
      happened.view = share(place_->view);
      happened.times = place_->times;
    }
    notices_.emplace_back(std::move(happened));
  }
}

void Client::tell_end() {
  if (!place_ || place_->over) return;
  auto outcome = read_outcome(member_of(place_->told.state, "outcome"));
  if (!outcome) return;
  place_->over = true;
  // The rules know it as leaving; a table that is told again with the right word comes too late.
  if (const auto& log = place_->told.log; !log.empty() && log.back().is_time_up()) outcome->reason = "time";
  notices_.emplace_back(table::Over{*std::move(outcome)});
}

table::TableFacts Client::read_facts(const Value& table) const {
  table::TableFacts facts{.table = {read_number<std::uint64_t>(member_of(table, "table"))},
                          .game = read_text(member_of(table, "game")),
                          .options = read_text(member_of(table, "options")),
                          .sitters = read_sitters(member_of(table, "players")),
                          .acts = read_number<std::uint64_t>(member_of(table, "acts")),
                          .outcome = read_outcome(member_of(table, "outcome")),
                          .clock = read_text(member_of(table, "clock"))};
  if (table.contains("closed")) facts.closed = base::from_millis(read_number<long long>(table["closed"]));
  if (!table.contains("state") || !games::facts_of(facts.game)) return facts;
  const auto view = read_view({.game = facts.game,
                               .options = facts.options,
                               .viewer = std::nullopt,
                               .seats = static_cast<int>(facts.sitters.size()),
                               .log = {},
                               .state = table["state"]},
                              kits_);
  if (view) facts.view = share(*view);
  return facts;
}

void Client::read_hall(const Value& message) {
  auto overview = std::make_shared<table::Overview>();
  for (const auto& lobby : read_list(member_of(message, "lobbies"))) {
    overview->lobbies.push_back({.game = read_text(member_of(lobby, "game")),
                                 .options = read_text(member_of(lobby, "options")),
                                 .name = read_text(member_of(lobby, "lobby")),
                                 .seats = read_number<int>(member_of(lobby, "seats")),
                                 .present = read_sitters(member_of(lobby, "present")),
                                 .clock = read_text(member_of(lobby, "clock"))});
  }
  for (const auto& table : read_list(member_of(message, "tables")))
    overview->tables.push_back(read_facts(table));
  for (const auto& table : read_list(member_of(message, "finished")))
    overview->finished.push_back(read_facts(table));
  answers_.emplace_back(HallAnswer{std::move(overview)});
}

/// A long game comes in pieces; the next is asked for until there is none.
void Client::read_replay(const Value& replay) {
  if (!replay_) {
    auto game = std::make_shared<Replay>();
    game->table = read_facts(replay);
    game->opened = base::from_millis(read_number<long long>(member_of(replay, "opened")));
    if (!games::facts_of(game->table.game))
      return confused("the server told of a game that is not known here");
    replay_ = Pieces{.game = game,
                     .told = {.game = game->table.game,
                              .options = game->table.options,
                              .viewer = std::nullopt,
                              .seats = static_cast<int>(game->table.sitters.size()),
                              .log = {},
                              .state = {}}};
  }
  for (const auto& step : read_list(member_of(replay, "steps"))) {
    if (!read_step(step)) return confused("the server told of a game that cannot have been");
  }
  if (replay_->game->steps.empty()) return confused("the server told of a game without a beginning");
  if (const auto& next = member_of(replay, "next"); !next.is_null()) {
    if (read_number<std::size_t>(next) != replay_->game->steps.size())
      return confused("the server left a part of the game out");
    return send(Kind::replay, "replay",
                {{"table", replay_->game->table.table.value}, {"from", replay_->game->steps.size()}});
  }
  notices_.emplace_back(table::Accepted{});
  answers_.emplace_back(std::shared_ptr<const Replay>(replay_->game));
  replay_.reset();
}

/// False if it does not follow from the steps before it.
bool Client::read_step(const Value& step) {
  auto& [game, told] = *replay_;
  const bool first = game->steps.empty();
  merge(member_of(step, first ? "state" : "patch"), told.state);
  const auto lines = read_log(member_of(step, "log"));
  told.log.insert(told.log.end(), lines.begin(), lines.end());
  auto view = read_view(told, kits_);
  if (!view) return false;
  Replay::Step read{.events = {}, .view = *std::move(view)};
  if (step.contains("remaining")) read.left = read_durations(step["remaining"]);
  for (const auto& line : lines) {
    if (first) break;
    const auto events = games::read_events(line, game->steps.back().view, read.view);
    std::ranges::move(as_happened(line, events, read_seat(member_of(told.state, "turn"))),
                      std::back_inserter(read.events));
  }
  game->steps.push_back(std::move(read));
  return true;
}

}  // namespace protocols::web
