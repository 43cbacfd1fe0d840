// The hall: to which part a request goes, and to which connections its answer.
#include "table/hall.hpp"

#include <algorithm>
#include <iterator>

namespace table {
namespace {

/// Whether it is said to one who has left in another tab.
bool has_left(const Notice& notice) {
  const auto* elsewhere = std::get_if<Elsewhere>(&notice);
  return elsewhere != nullptr && elsewhere->what == Elsewhere::What::left;
}

bool is_answer(const Notice& notice) {
  return std::holds_alternative<Accepted>(notice) || std::holds_alternative<Refused>(notice);
}

/// Whether a game may come of it, which the tab shows then.
bool seeks(const Request& request) {
  return std::holds_alternative<Seek>(request) || std::holds_alternative<Ready>(request) ||
         std::holds_alternative<Rematch>(request);
}

Seeds seeds_of(const HallSettings& settings) {
  return settings.fresh_seed ? Seeds(settings.fresh_seed) : Seeds(settings.seed);
}

}  // namespace

Hall::Hall(const games::Kits& kits, const HallSettings& settings)
    : parts_(kits, settings),
      recorder_(parts_),
      openings_(parts_, seeds_of(settings)),
      course_(parts_, recorder_, openings_, settings),
      renaming_(parts_, recorder_),
      attendance_(parts_, openings_, course_, renaming_, settings),
      identity_(parts_, renaming_, attendance_),
      talk_(parts_.people, parts_.audience),
      table_requests_(parts_, course_, attendance_),
      lobby_requests_(parts_, openings_, renaming_, attendance_),
      view_requests_(parts_, renaming_, attendance_),
      timekeeper_(parts_, course_) {}

void Hall::arrive(PlayerId player, std::string_view protocol, std::string_view address, Views views,
                  Hears hears, const Browser& browser, const Named& named) {
  parts_.people.arrive(player, {.protocol = protocol,
                                .address = std::string(address),
                                .name = std::string(named.name),
                                .views = views,
                                .hears = hears,
                                .naming = named.naming,
                                .host = std::string(browser.host),
                                .account = std::string(browser.account)});
}

void Hall::depart(PlayerId player, Time now, Effects& effects) {
  attendance_.depart(player, now, effects);
  parts_.audience.spread(effects);
}

void Hall::lose(PlayerId player, Loss loss, Time now, Effects& effects) {
  attendance_.lose(player, loss, now, effects);
  parts_.audience.spread(effects);
}

void Hall::handle(PlayerId player, const Request& request, Time now, Effects& effects,
                  std::optional<Time> arrived) {
  const auto before = static_cast<std::ptrdiff_t>(effects.tell.size());
  const auto handled = answer(player, request, arrived.value_or(now), now, effects);
  if (!handled) effects.tell.emplace_back(player, Refused{handled.error()});
  for (auto& [told, notice] : std::ranges::subrange(effects.tell.begin() + before, effects.tell.end())) {
    if (is_answer(notice) && is_person(told)) told = player;  // other tabs have not asked
  }
  parts_.audience.spread(effects);
  std::erase_if(effects.tell, [&](const auto& one) { return one.first == player && has_left(one.second); });
}

/// What is asked about a page is asked by the tab, all else by the person who looks at it.
Result<void> Hall::answer(PlayerId tab, const Request& request, Time arrived, Time now, Effects& effects) {
  const auto player = parts_.people.person_of(tab);
  if (seeks(request)) parts_.people.at(player).seeker = tab;
  // Who asks for something else before they have come back was welcomed at another node.
  const bool comes_back = std::holds_alternative<ReturnByToken>(request);
  const bool watches = std::holds_alternative<Watch>(request);
  if (watches) parts_.people.at(tab).welcomed = true;  // to show something else than its place
  if (!comes_back && !parts_.people.at(tab).welcomed) show_place(tab, now, effects);
  return std::visit(
      [&](const auto& one) -> Result<void> {
        using What = std::decay_t<decltype(one)>;
        if constexpr (std::is_same_v<What, Seek>) return lobby_requests_.seek(player, one, now, effects);
        if constexpr (std::is_same_v<What, Ready>) return lobby_requests_.ready(player, now, effects);
        if constexpr (std::is_same_v<What, ListLobbies>) return lobby_requests_.list(tab, one, effects);
        if constexpr (std::is_same_v<What, Play>)
          return table_requests_.play(player, one, arrived, now, effects);
        if constexpr (std::is_same_v<What, Offer>) return table_requests_.offer(player, one, now, effects);
        if constexpr (std::is_same_v<What, Reply>) return table_requests_.reply(player, one, now, effects);
        if constexpr (std::is_same_v<What, Resign>) return table_requests_.resign(player, now, effects);
        if constexpr (std::is_same_v<What, Rematch>)
          return table_requests_.rematch(player, one, now, effects);
        if constexpr (std::is_same_v<What, Watch>) return view_requests_.watch(tab, one, now, effects);
        if constexpr (std::is_same_v<What, Name>) return identity_.name(player, one, now, effects);
        if constexpr (std::is_same_v<What, ReturnByToken>) return identity_.come_again(tab, now, effects);
        if constexpr (std::is_same_v<What, Leave>) return attendance_.leave(tab, one, now, effects);
        if constexpr (std::is_same_v<What, Say>) return talk_.say(tab, one, effects);
      },
      request);
}

std::shared_ptr<const Overview> Hall::look_around(PlayerId player, Time now, Effects& effects) {
  auto seen = view_requests_.look_around(player, now, effects);
  parts_.audience.spread(effects);
  return seen;
}

void Hall::read_clocks(PlayerId player, Time now, Effects& effects) {
  view_requests_.read_clocks(player, now, effects);
}

void Hall::sign_in(PlayerId player, std::string_view account, Time now, Effects& effects) {
  identity_.sign_in(player, account, now, effects);
  parts_.audience.spread(effects);
}

void Hall::sign_out(PlayerId player, Time now, Effects& effects) {
  identity_.sign_out(player, now, effects);
  parts_.audience.spread(effects);
}

void Hall::wake(Time now, Effects& effects, const UnheardSince& unheard_since) {
  timekeeper_.wake(now, unheard_since, effects);
  parts_.audience.spread(effects);
}

void Hall::forgive(base::Duration gap, Pause why, Time now, Effects& effects) {
  timekeeper_.forgive(gap, why, now, effects);
  parts_.audience.spread(effects);
}

void Hall::take_home(PlayerId player, const Named& named) {
  const auto person = parts_.people.person_of(player);
  auto& someone = parts_.people.at(person);
  someone.away = false;
  parts_.people.at(player).welcomed = true;
  if (!parts_.people.names().find(named.name)) parts_.people.call(person, named.name, named.naming);
}

void Hall::send_away(PlayerId player) {
  parts_.people.at(parts_.people.person_of(player)).away = true;
  if (parts_.people.at(player).person) parts_.people.at(player).welcomed = false;
}

void Hall::get_up(PlayerId player, Time now, Effects& effects) {
  const auto person = parts_.people.person_of(player);
  if (!parts_.people.at(person).is_idle() || parts_.people.at(person).watched)
    attendance_.get_up(person, now, effects);
  parts_.places.stop_watching(player);
  parts_.audience.spread(effects);
}

void Hall::attach(PlayerId player, TableId table, std::optional<Seat> seat, games::Viewer eyes, Time now,
                  Effects& effects) {
  parts_.people.at(player).welcomed = true;
  auto* sitting = parts_.tables.find(table);
  Resumed resumed;
  resumed.seat.table = table;
  resumed.acts = ~std::uint64_t{0};
  if (sitting != nullptr) {
    const bool waits = seat && seat->value < sitting->held.size() && sitting->held[seat->value];
    if (waits && parts_.people.self_of(player).is_idle())
      course_.attach(player, *sitting, *seat, now, effects);
    if (!seat) parts_.places.watch(player, *sitting, eyes);
    resumed = {seat_facts(*sitting, seat ? seat : eyes, now), sitting->table.next_seq(), {}};
  }
  effects.tell.emplace_back(player, std::move(resumed));
  const auto& self = parts_.people.self_of(player);
  if (seat && self.sitting != sitting && !self.is_idle()) {  // another tab has gone somewhere else
    effects.tell.emplace_back(player, Elsewhere{Elsewhere::What::left});
    attendance_.show_place(player, now, effects);
  }
  parts_.audience.spread(effects);
}

void Hall::show_place(PlayerId tab, Time now, Effects& effects) {
  parts_.people.at(tab).welcomed = true;
  attendance_.show_place(tab, now, effects);
  parts_.audience.spread(effects);
}

void Hall::lead(PlayerId tab, Time now, Effects& effects) {
  identity_.lead(tab, now, effects);
  parts_.audience.spread(effects);
}

void Hall::give_way(PlayerId tab, Time now, Effects& effects) {
  const auto player = parts_.people.person_of(tab);
  if (!parts_.people.at(player).account.empty()) identity_.give_way(player, now, effects);
  parts_.audience.spread(effects);
}

void Hall::lend_name(PlayerId owner, std::string_view name, Time now, Effects& effects) {
  if (parts_.people.names().find(name) == owner) renaming_.become_guest(owner, now, effects);
  parts_.audience.spread(effects);
}

void Hall::take_name_back(std::string_view name, Time now, Effects& effects) {
  renaming_.give_back(name, now, effects);
  parts_.audience.spread(effects);
}

void Hall::share_name(PlayerId person, std::string_view name, Time now, Effects& effects) {
  if (!parts_.people.names().find(name)) renaming_.take(person, name, Naming::chosen, now, effects);
  parts_.audience.spread(effects);
}

void Hall::wish_again(PlayerId player, Wish wish, Time now, Effects& effects) {
  const auto& someone = parts_.people.self_of(player);
  if (someone.sitting == nullptr || !someone.sitting->table.outcome()) return;
  auto& sitting = *someone.sitting;
  if (sitting.wishes.has_answered(someone.seat)) return;
  sitting.wishes.answer(someone.seat, wish);
  course_.settle_wishes(sitting, now, effects);
  parts_.audience.spread(effects);
}

bool Hall::lead_back(PlayerId bot, const Place& place, Time now, Effects& effects) {
  const auto name = parts_.tables.at(place.table).table.name_of(place.seat);
  const bool is_free = !parts_.people.names().find(name);
  if (is_free) renaming_.take(bot, name, Naming::chosen, now, effects);
  attendance_.lead_back(bot, place, now, effects);
  parts_.audience.spread(effects);
  return is_free;
}

void Hall::hear(const Said& said, Effects& effects) {
  talk_.tell_hall(said, effects);
  parts_.audience.spread(effects);
}

std::vector<PlayerId> Hall::disband(std::string_view game) {
  std::vector<PlayerId> all;
  for (const auto player : parts_.gatherings.disband(game))
    std::ranges::copy(parts_.people.connections_of(player), std::back_inserter(all));
  return all;
}

std::vector<PlayerId> Hall::evict(TableId table) {
  parts_.lookout.forget(table);
  auto* sitting = parts_.tables.find(table);
  if (sitting == nullptr) return {};
  auto evicted = sitting->watchers;
  for (const auto& player : sitting->players) {
    if (player) std::ranges::copy(parts_.people.connections_of(*player), std::back_inserter(evicted));
  }
  Effects none;  // who is evicted hears nothing more
  course_.close(*sitting, none);
  return evicted;
}

}  // namespace table
