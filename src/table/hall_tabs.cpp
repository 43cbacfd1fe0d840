// The hall's tabs: one person looks at any number of them, each of which is a connection.
#include <algorithm>

#include "table/hall.hpp"

namespace table {

/// The connection is gone. Who has gone with it: nobody, as long as there are other tabs.
std::optional<PlayerId> Hall::close_tab(PlayerId player) {
  const auto* someone = people_.find(player);
  if (someone != nullptr && someone->person) stop_watching(player);
  return people_.close(player);
}

/// The person has a seat now: the tab that asked for it shows it, and no tab watches its table as a stranger.
void Hall::turn_to_seat(PlayerId player) {
  const auto& someone = people_.at(player);
  for (const auto tab : someone.tabs) {
    const auto watched = people_.at(tab).watched;
    if (watched && (tab == someone.seeker || *watched == someone.sitting->table.header().table))
      stop_watching(tab);
  }
}

/// Tells a tab where its person is.
void Hall::show_place(PlayerId tab, Time now, Effects& effects) const {
  const auto& someone = people_.at(*people_.at(tab).person);
  if (someone.sitting != nullptr) {
    const auto& sitting = *someone.sitting;
    auto resumed = resumed_at(sitting, someone, now);
    resumed.shown = std::ranges::any_of(someone.tabs, [&](const auto other) {
      return other != tab && people_.at(other).welcomed && !people_.at(other).watched;
    });
    effects.tell.emplace_back(tab, std::move(resumed));
    audience_.remind_of_offer(sitting, tab, effects);
  } else if (someone.lobby != nullptr) {
    effects.tell.emplace_back(tab, gatherings_.gathered_for(*someone.lobby, *people_.at(tab).person,
                                                            Gathered::Change::came, someone.name));
  }
}

/// Whether the browser is signed in was looked up anew when the tab came.
void Hall::catch_up(PlayerId tab, Time now, Effects& effects) {
  const auto account = people_.at(tab).account;
  if (account == people_.at(*people_.at(tab).person).account) return;
  if (account.empty()) {
    sign_out(tab, now, effects);
  } else {
    sign_in(tab, account, now, effects);
  }
}

/// What somebody is told who comes back to their seat.
Resumed Hall::resumed_at(const Sitting& sitting, const Visitor& someone, Time now) const {
  Resumed resumed{seat_facts(sitting, someone.seat, now), sitting.table.next_seq(), {}};
  if (someone.has_token()) resumed.said = sitting.said_to(someone.seat, someone.address);
  return resumed;
}

}  // namespace table
