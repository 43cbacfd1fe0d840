// The audience: what each of it may know.
#include "table/audience.hpp"

#include <algorithm>

#include "table/lobbies.hpp"

namespace table {
namespace {

bool hears(const Visitor& tab, const Visitor& person, const Notice& notice) {
  if (!tab.welcomed) return false;
  if (!tab.watched) return true;
  return !is_about_seat(notice) && !(std::holds_alternative<Said>(notice) && Audience::is_apart(person));
}

/// One of the events of an act.
Happened seen_by(games::Viewer viewer, const Entry& entry, std::span<const games::AnyEvent> events,
                 const games::AnyEvent& event, std::optional<Seat> to_move) {
  return {entry.who, games::redact(event, viewer), to_move, &event == &events.back(),
          {},        entry.text == kFlag};
}

}  // namespace

bool is_about_seat(const Notice& notice) {
  if (const auto* elsewhere = std::get_if<Elsewhere>(&notice))
    return elsewhere->what == Elsewhere::What::left;
  return std::holds_alternative<Offered>(notice) || std::holds_alternative<Wished>(notice) ||
         std::holds_alternative<ClockReading>(notice) || std::holds_alternative<Started>(notice) ||
         std::holds_alternative<Happened>(notice) || std::holds_alternative<Over>(notice) ||
         std::holds_alternative<Agreed>(notice) || std::holds_alternative<Presence>(notice) ||
         std::holds_alternative<Resumed>(notice) || std::holds_alternative<Recorded>(notice);
}

std::vector<Happened> seen_by(games::Viewer viewer, const Entry& entry,
                              std::span<const games::AnyEvent> events, std::optional<Seat> to_move) {
  std::vector<Happened> seen;
  seen.reserve(events.size());
  for (const auto& event : events) seen.push_back(seen_by(viewer, entry, events, event, to_move));
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

void Audience::tell(const Sitting& sitting, const Notice& notice, Effects& effects) const {
  for (const auto& player : sitting.players) {
    if (player) effects.tell.emplace_back(*player, notice);
  }
  for (const auto watcher : sitting.watchers) effects.tell.emplace_back(watcher, notice);
}

void Audience::tell_step(const Sitting& sitting, const Step& step, Effects& effects) const {
  const auto times = sitting.times(step.entry.at);
  if (people_.tells_records())
    tell(sitting, Recorded{std::make_shared<const Record>(step.entry), times}, effects);
  for (std::size_t at = 0; at < sitting.players.size(); ++at) {
    const auto seat = Seat{static_cast<std::uint8_t>(at)};
    if (sitting.players[at]) tell_step_to(*sitting.players[at], seat, sitting, step, times, effects);
  }
  for (const auto watcher : sitting.watchers)
    tell_step_to(watcher, people_.at(watcher).eyes, sitting, step, times, effects);
}

void Audience::tell_step_to(PlayerId player, games::Viewer viewer, const Sitting& sitting, const Step& step,
                            const std::shared_ptr<const Times>& times, Effects& effects) const {
  const auto to_move = sitting.table.to_move();
  for (const auto& event : step.events) {
    auto& [told, notice] =
        effects.tell.emplace_back(player, seen_by(viewer, step.entry, step.events, event, to_move));
    auto& happened = std::get<Happened>(notice);
    if (!happened.last || people_.at(player).views == Views::no) continue;
    happened.view = std::make_shared<const games::AnyView>(games::view(sitting.table.state(), viewer));
    happened.times = times;
  }
}

void Audience::tell_hearers(const Sitting& sitting, const Notice& notice, Effects& effects) const {
  const auto tell = [&](PlayerId player) {
    if (people_.at(player).hears == Hears::offers) effects.tell.emplace_back(player, notice);
  };
  for (const auto& player : sitting.players) {
    if (player) tell(*player);
  }
  std::ranges::for_each(sitting.watchers, tell);
}

void Audience::tell_wish(PlayerId other, const Wished& wished, Effects& effects) const {
  const auto& someone = people_.at(other);
  if (someone.hears == Hears::offers && someone.name != wished.who) effects.tell.emplace_back(other, wished);
}

void Audience::tell_wish(const Sitting& sitting, const Wished& wished, Effects& effects) const {
  for (const auto& player : sitting.players) {
    if (player) tell_wish(*player, wished, effects);
  }
}

void Audience::remind_of_offer(const Sitting& sitting, PlayerId player, Effects& effects) const {
  const auto& waiting = sitting.offers.waiting();
  if (waiting && people_.at(player).hears == Hears::offers) effects.tell.emplace_back(player, *waiting);
}

std::vector<PlayerId> Audience::company_of(PlayerId player) const {
  const auto& someone = people_.at(player);
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

bool Audience::is_apart(const Visitor& someone) {
  return someone.sitting != nullptr || (someone.lobby != nullptr && someone.lobby->standing);
}

void Audience::spread(Effects& effects) const {
  if (std::ranges::none_of(effects.tell, [](const auto& one) { return is_person(one.first); })) return;
  std::vector<std::pair<PlayerId, Notice>> tell;
  tell.reserve(effects.tell.size() + 8);
  for (auto& [player, notice] : effects.tell) {
    if (!is_person(player)) {
      tell.emplace_back(player, std::move(notice));
      continue;
    }
    const auto* person = people_.find(player);
    if (person == nullptr) continue;
    for (const auto tab : person->tabs) {
      if (hears(people_.at(tab), *person, notice)) tell.emplace_back(tab, notice);
    }
  }
  effects.tell = std::move(tell);
}

}  // namespace table
