// The hall: queues, seats, and what everybody is told about them.
#include "table/hall.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>

namespace table {

Hall::Hall(const games::Kits& kits, const HallSettings& settings)
    : kits_(kits), hold_(settings.hold), seeds_(settings.seed), next_table_(settings.first_table.value) {}

void Hall::arrive(PlayerId player, std::string_view protocol) {
  visitors_.insert(player.value, {protocol, fmt::format("guest-{}", next_guest_++), nullptr, {}, false});
}

void Hall::handle(PlayerId player, const Request& request, Time now, Effects& effects) {
  auto handled = std::visit(
      [&](const auto& one) -> Result<void> {
        using What = std::decay_t<decltype(one)>;
        if constexpr (std::is_same_v<What, Seek>) return seek(player, one, now, effects);
        if constexpr (std::is_same_v<What, Play>) return play(player, one, now, effects);
        if constexpr (std::is_same_v<What, Rematch>) return rematch(player, one, now, effects);
      },
      request);
  if (!handled) effects.tell.emplace_back(player, Refused{std::move(handled).error()});
}

void Hall::depart(PlayerId player, Time now, Effects& effects) {
  const auto* found = visitors_.find(player.value);
  if (found == nullptr) return;
  const auto [protocol, name, sitting, seat, waiting] = *found;
  if (waiting) stop_waiting(player);
  visitors_.erase(player.value);
  if (sitting == nullptr) return;

  sitting->players[seat.value].reset();
  if (auto step = sitting->table.leave(seat, now)) {
    record(*sitting, *std::move(step), effects);
  } else {
    sitting->wishes[seat.value] = Wish::enough;  // a peer that is gone wants no other game
  }
  if (std::ranges::none_of(sitting->players, &std::optional<PlayerId>::has_value)) return close(*sitting);
  settle_wishes(*sitting, now, effects);
}

void Hall::wake(Time now, Effects& effects) {
  while (!holds_.empty() && holds_.begin()->first <= now) {
    const auto id = holds_.begin()->second;
    holds_.erase(holds_.begin());
    const auto found = sittings_.find(id);
    if (found == sittings_.end()) continue;
    if (auto step = found->second.table.abandon(now)) record(found->second, *std::move(step), effects);
    close(found->second);
  }
}

std::optional<Time> Hall::next_wake() const {
  if (holds_.empty()) return std::nullopt;
  return holds_.begin()->first;
}

void Hall::restore(Table table, Time now) {
  const auto id = table.header().table;
  const auto seats = table.seats();
  next_table_ = std::max(next_table_, id.value + 1);
  holds_.emplace(now + hold_, id);
  sittings_.emplace(id, Sitting{std::move(table), std::vector<std::optional<PlayerId>>(seats),
                                std::vector<std::optional<Wish>>(seats)});
}

std::vector<PlayerId> Hall::evict(TableId table) {
  std::vector<PlayerId> evicted;
  const auto found = sittings_.find(table);
  if (found == sittings_.end()) return evicted;
  for (const auto& player : found->second.players) {
    if (player) evicted.push_back(*player);
  }
  close(found->second);
  return evicted;
}

const Table* Hall::find(TableId table) const {
  const auto found = sittings_.find(table);
  return found == sittings_.end() ? nullptr : &found->second.table;
}

std::size_t Hall::count_tables(std::string_view game) const {
  return static_cast<std::size_t>(std::ranges::count_if(
      sittings_, [&](const auto& one) { return one.second.table.header().game == game; }));
}

std::uint64_t Hall::count_moves(std::string_view game) const {
  const auto found = std::ranges::find(games::All::names, game);
  return found == games::All::names.end()
             ? 0
             : moves_[static_cast<std::size_t>(found - games::All::names.begin())];
}

Result<void> Hall::seek(PlayerId player, const Seek& request, Time now, Effects& effects) {
  auto& seeker = visitor(player);
  if (seeker.waiting || seeker.sitting != nullptr)
    return fail(Code::already_seated, "you wait or play already");
  auto options = games::tidy_options(request.game, request.options);
  if (!options) return std::unexpected(std::move(options).error());
  const auto facts = *games::facts_of(request.game);
  if (request.seats < facts.min_seats || request.seats > facts.max_seats) {
    return fail(Code::bad_seats,
                fmt::format("{} is for {} to {} players", facts.name, facts.min_seats, facts.max_seats));
  }
  effects.tell.emplace_back(player, Accepted{});
  const Kind kind{request.game, *std::move(options), request.seats};
  auto& queue = queues_[kind];
  queue.push_back(player);
  seeker.waiting = true;
  if (queue.size() < static_cast<std::size_t>(request.seats)) return {};
  if (auto seated = seat_together(kind, queue, now, effects); !seated) {
    seeker.waiting = false;
    queue.pop_back();
    effects.tell.pop_back();
    return std::unexpected(std::move(seated).error());
  }
  queues_.erase(kind);
  return {};
}

Result<void> Hall::play(PlayerId player, const Play& request, Time now, Effects& effects) {
  const auto sitting = sitting_of(player);
  if (!sitting) return std::unexpected(sitting.error());
  auto step = (*sitting)->table.play(visitor(player).seat, request.move, now);
  if (!step) return std::unexpected(std::move(step).error());
  ++moves_[request.move.index()];
  effects.tell.emplace_back(player, Accepted{});
  record(**sitting, *std::move(step), effects);
  return {};
}

Result<void> Hall::rematch(PlayerId player, const Rematch& request, Time now, Effects& effects) {
  const auto sitting = sitting_of(player);
  if (!sitting) return std::unexpected(sitting.error());
  auto& wish = (*sitting)->wishes[visitor(player).seat.value];
  if (!(*sitting)->table.outcome()) return fail(Code::illegal_move, "the game is not over");
  if (wish) return fail(Code::already_seated, "you have answered already");
  wish = request.wish;
  effects.tell.emplace_back(player, Accepted{});
  settle_wishes(**sitting, now, effects);
  return {};
}

Result<Hall::Sitting*> Hall::sitting_of(PlayerId player) {
  Sitting* sitting = visitor(player).sitting;
  if (sitting == nullptr) return fail(Code::not_at_table, "you sit at no table");
  return sitting;
}

/// Opens a table for players in seat order. Whoever waited or sat elsewhere sits here afterwards.
Result<void> Hall::seat_together(const Kind& kind, const std::vector<PlayerId>& players, Time now,
                                 Effects& effects) {
  const auto& [game, options, seats] = kind;
  Header header{{next_table_}, game, options, seeds_.next(), games::facts_of(game)->revision, now, {}};
  std::vector<std::string> names;
  for (const auto player : players) {
    const auto& someone = visitor(player);
    header.chairs.push_back({someone.name, std::string(someone.protocol)});
    names.push_back(someone.name);
  }
  auto table = Table::open(kits_, header);
  if (!table) return std::unexpected(std::move(table).error());
  ++next_table_;
  auto& sitting = sittings_
                      .emplace(header.table, Sitting{*std::move(table),
                                                     {players.begin(), players.end()},
                                                     std::vector<std::optional<Wish>>(players.size())})
                      .first->second;
  for (std::size_t at = 0; at < players.size(); ++at) {
    const Seat seat{static_cast<std::uint8_t>(at)};
    auto& someone = visitor(players[at]);
    someone.waiting = false;
    someone.sitting = &sitting;
    someone.seat = seat;
    auto view = std::make_shared<games::AnyView>(games::view(sitting.table.state(), seat));
    effects.tell.emplace_back(players[at], Started{header.table, seat, names, std::move(view)});
  }
  effects.journal.emplace_back(std::move(header));
  return {};
}

/// Journals a step and tells everybody at the table what they may know of it.
void Hall::record(Sitting& sitting, Step step, Effects& effects) {
  const auto who = step.entry.who;
  const auto now = step.entry.at;
  const auto outcome = sitting.table.outcome();
  const auto to_move = sitting.table.to_move();
  effects.journal.emplace_back(std::move(step.entry));
  if (outcome) effects.journal.emplace_back(Closing{sitting.table.header().table, now, *outcome});
  for (std::size_t at = 0; at < sitting.players.size(); ++at) {
    if (!sitting.players[at]) continue;
    const auto player = *sitting.players[at];
    for (const auto& event : step.events) {
      const Seat seat{static_cast<std::uint8_t>(at)};
      effects.tell.emplace_back(player, Happened{who, games::redact(event, seat), to_move});
    }
    if (outcome) effects.tell.emplace_back(player, Over{*outcome});
  }
}

/// Once all have answered: another game for the same seats, or everybody is free to go.
void Hall::settle_wishes(Sitting& sitting, Time now, Effects& effects) {
  if (!std::ranges::all_of(sitting.wishes, &std::optional<Wish>::has_value)) return;
  const bool again =
      std::ranges::all_of(sitting.wishes, [](const auto& wish) { return wish == Wish::again; });
  std::vector<PlayerId> players;
  for (const auto& player : sitting.players) {
    if (player) players.push_back(*player);
  }
  for (const auto player : players)
    effects.tell.emplace_back(player, Agreed{again ? Wish::again : Wish::enough});
  const auto& header = sitting.table.header();
  const Kind kind{header.game, header.options, static_cast<int>(sitting.players.size())};
  close(sitting);
  // The same game opened for the same seats before, so it opens again.
  if (again) static_cast<void>(seat_together(kind, players, now, effects));
}

void Hall::stop_waiting(PlayerId player) {
  for (auto queue = queues_.begin(); queue != queues_.end(); ++queue) {
    if (std::erase(queue->second, player) == 0) continue;
    if (queue->second.empty()) queues_.erase(queue);
    return;
  }
}

/// Takes the table out of the hall; whoever sits there is free again.
void Hall::close(Sitting& sitting) {
  for (const auto& player : sitting.players) {
    if (player) visitor(*player).sitting = nullptr;
  }
  sittings_.erase(sitting.table.header().table);
}

}  // namespace table
