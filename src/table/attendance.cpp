// Attendance: going, staying, coming back.
#include "table/attendance.hpp"

#include <algorithm>
#include <cassert>

namespace table {
namespace {

/// Who leaves is not told again what was said, unless the seat is kept.
void forget_talk(const Visitor& someone) {
  if (someone.sitting != nullptr && games::has_presence(someone.sitting->table.state())) return;
  if (someone.sitting != nullptr) someone.sitting->chat->let_out(someone.address);
  if (someone.lobby != nullptr && someone.lobby->chat) someone.lobby->chat->let_out(someone.address);
}

}  // namespace

void Attendance::depart(PlayerId player, Time now, Effects& effects) {
  if (const auto gone = close(player)) go(*gone, now, effects);
}

/// The connection is gone. Who has gone with it: nobody, as long as there are other tabs.
std::optional<PlayerId> Attendance::close(PlayerId connection) {
  const auto* someone = parts_.people.find(connection);
  if (someone != nullptr && someone->person) parts_.places.stop_watching(connection);
  return parts_.people.close(connection);
}

void Attendance::go(PlayerId player, Time now, Effects& effects) {
  get_up(player, now, effects);
  const auto name = parts_.people.at(player).name;
  erase(player);
  renaming_.give_back(name, now, effects);
}

void Attendance::lose(PlayerId player, Loss loss, Time now, Effects& effects) {
  const auto gone = close(player);
  if (!gone) return;
  const auto& someone = parts_.people.at(*gone);
  const auto grace = grace_of(someone, loss);
  if (grace == base::Duration{} || !plays(someone) || games::has_presence(someone.sitting->table.state()))
    return go(*gone, now, effects);
  auto& sitting = *parts_.places.get_up(*gone);
  if (someone.lobby != nullptr) openings_.leave_lobby(*gone, now, effects);
  const auto [seat, name] = std::pair(someone.seat, someone.name);
  erase(*gone);
  parts_.seats.hold(sitting, seat, now + grace);
  renaming_.give_back(name, now, effects);
  parts_.audience.tell(sitting, Presence{seat, false}, effects);
  if (loss == Loss::node) course_.miss(sitting, seat, now, effects);
}

void Attendance::erase(PlayerId player) {
  parts_.places.stop_watching(player);
  assert(parts_.people.at(player).is_idle());
  parts_.people.erase(player);
}

Result<void> Attendance::leave(PlayerId tab, const Leave& request, Time now, Effects& effects) {
  const auto player = parts_.people.person_of(tab);
  if (request.only_watching || (tab != player && parts_.people.at(tab).watched)) {
    stop_watching(tab, now, effects);
    return {};
  }
  const auto& someone = parts_.people.at(player);
  if (someone.is_idle() && !someone.watched) return fail(Code::not_at_table, "you neither wait nor play");
  effects.tell.emplace_back(tab, Accepted{});
  forget_talk(someone);
  if (someone.sitting != nullptr && games::has_presence(someone.sitting->table.state()))
    course_.see_end(*someone.sitting, someone.seat, now, effects);
  get_up(player, now, effects);
  if (request.forget_name)
    renaming_.take(player, parts_.people.names().new_name(), Naming::given, now, effects);
  return {};
}

/// The tab shows again where its person is.
void Attendance::stop_watching(PlayerId tab, Time now, Effects& effects) {
  const auto player = parts_.people.person_of(tab);
  const bool watched = parts_.people.at(tab).watched.has_value();
  effects.tell.emplace_back(tab, Accepted{});
  parts_.places.stop_watching(tab);
  if (watched && tab != player && parts_.people.at(player).sitting != nullptr) show_place(tab, now, effects);
}

void Attendance::stay(PlayerId player, Time now, Effects& effects) {
  const auto& someone = parts_.people.at(player);
  if (auto* sitting = someone.sitting) {
    course_.see_end(*sitting, someone.seat, now, effects);
    parts_.places.get_up(player);
    course_.go_on(*sitting, now, effects);
  }
  openings_.be_ready(player, now, effects);
}

void Attendance::get_up(PlayerId player, Time now, Effects& effects) {
  const auto& someone = parts_.people.at(player);
  if (is_person(player) && !someone.is_idle())
    effects.tell.emplace_back(player, Elsewhere{Elsewhere::What::left});
  if (auto* sitting = parts_.places.get_up(player)) {
    if (games::has_presence(sitting->table.state())) {
      course_.step_away(*sitting, someone.seat, seen_for(someone, *sitting, now), now, effects);
    } else {
      course_.vacate(*sitting, someone.seat, player, now, effects);
    }
  }
  if (someone.lobby != nullptr) openings_.leave_lobby(player, now, effects);
  parts_.places.stop_watching(player);
  assert(someone.is_idle());
}

/// Until when the seat of a finished game waits for one who has seen the end, and might only be reading the
/// page anew; nothing if only the player can say that they have seen it.
std::optional<Time> Attendance::seen_for(const Visitor& someone, const Sitting& sitting, Time now) const {
  if (!sitting.table.outcome() || !someone.has_token()) return {};
  return now + grace_of(someone, Loss::connection);
}

/// How long a seat waits for this visitor.
base::Duration Attendance::grace_of(const Visitor& someone, Loss loss) const {
  const auto grace = loss == Loss::node ? std::max(grace_, hold_) : grace_;
  if (someone.has_token()) return std::max(grace, kTokenGrace);
  return someone.naming == Naming::chosen ? grace : base::Duration{};
}

void Attendance::lead_back(PlayerId player, Place place, Time now, Effects& effects) {
  get_up(player, now, effects);
  course_.come_back(player, parts_.tables.at(place.table), place.seat, now, effects);
}

void Attendance::show_place(PlayerId tab, Time now, Effects& effects) const {
  const auto player = parts_.people.person_of(tab);
  const auto& someone = parts_.people.at(player);
  if (someone.sitting != nullptr) {
    const auto& sitting = *someone.sitting;
    auto resumed = resumed_at(sitting, someone, now);
    resumed.shown = std::ranges::any_of(
        someone.tabs, [&](const auto other) { return other != tab && parts_.places.shows_seat(other); });
    effects.tell.emplace_back(tab, std::move(resumed));
    parts_.audience.remind_of_offer(sitting, tab, effects);
  } else if (someone.lobby != nullptr) {
    effects.tell.emplace_back(
        tab, parts_.gatherings.gathered_for(*someone.lobby, player, Gathered::Change::came, someone.name));
  }
}

}  // namespace table
