// Time, counted apart from the server.
#include "simulation/timekeeper.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>

#include "harness/virtual_server.hpp"

namespace simulation {
namespace {

using base::Duration;
using base::Time;

constexpr std::uint64_t kAllSeats = ~std::uint64_t{0};

bool is_move(const table::Entry& entry) { return !entry.text.starts_with('!'); }

/// How the clocks stand, if the notice says so.
const table::Times* times_in(const table::Notice& notice) {
  if (const auto* started = std::get_if<table::Started>(&notice)) return started->times.get();
  if (const auto* resumed = std::get_if<table::Resumed>(&notice)) return resumed->seat.times.get();
  if (const auto* happened = std::get_if<table::Happened>(&notice)) return happened->times.get();
  const auto* reading = std::get_if<table::ClockReading>(&notice);
  return reading == nullptr ? nullptr : reading->times.get();
}

/// What two ways of writing a move have in common: where words are played, they differ in a sign.
std::string words_of(std::string_view text) {
  std::string words(text);
  std::erase_if(words, [](char one) { return one == '.' || one == ':'; });
  return words;
}

/// Whose time runs at the table, or will once they know.
std::optional<base::Seat> thinker(const table::Table& table) {
  const bool stands = !table.clock().is_set() || table.outcome() || games::is_paused(table.state());
  return stands ? std::nullopt : table.to_move();
}

}  // namespace

void Timekeeper::told(base::PlayerId player, const harness::Witness::Place* place,
                      const table::Notice& notice, Time now) {
  if (std::holds_alternative<table::Accepted>(notice) || std::holds_alternative<table::Refused>(notice))
    asking_.erase(player);
  places_.erase(player);
  if (place == nullptr) return;
  auto* game = take_up(place->table);
  if (game == nullptr) return;
  if (place->eyes) {
    places_[player] = {place->table, *place->eyes};
    const auto seat = seats_.find(player);
    const bool has_it = seat != seats_.end() && seat->second.place == places_[player];
    if (has_it || player >= game->newcomer) note_told(*game, *place->eyes, place->acts, now);
  }
  if (const auto* times = times_in(notice)) check_times(player, *game, place->acts, *times, now);
}

/// Whoever has the seat knows how things stood after so many acts. Who came before the table was rebuilt, and
/// has another in their place, may hear of it still: that starts no clock.
void Timekeeper::note_told(Game& game, base::Seat seat, std::size_t acts, Time now) {
  std::erase(vacated_, Place{game.table.header().table, seat});
  game.missing &= ~(std::uint64_t{1} << seat.value);
  auto& turn = game.turn;
  if (turn && turn->seat == seat && !turn->began && acts >= turn->acts) turn->began = now;
}

void Timekeeper::moved(base::PlayerId player, std::string text, Time now) {
  if (const auto seat = seats_.find(player); seat != seats_.end()) {
    arrivals_.push_back({player, seat->second.place, std::move(text), now});
  } else if (const auto place = places_.find(player); place != places_.end()) {
    arrivals_.push_back({player, place->second, std::move(text), now});
  }
}

void Timekeeper::refused(base::PlayerId player) {
  for (auto& one : arrivals_) {
    if (one.player == player) one.doubtful = true;
  }
}

/// Who has come back may be gone again before they could be told: their time runs nevertheless.
void Timekeeper::sits(base::PlayerId player, base::TableId table, base::Seat seat, Sight sight) {
  const Place place{table, seat};
  if (const auto before = seats_.find(player); before != seats_.end() && before->second.place != place)
    stands(player);
  seats_[player] = {place, sight};
  if (const auto found = games_.find(table); found != games_.end())
    found->second.missing &= ~(std::uint64_t{1} << seat.value);
}

/// Gone, or another browser of theirs has the seat now.
void Timekeeper::stands(base::PlayerId player) {
  const auto seat = seats_.find(player);
  if (seat == seats_.end()) return;
  vacated_.push_back(seat->second.place);
  seats_.erase(seat);
}

void Timekeeper::gone(base::PlayerId player) {
  stands(player);
  places_.erase(player);
  asking_.erase(player);
  for (auto& one : arrivals_) {
    if (one.player == player) one.player = {};  // it may have been taken up before
  }
}

void Timekeeper::paused(table::Pause why, Duration gap, Time now) { gaps_.push_back({why, now - gap, now}); }

void Timekeeper::rebuilt(base::TableId table, base::PlayerId newcomer) {
  const auto found = games_.find(table);
  if (found == games_.end()) return;
  std::erase_if(arrivals_, [&](const Arrival& one) { return one.place.table == table; });
  std::erase_if(vacated_, [&](const Place& one) { return one.table == table; });
  found->second.missing = kAllSeats;
  found->second.newcomer = newcomer;
  begin_turn(found->second);
}

void Timekeeper::restarted() {
  places_.clear();
  seats_.clear();
  asking_.clear();
  vacated_.clear();
  arrivals_.clear();
  for (auto& [table, game] : games_) rebuilt(table, {});
}

std::string Timekeeper::look(Server server, Time now) {
  std::vector<base::TableId> tables;
  static_cast<void>(journal_.read_all(
      [&](const store::StoredTable& stored) {
        if (!stored.header.clock.empty()) tables.push_back(stored.header.table);
      },
      [](base::TableId, const base::Error&) {}));
  for (const auto table : tables) {
    auto* game = take_up(table);
    if (game == nullptr || !game->turn) continue;
    look_for_thinker(*game, server, now);
    if (server == Server::awake) check_flag(*game, now);
  }
  return problem_;
}

/// Whose player is away, their time runs as soon as all is durable that comes before. Who went before they
/// were told, and came again, counts as away until they are: coming again stops no clock.
void Timekeeper::look_for_thinker(Game& game, Server server, Time now) {
  auto& turn = *game.turn;
  const Place place{game.table.header().table, turn.seat};
  const bool is_missing = ((game.missing >> turn.seat.value) & 1U) != 0;
  if (turn.began || is_missing) return;
  const bool is_away = !will_be_told(place);
  const bool was_away = std::ranges::find(vacated_, place) != vacated_.end();
  if ((is_away || was_away) && !turn.may_begin) turn.may_begin = now;
  if (is_away && server != Server::behind) turn.began = now;
}

/// Brought up to what is durable.
Timekeeper::Game* Timekeeper::take_up(base::TableId table) {
  const auto stored = journal_.read(table);
  if (!stored || stored->header.clock.empty()) return nullptr;
  auto found = games_.find(table);
  if (found == games_.end()) {
    auto opened = table::Table::open(harness::kits(), stored->header);
    if (!opened) return nullptr;
    found = games_.emplace(table, Game{*std::move(opened)}).first;
    begin_turn(found->second);
  }
  auto& game = found->second;
  while (game.silent.size() < stored->entries.size()) take_up(game, stored->entries[game.silent.size()]);
  return &game;
}

void Timekeeper::take_up(Game& game, const table::Entry& entry) {
  if (game.turn) {
    game.turn->charged += entry.charged;
    check_act(game, entry);
  } else if (entry.charged > Duration{}) {
    complain(game, fmt::format("'{}' is charged {}, and nobody thinks", entry.text, entry.charged));
  }
  const auto events = game.table.advance(entry);
  game.silent.push_back(!events || events->empty());
  const bool goes_on = game.turn && thinker(game.table) == game.turn->seat && !is_move(entry) &&
                       !entry.text.starts_with(table::kTakeback);
  if (goes_on) return;
  begin_turn(game);
}

void Timekeeper::begin_turn(Game& game) {
  game.turn.reset();
  if (const auto seat = thinker(game.table))
    game.turn = Turn{*seat, game.silent.size(), game.table.clock().left(*seat), game.table.forgiven()};
}

void Timekeeper::check_act(const Game& game, const table::Entry& entry) {
  const auto& turn = *game.turn;
  const auto arrived = arrival_of(entry);
  const auto most = used_at_most(turn, arrived.last);
  const auto least = std::min(used_at_least(turn, arrived.first), turn.left);
  if (turn.charged > most) {
    complain(game, fmt::format("seat {} used {} until '{}', and is charged {}", turn.seat.value, most,
                               entry.text, turn.charged));
  }
  if (is_move(entry) && turn.charged + table::kBeat < least) {
    complain(game, fmt::format("seat {} used {} until '{}', and is charged only {}", turn.seat.value, least,
                               entry.text, turn.charged));
  }
  if (entry.text == table::kFlag && has_moved_in_time(game))
    complain(game, fmt::format("seat {} is out of time, and has moved before", turn.seat.value));
  if (is_move(entry)) forget_moves({entry.table, entry.who}, arrived.first);
}

/// What players are told of the clocks, if it is about how the table stands now: who has turned away from it
/// may still hear how it stood before it was rebuilt.
void Timekeeper::check_times(base::PlayerId player, const Game& game, std::size_t acts,
                             const table::Times& times, Time now) {
  if (player < game.newcomer) return;
  const auto later = game.silent.begin() + static_cast<std::ptrdiff_t>(std::min(acts, game.silent.size()));
  if (!std::all_of(later, game.silent.end(), [](bool silent) { return silent; })) return;
  for (std::size_t at = 0; at < times.left.size(); ++at) {
    const base::Seat seat{static_cast<std::uint8_t>(at)};
    const auto most = game.table.clock().left(seat);
    const auto least =
        game.turn && game.turn->seat == seat ? game.turn->left - used_at_most(*game.turn, now) : most;
    if (times.left[at] > most || times.left[at] < std::min(most, std::max(least, Duration{}))) {
      complain(game, fmt::format("seat {} is told to have {} left: between {} and {} is true", at,
                                 times.left[at], least, most));
    }
  }
}

/// Whose time is up has lost, unless something of theirs waits to be heard: it may be the move, come in time.
void Timekeeper::check_flag(const Game& game, Time now) {
  const auto& turn = *game.turn;
  if (!is_heard({game.table.header().table, turn.seat})) return;
  if (const auto time = used_at_least(turn, now); time > turn.left + table::kBeat)
    complain(game, fmt::format("seat {} has used {} of {}, and plays on", turn.seat.value, time, turn.left));
}

/// Whether a move has arrived that could be made, and was not taken up.
bool Timekeeper::has_moved_in_time(const Game& game) const {
  const auto& turn = *game.turn;
  const Place place{game.table.header().table, turn.seat};
  const auto is_right = [&](const Arrival& one) {
    const auto at = places_.find(one.player);
    const bool is_here = one.place == place && at != places_.end() && at->second == place;
    if (!is_here || one.doubtful || !turn.began || one.at <= *turn.began ||
        used_at_most(turn, one.at) > turn.left)
      return false;
    auto state = game.table.state();
    const auto move = games::read(game.table.header().game, one.text);
    return move && games::play(state, turn.seat, *move);
  };
  return std::ranges::any_of(arrivals_, is_right);
}

/// When the move of the entry came, if it is known. Some protocols make another of it, or one of nonsense.
Timekeeper::Window Timekeeper::arrival_of(const table::Entry& entry) const {
  if (!is_move(entry)) return {entry.at, entry.at};
  const auto words = words_of(entry.text);
  std::vector<Time> same;
  auto first = entry.at;
  for (const auto& one : arrivals_) {
    if (one.place != Place{entry.table, entry.who} || one.at > entry.at) continue;
    first = std::min(first, one.at);
    if (words_of(one.text) == words) same.push_back(one.at);
  }
  if (same.empty()) return {first, entry.at};
  const auto [early, late] = std::ranges::minmax(same);
  return {early, late};
}

/// Moves of one player are taken up in their order.
void Timekeeper::forget_moves(const Place& place, Time until) {
  std::erase_if(arrivals_, [&](const Arrival& one) { return one.place == place && one.at <= until; });
}

/// How long the player thought in the turn until then.
Duration Timekeeper::used_at_most(const Turn& turn, Time until) const {
  if (turn.may_begin) return used(turn, *turn.may_begin, until);
  return used_at_least(turn, until);
}

Duration Timekeeper::used_at_least(const Turn& turn, Time until) const {
  return turn.began ? used(turn, *turn.began, until) : Duration{};
}

Duration Timekeeper::used(const Turn& turn, Time since, Time until) const {
  if (until <= since) return {};
  auto time = until - since;
  auto budget = table::kMostForgiven - turn.forgiven;
  for (const auto& [why, from, to] : gaps_) {
    const auto begin = std::max(from, since);
    if (begin >= std::min(to, until)) continue;
    const auto gap = to - begin;
    const auto given = why == table::Pause::of_journal ? gap : std::clamp(budget, Duration{}, gap);
    budget -= given;
    time -= std::min(given, until - begin);
  }
  return time;
}

/// Whether somebody has the seat who was told so, or will be, and does not want to watch another table.
bool Timekeeper::will_be_told(const Place& place) const {
  const auto was_told = [&](const auto& one) {
    const auto found = seats_.find(one.first);
    return one.second == place && (found == seats_.end() || found->second.sight == Sight::of_seat);
  };
  const auto looks = [&](const auto& one) {
    return one.second.place == place && one.second.sight == Sight::of_seat;
  };
  return std::ranges::any_of(places_, was_told) || std::ranges::any_of(seats_, looks);
}

/// Whether what whoever has the seat says is heard at once.
bool Timekeeper::is_heard(const Place& place) const {
  return std::ranges::none_of(asking_, [&](base::PlayerId one) {
    const auto found = seats_.find(one);
    return found != seats_.end() && found->second.place == place;
  });
}

/// The first is the cause.
void Timekeeper::complain(const Game& game, const std::string& what) {
  if (problem_.empty())
    problem_ = fmt::format("table {}, act {}: {}", game.table.header().table.value, game.silent.size(), what);
}

}  // namespace simulation
