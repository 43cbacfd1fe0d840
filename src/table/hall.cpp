// The hall: queues, seats, and what everybody is told about them.
#include "table/hall.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>

#include "base/text.hpp"

namespace table {
namespace {

constexpr std::size_t kLongestName = 32;

bool is_present(const std::optional<PlayerId>& player) { return player.has_value(); }

}  // namespace

Result<void> check_name(std::string_view name) {
  if (!base::is_printable(name)) return fail(Code::bad_name, "a name has no control characters");
  const auto length = base::count_characters(name);
  if (length == 0 || length > kLongestName) return fail(Code::bad_name, "a name has 1 to 32 characters");
  return {};
}

Result<std::vector<Happened>> history(const games::Kits& kits, const Header& header,
                                      std::span<const Entry> entries, games::Viewer viewer) {
  auto table = Table::open(kits, header);
  if (!table) return std::unexpected(std::move(table).error());
  std::vector<Happened> past;
  for (const auto& entry : entries) {
    const auto events = table->advance(entry);
    if (!events) return std::unexpected(events.error());
    for (const auto& event : *events) {
      past.push_back({entry.who, games::redact(event, viewer), table->to_move(), &event == &events->back()});
    }
  }
  return past;
}

Hall::Hall(const games::Kits& kits, const HallSettings& settings)
    : kits_(kits),
      hold_(settings.hold),
      grace_(settings.grace),
      come_back_(settings.come_back),
      seeds_(settings.seed),
      next_table_(settings.first_table.value) {}

void Hall::arrive(PlayerId player, std::string_view protocol, std::string_view address) {
  auto name = guest_name();
  names_.emplace(name, player);
  visitors_.insert(player.value,
                   {protocol, std::string(address), std::move(name), nullptr, {}, false, false});
}

void Hall::handle(PlayerId player, const Request& request, Time now, Effects& effects) {
  auto handled = std::visit(
      [&](const auto& one) -> Result<void> {
        using What = std::decay_t<decltype(one)>;
        if constexpr (std::is_same_v<What, Seek>) return seek(player, one, now, effects);
        if constexpr (std::is_same_v<What, Play>) return play(player, one, now, effects);
        if constexpr (std::is_same_v<What, Rematch>) return rematch(player, one, now, effects);
        if constexpr (std::is_same_v<What, Name>) return name(player, one, effects);
        if constexpr (std::is_same_v<What, Leave>) return leave(player, now, effects);
        if constexpr (std::is_same_v<What, Say>) return say(player, one, effects);
      },
      request);
  if (!handled) effects.tell.emplace_back(player, Refused{std::move(handled).error()});
}

void Hall::depart(PlayerId player, Time now, Effects& effects) {
  if (visitors_.find(player.value) == nullptr) return;
  get_up(player, now, effects);
  erase_visitor(player);
}

void Hall::lose(PlayerId player, Time now, Effects& effects) {
  const auto* found = visitors_.find(player.value);
  if (found == nullptr) return;
  const auto [sitting, seat] = std::pair(found->sitting, found->seat);
  if (grace_ == base::Duration{} || !found->named || sitting == nullptr || sitting->table.outcome()) {
    return depart(player, now, effects);
  }
  sitting->players[seat.value].reset();
  erase_visitor(player);
  hold_seat(*sitting, seat, now + grace_);
}

void Hall::wake(Time now, Effects& effects) {
  while (!holds_.empty() && holds_.begin()->first <= now) {
    const auto [until, place] = *holds_.begin();
    holds_.erase(holds_.begin());
    const auto found = sittings_.find(place.table);
    if (found == sittings_.end() || found->second.held[place.seat.value] != until) continue;
    give_up(found->second, place.seat, now, effects);
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
  auto& sitting = sittings_
                      .emplace(id, Sitting{std::move(table), std::vector<std::optional<PlayerId>>(seats),
                                           std::vector<std::optional<Wish>>(seats),
                                           std::vector<std::optional<Time>>(seats)})
                      .first->second;
  for (std::size_t at = 0; at < seats; ++at) {
    const Seat seat{static_cast<std::uint8_t>(at)};
    if (!sitting.table.has_left(seat)) hold_seat(sitting, seat, now + hold_);
  }
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

Result<void> Hall::name(PlayerId player, const Name& request, Effects& effects) {
  auto& someone = visitor(player);
  if (auto right = check_name(request.name); !right) return right;
  if (someone.sitting != nullptr && !someone.sitting->table.outcome())
    return fail(Code::already_seated, "names do not change during a game");
  if (const auto owner = names_.find(request.name); owner != names_.end() && owner->second != player)
    return fail(Code::name_taken, "somebody has that name");
  std::optional<Place> place;
  if (const auto seat = reserved_.find(request.name); seat != reserved_.end()) {
    place = seat->second;
    const auto& chair = sittings_.at(place->table).table.header().chairs[place->seat.value];
    const bool known = come_back_ == ComeBack::any_address || chair.address == someone.address;
    if (!known || chair.protocol != someone.protocol || someone.waiting || someone.sitting != nullptr)
      return fail(Code::name_taken, "a seat waits for somebody of that name");
  }
  names_.erase(someone.name);
  names_.emplace(request.name, player);
  someone.name = request.name;
  someone.named = true;
  effects.tell.emplace_back(player, Accepted{});
  if (place) lead_back(player, *place, effects);
  return {};
}

Result<void> Hall::seek(PlayerId player, const Seek& request, Time now, Effects& effects) {
  const auto& seeker = visitor(player);
  if (seeker.sitting != nullptr && !seeker.sitting->table.outcome())
    return fail(Code::already_seated, "you play already");
  auto options = games::tidy_options(request.game, request.options);
  if (!options) return std::unexpected(std::move(options).error());
  const auto facts = *games::facts_of(request.game);
  if (request.seats < facts.min_seats || request.seats > facts.max_seats) {
    return fail(Code::bad_seats,
                fmt::format("{} is for {} to {} players", facts.name, facts.min_seats, facts.max_seats));
  }
  const Kind kind{request.game, *std::move(options), request.seats};
  if (request.rooms == Rooms::one) {
    if (is_running(request.game, std::get<1>(kind)))
      return fail(Code::game_running, "one game at a time, and one is being played");
    if (const auto other = other_queue(player, kind)) {
      effects.tell.emplace_back(
          player, Refused{{Code::other_queue, fmt::format("others wait for a game of {}", *other)}, *other});
      return {};
    }
  }
  // Tried first, so that a table that cannot be opened is refused while nothing has changed.
  if (auto table = games::start(kits_, request.game, std::get<1>(kind), request.seats, 0); !table)
    return std::unexpected(std::move(table).error());
  effects.tell.emplace_back(player, Accepted{});
  get_up(player, now, effects);
  wait(player, kind, now, effects);
  return {};
}

/// Joins the queue; the one who completes it is the one who opens the table.
void Hall::wait(PlayerId player, const Kind& kind, Time now, Effects& effects) {
  auto& queue = queues_[kind];
  queue.push_back(player);
  visitor(player).waiting = true;
  tell_queue(kind, effects);
  if (queue.size() < static_cast<std::size_t>(std::get<2>(kind))) return;
  const auto players = std::move(queue);
  queues_.erase(kind);
  // A table of this kind was tried out before anybody could wait for it.
  static_cast<void>(seat_together(kind, players, now, effects));
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

Result<void> Hall::leave(PlayerId player, Time now, Effects& effects) {
  const auto& someone = visitor(player);
  if (!someone.waiting && someone.sitting == nullptr)
    return fail(Code::not_at_table, "you neither wait nor play");
  effects.tell.emplace_back(player, Accepted{});
  get_up(player, now, effects);
  return {};
}

Result<void> Hall::say(PlayerId player, const Say& request, Effects& effects) {
  const auto& speaker = visitor(player);
  if (request.text.empty() || !base::is_printable(request.text))
    return fail(Code::malformed, "what is said must be text");
  effects.tell.emplace_back(player, Accepted{});
  const Said said{speaker.name, request.text};
  if (speaker.sitting != nullptr) {
    for (const auto& other : speaker.sitting->players) {
      if (other) effects.tell.emplace_back(*other, said);
    }
    return {};
  }
  for (const auto& [name, other] : names_) {
    if (visitor(other).sitting == nullptr) effects.tell.emplace_back(other, said);
  }
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
    header.chairs.push_back({someone.name, std::string(someone.protocol), someone.address});
    names.push_back(someone.name);
  }
  auto table = Table::open(kits_, header);
  if (!table) return std::unexpected(std::move(table).error());
  ++next_table_;
  auto& sitting = sittings_
                      .emplace(header.table, Sitting{*std::move(table),
                                                     {players.begin(), players.end()},
                                                     std::vector<std::optional<Wish>>(players.size()),
                                                     std::vector<std::optional<Time>>(players.size())})
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
      effects.tell.emplace_back(
          player, Happened{who, games::redact(event, seat), to_move, &event == &step.events.back()});
    }
    if (outcome) effects.tell.emplace_back(player, Over{*outcome});
  }
  if (outcome) release_seats(sitting);
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

void Hall::tell_queue(const Kind& kind, Effects& effects) const {
  const auto& queue = queues_.at(kind);
  const Waiting waiting{static_cast<int>(queue.size()), std::get<2>(kind)};
  for (const auto player : queue) effects.tell.emplace_back(player, waiting);
}

void Hall::stop_waiting(PlayerId player, Effects& effects) {
  visitor(player).waiting = false;
  for (auto queue = queues_.begin(); queue != queues_.end(); ++queue) {
    if (std::erase(queue->second, player) == 0) continue;
    if (queue->second.empty()) {
      queues_.erase(queue);
    } else {
      tell_queue(queue->first, effects);
    }
    return;
  }
}

bool Hall::is_running(std::string_view game, std::string_view options) const {
  return std::ranges::any_of(sittings_, [&](const auto& one) {
    const auto& table = one.second.table;
    return table.header().game == game && table.header().options == options && !table.outcome();
  });
}

/// How many players the queue is for in which somebody else waits for a game of the same kind but another
/// size.
std::optional<int> Hall::other_queue(PlayerId player, const Kind& kind) const {
  const auto& [game, options, seats] = kind;
  for (const auto& [other, queue] : queues_) {
    if (std::get<0>(other) != game || std::get<1>(other) != options || std::get<2>(other) == seats) continue;
    if (std::ranges::any_of(queue, [&](PlayerId one) { return one != player; })) return std::get<2>(other);
  }
  return std::nullopt;
}

/// Afterwards the visitor neither waits nor sits.
void Hall::get_up(PlayerId player, Time now, Effects& effects) {
  auto& someone = visitor(player);
  if (someone.waiting) stop_waiting(player, effects);
  auto* sitting = std::exchange(someone.sitting, nullptr);
  if (sitting != nullptr) vacate(*sitting, someone.seat, now, effects);
}

/// The seat's player is gone for good.
void Hall::vacate(Sitting& sitting, Seat seat, Time now, Effects& effects) {
  sitting.players[seat.value].reset();
  sitting.wishes[seat.value] = Wish::enough;  // who is gone wants no other game
  release_seat(sitting, seat);
  if (auto step = sitting.table.leave(seat, now)) record(sitting, *std::move(step), effects);
  if (std::ranges::none_of(sitting.players, is_present) &&
      std::ranges::none_of(sitting.held, &std::optional<Time>::has_value)) {
    return close(sitting);
  }
  settle_wishes(sitting, now, effects);
}

void Hall::hold_seat(Sitting& sitting, Seat seat, Time until) {
  const auto& header = sitting.table.header();
  sitting.held[seat.value] = until;
  holds_.emplace(until, Place{header.table, seat});
  reserved_.emplace(header.chairs[seat.value].name, Place{header.table, seat});
}

void Hall::release_seat(Sitting& sitting, Seat seat) {
  if (!std::exchange(sitting.held[seat.value], std::nullopt)) return;
  const auto& header = sitting.table.header();
  const auto found = reserved_.find(header.chairs[seat.value].name);
  if (found != reserved_.end() && found->second.table == header.table && found->second.seat == seat)
    reserved_.erase(found);
}

void Hall::release_seats(Sitting& sitting) {
  for (std::size_t at = 0; at < sitting.held.size(); ++at)
    release_seat(sitting, Seat{static_cast<std::uint8_t>(at)});
}

/// Nobody came back to the seat in time. Where nobody came back at all the game ends without a result.
void Hall::give_up(Sitting& sitting, Seat seat, Time now, Effects& effects) {
  const bool deserted =
      std::ranges::none_of(sitting.players, is_present) &&
      std::ranges::none_of(sitting.held, [&](const auto& until) { return until && *until > now; });
  if (!deserted) return vacate(sitting, seat, now, effects);
  if (auto step = sitting.table.abandon(now)) record(sitting, *std::move(step), effects);
  close(sitting);
}

void Hall::lead_back(PlayerId player, Place place, Effects& effects) {
  auto& sitting = sittings_.at(place.table);
  auto& someone = visitor(player);
  release_seat(sitting, place.seat);
  sitting.players[place.seat.value] = player;
  someone.sitting = &sitting;
  someone.seat = place.seat;
  std::vector<std::string> names;
  for (const auto& chair : sitting.table.header().chairs) names.push_back(chair.name);
  auto view = std::make_shared<games::AnyView>(games::view(sitting.table.state(), place.seat));
  effects.tell.emplace_back(
      player,
      Resumed{{place.table, place.seat, std::move(names), std::move(view)}, sitting.table.next_seq(), {}});
}

/// A name that nobody has and for which no seat waits.
std::string Hall::guest_name() {
  std::string name;
  do {
    name = fmt::format("guest-{}", next_guest_++);
  } while (names_.contains(name) || reserved_.contains(name));
  return name;
}

void Hall::erase_visitor(PlayerId player) {
  names_.erase(visitor(player).name);
  visitors_.erase(player.value);
}

/// Takes the table out of the hall; whoever sits there is free again.
void Hall::close(Sitting& sitting) {
  for (const auto& player : sitting.players) {
    if (player) visitor(*player).sitting = nullptr;
  }
  release_seats(sitting);
  sittings_.erase(sitting.table.header().table);
}

}  // namespace table
