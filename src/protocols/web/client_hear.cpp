// The client's half of the browser's protocol: what the server tells of lobbies, tables and the hall.
#include <algorithm>
#include <boost/json.hpp>
#include <span>

#include "protocols/web/client.hpp"
#include "protocols/web/state.hpp"

namespace protocols::web {
namespace {

namespace json = boost::json;

std::string text_of(const json::value& value) { return std::string(value.as_string()); }

std::vector<table::Sitter> read_sitters(const json::value& sitters) {
  const auto& list = sitters.as_array();
  std::vector<table::Sitter> read;
  read.reserve(list.size());
  for (const auto& one : list) {
    const auto* here = one.as_object().if_contains("here");
    read.push_back(
        {text_of(one.at("name")), text_of(one.at("protocol")), here == nullptr || here->as_bool()});
  }
  return read;
}

std::vector<std::string> names_of(const std::vector<table::Sitter>& sitters) {
  std::vector<std::string> names;
  names.reserve(sitters.size());
  for (const auto& sitter : sitters) names.push_back(sitter.name);
  return names;
}

std::optional<std::size_t> game_of(std::string_view name) {
  const auto found = std::ranges::find(games::names(), name);
  if (found == games::names().end()) return std::nullopt;
  return static_cast<std::size_t>(found - games::names().begin());
}

/// The document's rule: each member of the patch as a whole.
void merge(const json::object& patch, json::object& state) {
  for (const auto& member : patch) state.insert_or_assign(member.key(), member.value());
}

std::string hash_of_state(const json::object& state) { return hash_of(json::serialize(state)); }

std::shared_ptr<const games::AnyView> share(const games::AnyView& view) {
  return std::make_shared<games::AnyView>(view);
}

/// An act of the log in the order in which its events happened.
std::vector<table::Happened> as_happened(const LogLine& line, const std::vector<games::AnyEvent>& events,
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

std::vector<base::Duration> read_durations(const json::value& list) {
  std::vector<base::Duration> read;
  read.reserve(list.as_array().size());
  for (const auto& one : list.as_array()) read.emplace_back(one.to_number<base::Duration::rep>());
  return read;
}

/// Nothing where there is no clock, or one that is not of so many seats.
std::shared_ptr<const table::Times> read_times(const json::value& clock, std::size_t seats) {
  if (clock.is_null()) return nullptr;
  table::Times times{read_durations(clock.at("remaining")), read_seat(clock.at("running"))};
  if (times.left.size() != seats || (times.running && times.running->value >= seats)) return nullptr;
  return std::make_shared<const table::Times>(std::move(times));
}

}  // namespace

void Client::read_lobby(const Object& message) {
  table::Gathered gathered{.change = message.at("change").as_string() == "left"
                                         ? table::Gathered::Change::left
                                         : table::Gathered::Change::came,
                           .who = text_of(message.at("who")),
                           .lobby = text_of(message.at("lobby")),
                           .present = {},
                           .seats = message.at("seats").to_number<int>(),
                           .clock = text_of(message.at("clock"))};
  for (const auto& name : message.at("present").as_array()) gathered.present.push_back(text_of(name));
  notices_.emplace_back(std::move(gathered));
}

void Client::read_renamed(const Object& message) {
  table::Renamed renamed{text_of(message.at("from")), text_of(message.at("to"))};
  if (place_) {
    for (auto& sitter : place_->sitters) {
      if (sitter.name == renamed.from) sitter.name = renamed.to;
    }
  }
  notices_.emplace_back(std::move(renamed));
}

void Client::read_presence(const Object& message) {
  const auto seat = message.at("seat").to_number<std::uint8_t>();
  if (!place_ || seat >= place_->sitters.size()) return;
  place_->sitters[seat].here = message.at("here").as_bool();
  notices_.emplace_back(table::Presence{{seat}, place_->sitters[seat].here});
}

void Client::read_offer(const Object& message) {
  using Fate = table::Offered::Fate;
  const auto& fate = message.at("fate").as_string();
  const bool draw = message.at("what").as_string() == "draw";
  notices_.emplace_back(
      table::Aside{table::Offered{.who = {message.at("who").to_number<std::uint8_t>()},
                                  .what = draw ? table::Proposal::draw : table::Proposal::takeback,
                                  .fate = fate == "made"        ? Fate::made
                                          : fate == "declined"  ? Fate::declined
                                          : fate == "withdrawn" ? Fate::withdrawn
                                                                : Fate::lapsed}});
}

void Client::read_wish(const Object& message) {
  using What = table::Wished::What;
  const auto& wish = message.at("wish").as_string();
  notices_.emplace_back(table::Aside{table::Wished{.who = text_of(message.at("who")),
                                                   .what = wish == "again"    ? What::again
                                                           : wish == "enough" ? What::enough
                                                                              : What::gone,
                                                   .possible = message.at("possible").as_bool()}});
}

/// A whole table; none of a game that is not known here. Code::malformed comes as an exception of Boost or as
/// nothing.
std::optional<Client::Place> Client::read_place(const Object& message) const {
  const auto game = game_of(message.at("game").as_string());
  if (!game) return std::nullopt;
  auto sitters = read_sitters(message.at("players"));
  Place place{.table = message.at("table").to_number<std::uint64_t>(),
              .seq = message.at("seq").to_number<std::uint64_t>(),
              .told = {.game = *game,
                       .options = text_of(message.at("options")),
                       .viewer = read_seat(message.at("you")),
                       .seats = static_cast<int>(sitters.size()),
                       .log = read_log(message.at("log")),
                       .state = message.at("state").as_object()},
              .view = {},
              .sitters = std::move(sitters)};
  if (message.at("hash").as_string() != hash_of_state(place.told.state)) return std::nullopt;
  auto view = read_view(place.told, kits_);
  if (!view) return std::nullopt;
  place.view = *std::move(view);
  const auto& clock = message.at("clock");
  place.times = read_times(clock, place.sitters.size());
  if (place.times) place.clock = text_of(clock.at("rule"));
  return place;
}

void Client::read_table(const Object& message) {
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
    std::ranges::move(as_happened(line, read_events(told.game, line), std::nullopt),
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
    if (line.seq > known) tell_act(line, read_events(place_->told.game, line));
  }
  tell_times();
}

void Client::read_update(const Object& message) {
  if (!place_ || healing_ || message.at("table").to_number<std::uint64_t>() != place_->table) return;
  auto told = place_->told;
  merge(message.at("patch").as_object(), told.state);
  const auto lines = read_log(message.at("log"));
  told.log.insert(told.log.end(), lines.begin(), lines.end());
  const auto seq = message.at("seq").to_number<std::uint64_t>();
  if (seq != place_->seq + 1 || message.at("hash").as_string() != hash_of_state(told.state)) return heal();
  auto view = read_view(told, kits_);
  if (!view) return heal();
  const auto before = std::exchange(place_->view, *std::move(view));
  place_->told = std::move(told);
  place_->seq = seq;
  place_->asked.reset();
  if (const auto* clock = message.if_contains("clock"))
    place_->times = read_times(*clock, place_->sitters.size());
  const auto told_before = notices_.size();
  for (const auto& line : lines) tell_act(line, read_events(line, before, place_->view));
  if (notices_.size() == told_before) tell_times();
  tell_end();
}

void Client::read_clock(const Object& message) {
  if (!place_ || message.at("table").to_number<std::uint64_t>() != place_->table) return;
  place_->times = read_times(message, place_->sitters.size());
  tell_times();
}

void Client::tell_times() {
  if (place_->times) notices_.emplace_back(table::Aside{place_->times});
}

void Client::tell_act(const LogLine& line, const std::vector<games::AnyEvent>& events) {
  const auto turn = read_seat(place_->told.state.at("turn"));
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
  auto outcome = read_outcome(place_->told.state.at("outcome"));
  if (!outcome) return;
  place_->over = true;
  // The rules know it as leaving; a table that is told again with the right word comes too late.
  if (const auto& log = place_->told.log; !log.empty() && log.back().is_time_up()) outcome->reason = "time";
  notices_.emplace_back(table::Over{*std::move(outcome)});
}

table::TableFacts Client::read_facts(const Value& table) const {
  table::TableFacts facts{.table = {table.at("table").to_number<std::uint64_t>()},
                          .game = text_of(table.at("game")),
                          .options = text_of(table.at("options")),
                          .sitters = read_sitters(table.at("players")),
                          .acts = table.at("acts").to_number<std::uint64_t>(),
                          .outcome = read_outcome(table.at("outcome")),
                          .clock = text_of(table.at("clock"))};
  const auto& members = table.as_object();
  if (const auto* closed = members.if_contains("closed"))
    facts.closed = base::from_millis(closed->to_number<long long>());
  const auto* state = members.if_contains("state");
  const auto game = game_of(facts.game);
  if (state == nullptr || !game) return facts;
  const auto view = read_view({.game = *game,
                               .options = facts.options,
                               .viewer = std::nullopt,
                               .seats = static_cast<int>(facts.sitters.size()),
                               .log = {},
                               .state = state->as_object()},
                              kits_);
  if (view) facts.view = share(*view);
  return facts;
}

void Client::read_hall(const Object& message) {
  auto overview = std::make_shared<table::Overview>();
  for (const auto& lobby : message.at("lobbies").as_array()) {
    overview->lobbies.push_back({.game = text_of(lobby.at("game")),
                                 .options = text_of(lobby.at("options")),
                                 .name = text_of(lobby.at("lobby")),
                                 .seats = lobby.at("seats").to_number<int>(),
                                 .present = read_sitters(lobby.at("present")),
                                 .clock = text_of(lobby.at("clock"))});
  }
  for (const auto& table : message.at("tables").as_array()) overview->tables.push_back(read_facts(table));
  for (const auto& table : message.at("finished").as_array()) overview->finished.push_back(read_facts(table));
  notices_.emplace_back(table::Aside{std::shared_ptr<const table::Overview>(std::move(overview))});
}

/// A long game comes in pieces; the next is asked for until there is none.
void Client::read_replay(const Value& replay) {
  if (!recalled_) {
    auto recalled = std::make_shared<table::Recalled>();
    recalled->table = read_facts(replay);
    recalled->opened = base::from_millis(replay.at("opened").to_number<long long>());
    const auto game = game_of(recalled->table.game);
    if (!game) return confused("the server told of a game that is not known here");
    recalled_ = Pieces{.game = recalled,
                       .told = {.game = *game,
                                .options = recalled->table.options,
                                .viewer = std::nullopt,
                                .seats = static_cast<int>(recalled->table.sitters.size()),
                                .log = {},
                                .state = {}}};
  }
  for (const auto& step : replay.at("steps").as_array()) {
    if (!read_step(step)) return confused("the server told of a game that cannot have been");
  }
  if (recalled_->game->steps.empty()) return confused("the server told of a game without a beginning");
  if (const auto& next = replay.at("next"); !next.is_null()) {
    if (next.to_number<std::size_t>() != recalled_->game->steps.size())
      return confused("the server left a part of the game out");
    return send(Kind::replay, "replay",
                {{"table", recalled_->game->table.table.value}, {"from", recalled_->game->steps.size()}});
  }
  notices_.emplace_back(table::Accepted{});
  notices_.emplace_back(table::Aside{std::shared_ptr<const table::Recalled>(recalled_->game)});
  recalled_.reset();
}

/// False if it does not follow from the steps before it.
bool Client::read_step(const Value& step) {
  auto& [game, told] = *recalled_;
  const bool first = game->steps.empty();
  merge(step.at(first ? "state" : "patch").as_object(), told.state);
  const auto lines = read_log(step.at("log"));
  told.log.insert(told.log.end(), lines.begin(), lines.end());
  auto view = read_view(told, kits_);
  if (!view) return false;
  table::Recalled::Step read{.events = {}, .view = *std::move(view)};
  if (const auto* left = step.as_object().if_contains("remaining")) read.left = read_durations(*left);
  for (const auto& line : lines) {
    if (first) break;
    const auto events = read_events(line, game->steps.back().view, read.view);
    std::ranges::move(as_happened(line, events, read_seat(told.state.at("turn"))),
                      std::back_inserter(read.events));
  }
  game->steps.push_back(std::move(read));
  return true;
}

}  // namespace protocols::web
