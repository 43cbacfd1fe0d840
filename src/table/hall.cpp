// The hall: who is here, their names, and what they ask for.
#include "table/hall.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace table {
namespace {

constexpr std::size_t kLongestName = 32;
constexpr std::size_t kLongestGivenName = 64;  ///< an address of IPv6 with its port has room

Result<void> check_name(std::string_view name, std::size_t longest) {
  if (!base::is_printable(name)) return fail(Code::bad_name, "a name has no control characters");
  const auto length = base::count_characters(name);
  if (length == 0 || length > longest)
    return fail(Code::bad_name, fmt::format("a name has 1 to {} characters", longest));
  return {};
}

}  // namespace

Result<void> check_name(std::string_view name) { return check_name(name, kLongestName); }

std::vector<Happened> seen_by(games::Viewer viewer, const Entry& entry,
                              std::span<const games::AnyEvent> events, std::optional<Seat> to_move) {
  std::vector<Happened> seen;
  seen.reserve(events.size());
  for (const auto& event : events)
    seen.push_back({entry.who,
                    games::redact(event, viewer),
                    to_move,
                    &event == &events.back(),
                    {},
                    entry.text == kFlag});
  return seen;
}

Result<std::vector<Happened>> history(const games::Kits& kits, const Header& header,
                                      std::span<const Entry> entries, games::Viewer viewer) {
  auto table = Table::open(kits, header);
  if (!table) return std::unexpected(std::move(table).error());
  std::vector<Happened> past;
  for (const auto& entry : entries) {
    const auto events = table->advance(entry);
    if (!events) return std::unexpected(events.error());
    for (auto& happened : seen_by(viewer, entry, *events, table->to_move()))
      past.push_back(std::move(happened));
  }
  return past;
}

Hall::Hall(const games::Kits& kits, const HallSettings& settings)
    : kits_(kits),
      hold_(settings.hold),
      grace_(settings.grace),
      abandon_(settings.abandon),
      come_back_(settings.come_back),
      clocks_(settings.clocks),
      seeds_(settings.seed),
      next_table_(settings.first_table.value) {}

void Hall::arrive(PlayerId player, std::string_view protocol, std::string_view address, Views views,
                  Hears hears, const Browser& browser) {
  auto name = guest_name();
  names_.emplace(name, player);
  visitors_.insert(player.value, {.protocol = protocol,
                                  .address = std::string(address),
                                  .name = std::move(name),
                                  .views = views,
                                  .hears = hears,
                                  .host = std::string(browser.host),
                                  .account = std::string(browser.account)});
  if (address.starts_with(kToken)) tokens_.try_emplace(std::string(address), player);
  if (!browser.account.empty()) owners_.try_emplace(account_key(browser.account), player);
}

void Hall::handle(PlayerId player, const Request& request, Time now, Effects& effects,
                  std::optional<Time> arrived) {
  auto handled = std::visit(
      [&](const auto& one) -> Result<void> {
        using What = std::decay_t<decltype(one)>;
        if constexpr (std::is_same_v<What, Seek>) return seek(player, one, now, effects);
        if constexpr (std::is_same_v<What, Play>)
          return play(player, one, arrived.value_or(now), now, effects);
        if constexpr (std::is_same_v<What, Rematch>) return rematch(player, one, now, effects);
        if constexpr (std::is_same_v<What, Name>) return name(player, one, now, effects);
        if constexpr (std::is_same_v<What, Leave>) return leave(player, one, now, effects);
        if constexpr (std::is_same_v<What, Say>) return say(player, one, effects);
        if constexpr (std::is_same_v<What, Ready>) return ready(player, now, effects);
        if constexpr (std::is_same_v<What, Look>) return look(player, one, effects);
        if constexpr (std::is_same_v<What, Return>) return come_again(player, now, effects);
        if constexpr (std::is_same_v<What, Watch>) return watch(player, one, now, effects);
        if constexpr (std::is_same_v<What, Screen>) return screen(player, one, now, effects);
        if constexpr (std::is_same_v<What, Survey>) return survey(player, now, effects);
        if constexpr (std::is_same_v<What, Offer>) return offer(player, one, now, effects);
        if constexpr (std::is_same_v<What, Reply>) return reply(player, one, now, effects);
        if constexpr (std::is_same_v<What, Resign>) return resign(player, now, effects);
        if constexpr (std::is_same_v<What, Glance>) return glance(player, now, effects);
        if constexpr (std::is_same_v<What, Recall>)
          return fail(Code::not_at_table, "there is no journal here");
        if constexpr (std::is_same_v<What, Account>)
          return fail(Code::bad_options, "there are no accounts here");
        if constexpr (std::is_same_v<What, Inspect>)
          return fail(Code::not_at_table, "there are no wires here");
      },
      request);
  if (!handled) effects.tell.emplace_back(player, Refused{std::move(handled).error()});
}

void Hall::depart(PlayerId player, Time now, Effects& effects) {
  const auto* found = visitors_.find(player.value);
  if (found == nullptr) return;
  get_up(player, now, effects);
  const auto name = found->name;
  erase_visitor(player);
  give_back(name, now, effects);
}

void Hall::lose(PlayerId player, Time now, Effects& effects) {
  const auto* found = visitors_.find(player.value);
  if (found == nullptr) return;
  const auto [sitting, seat] = std::pair(found->sitting, found->seat);
  const auto grace = grace_of(*found);
  if (grace == base::Duration{} || !plays(*found) || games::has_presence(sitting->table.state())) {
    return depart(player, now, effects);
  }
  sitting->players[seat.value].reset();
  if (found->lobby != nullptr) leave_lobby(player, now, effects);
  const auto name = found->name;
  erase_visitor(player);
  hold_seat(*sitting, seat, now + grace);
  give_back(name, now, effects);
  tell_presence(*sitting, seat, false, effects);
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

Result<void> Hall::name(PlayerId player, const Name& request, Time now, Effects& effects) {
  const auto place = claim(player, request.name, request.chosen);
  if (!place) return std::unexpected(place.error());
  effects.tell.emplace_back(player, Accepted{});
  take_name(player, request.name, request.chosen, now, effects);
  if (*place) lead_back(player, **place, now, effects);
  return {};
}

/// Whether the player may have the name, and the seat that waits for them under it.
Result<std::optional<Hall::Place>> Hall::claim(PlayerId player, std::string_view name, bool chosen) const {
  const auto& someone = visitor(player);
  const std::string wanted(name);
  if (auto right = check_name(name, chosen ? kLongestName : kLongestGivenName); !right)
    return std::unexpected(std::move(right).error());
  if (!someone.account.empty() && name != someone.account) {
    return fail(Code::bad_name,
                fmt::format("you are signed in as {}: sign out to be called otherwise", someone.account));
  }
  const auto key = account_key(name);
  const bool is_account = accounts_.contains(key);
  if (is_account && !owns(someone, key))
    return fail(Code::name_taken, "that name belongs to an account: its owner signs in with a browser");
  if (const auto owner = names_.find(wanted);
      owner != names_.end() && owner->second != player && !gives_way(owner->second, key))
    return fail(Code::name_taken, "somebody has that name");
  const auto seat = reserved_.find(wanted);
  if (seat == reserved_.end()) return std::nullopt;
  const auto& chair = sittings_.at(seat->second.table).table.header().chairs[seat->second.seat.value];
  const bool anywhere = come_back_ == ComeBack::any_address && !chair.address.starts_with(kToken);
  const bool known = is_account || anywhere || chair.address == someone.address;
  if (!chosen || !known || chair.protocol != someone.protocol || plays(someone))
    return fail(Code::name_taken, "a seat waits for somebody of that name");
  return seat->second;
}

/// Everybody in the same lobby or at the same table, the player included.
std::vector<PlayerId> Hall::company(PlayerId player) const {
  const auto& someone = visitor(player);
  std::vector<PlayerId> all;
  if (someone.sitting != nullptr) {
    for (const auto& one : someone.sitting->players) {
      if (one) all.push_back(*one);
    }
  } else if (someone.lobby != nullptr) {
    for (const auto& one : someone.lobby->members) all.push_back(one.player);
  } else {
    all.push_back(player);
  }
  return all;
}

/// Takes a name that the player may have. Who gives way to its owner becomes a guest.
void Hall::take_name(PlayerId player, std::string_view name, bool chosen, Time now, Effects& effects) {
  if (const auto other = names_.find(name); other != names_.end() && other->second != player)
    rename(other->second, guest_name(), false, now, effects);
  const auto before = visitor(player).name;
  rename(player, name, chosen, now, effects);
  give_back(before, now, effects);
}

/// Takes a name that nobody has.
void Hall::rename(PlayerId player, std::string_view name, bool chosen, Time now, Effects& effects) {
  auto& someone = visitor(player);
  const Renamed renamed{someone.name, std::string(name)};
  names_.erase(someone.name);
  names_.emplace(name, player);
  someone.name = renamed.to;
  someone.named = chosen;
  if (plays(someone)) {
    auto& sitting = *someone.sitting;
    if (auto step = sitting.table.rename(someone.seat, renamed.to, moment(sitting, now)))
      record(sitting, *std::move(step), effects);
  }
  for (const auto other : company(player)) effects.tell.emplace_back(other, renamed);
}

Result<void> Hall::play(PlayerId player, const Play& request, Time arrived, Time now, Effects& effects) {
  const auto sitting = sitting_of(player);
  if (!sitting) return std::unexpected(sitting.error());
  const Moment when(now, moment(**sitting, arrived).charged);
  auto step = (*sitting)->table.play(visitor(player).seat, request.move, when);
  if (!step) return std::unexpected(std::move(step).error());
  ++moves_[request.move.index()];
  effects.tell.emplace_back(player, Accepted{});
  record(**sitting, *std::move(step), effects);
  after_act(**sitting, now, effects);
  return {};
}

Result<void> Hall::leave(PlayerId player, const Leave& request, Time now, Effects& effects) {
  const auto& someone = visitor(player);
  if (someone.lobby == nullptr && someone.sitting == nullptr && !someone.watched)
    return fail(Code::not_at_table, "you neither wait nor play");
  effects.tell.emplace_back(player, Accepted{});
  if (someone.sitting != nullptr && games::has_presence(someone.sitting->table.state())) {
    auto& sitting = *someone.sitting;
    if (auto step = sitting.table.see(someone.seat, now)) record(sitting, *std::move(step), effects);
  }
  get_up(player, now, effects);
  if (request.forget_name) take_name(player, guest_name(), false, now, effects);
  return {};
}

Result<void> Hall::say(PlayerId player, const Say& request, Effects& effects) {
  const auto& speaker = visitor(player);
  if (request.text.empty() || !base::is_printable(request.text))
    return fail(Code::malformed, "what is said must be text");
  effects.tell.emplace_back(player, Accepted{});
  const Said said{speaker.name, request.text};
  const auto is_apart = [](const Visitor& one) {
    return one.sitting != nullptr || (one.lobby != nullptr && one.lobby->standing);
  };
  if (is_apart(speaker)) {
    for (const auto other : company(player)) effects.tell.emplace_back(other, said);
    if (speaker.sitting != nullptr) {
      for (const auto other : speaker.sitting->watchers) effects.tell.emplace_back(other, said);
    }
    return {};
  }
  for (const auto& [name, other] : names_) {
    if (!is_apart(visitor(other))) effects.tell.emplace_back(other, said);
  }
  return {};
}

Result<Hall::Sitting*> Hall::sitting_of(PlayerId player) {
  Sitting* sitting = visitor(player).sitting;
  if (sitting == nullptr) return fail(Code::not_at_table, "you sit at no table");
  return sitting;
}

/// Sits at a table whose game goes on.
bool Hall::plays(const Visitor& someone) const {
  return someone.sitting != nullptr && !someone.sitting->table.outcome();
}

/// A name that nobody has, for which no seat waits, and that is no account's.
std::string Hall::guest_name() {
  std::string name;
  do {
    name = fmt::format("guest-{}", next_guest_++);
  } while (names_.contains(name) || reserved_.contains(name) || accounts_.contains(account_key(name)));
  return name;
}

void Hall::erase_visitor(PlayerId player) {
  stop_watching(player);
  disown(player);
  const auto& someone = visitor(player);
  if (const auto found = tokens_.find(someone.address); found != tokens_.end() && found->second == player)
    tokens_.erase(found);
  names_.erase(someone.name);
  visitors_.erase(player.value);
}

}  // namespace table
