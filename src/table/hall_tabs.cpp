// The hall's tabs: one person looks at any number of them, each of which is a connection.
#include <algorithm>

#include "table/hall.hpp"

namespace table {
namespace {

/// Whether it is about the seat of a person, which a tab that watches another table does not show.
bool is_about_seat(const Notice& notice) {
  if (const auto* aside = std::get_if<Aside>(&notice)) {
    return std::holds_alternative<Offered>(aside->what) || std::holds_alternative<Gone>(aside->what) ||
           std::holds_alternative<Wished>(aside->what) ||
           std::holds_alternative<std::shared_ptr<const Times>>(aside->what);
  }
  return std::holds_alternative<Started>(notice) || std::holds_alternative<Happened>(notice) ||
         std::holds_alternative<Over>(notice) || std::holds_alternative<Agreed>(notice) ||
         std::holds_alternative<Presence>(notice) || std::holds_alternative<Resumed>(notice);
}

}  // namespace

/// The first tab of a browser makes its person. Others are told nothing before they have been welcomed.
void Hall::open_tab(PlayerId player, Visitor tab) {
  auto found = tokens_.find(tab.address);
  tab.welcomed = found == tokens_.end();
  if (found == tokens_.end()) {
    const auto number = people_.take();
    auto person = tab;
    person.name = given_name(person);
    known_.remember(person.address, person.name);
    names_.emplace(person.name, number);
    if (!person.account.empty()) owners_.try_emplace(person.account, number);
    visitors_.insert(number.value, std::move(person));
    found = tokens_.emplace(tab.address, number).first;
  }
  tab.person = found->second;
  visitor(*tab.person).tabs.push_back(player);
  visitors_.insert(player.value, std::move(tab));
}

/// The connection is gone. Who has gone with it: nobody, as long as there are other tabs.
std::optional<PlayerId> Hall::close_tab(PlayerId player) {
  const auto* someone = visitors_.find(player.value);
  if (someone == nullptr) return std::nullopt;
  if (!someone->person) return player;
  const auto number = *someone->person;
  stop_watching(player);
  visitors_.erase(player.value);
  std::erase(visitor(number).tabs, player);
  return visitor(number).tabs.empty() ? std::optional(number) : std::nullopt;
}

PlayerId Hall::person_of(PlayerId player) const {
  const auto* someone = visitors_.find(player.value);
  return someone != nullptr && someone->person ? *someone->person : player;
}

std::vector<PlayerId> Hall::connections_of(PlayerId player) const {
  return is_person(player) ? visitor(player).tabs : std::vector{player};
}

/// What a person is told, all tabs are told. Who has gone is told nothing.
void Hall::spread(Effects& effects) const {
  if (std::ranges::none_of(effects.tell, [](const auto& one) { return is_person(one.first); })) return;
  std::vector<std::pair<PlayerId, Notice>> tell;
  tell.reserve(effects.tell.size() + 8);
  for (auto& [player, notice] : effects.tell) {
    if (!is_person(player)) {
      tell.emplace_back(player, std::move(notice));
      continue;
    }
    const auto* person = visitors_.find(player.value);
    if (person == nullptr) continue;
    for (const auto tab : person->tabs) {
      if (hears(visitor(tab), *person, notice)) tell.emplace_back(tab, notice);
    }
  }
  effects.tell = std::move(tell);
}

bool Hall::hears(const Visitor& tab, const Visitor& person, const Notice& notice) const {
  if (!tab.welcomed) return false;
  if (!tab.watched) return true;
  return !is_about_seat(notice) && !(std::holds_alternative<Said>(notice) && is_apart(person));
}

bool Hall::shows_seat(PlayerId player) const {
  const auto* someone = visitors_.find(player.value);
  return someone != nullptr && someone->welcomed && !someone->watched;
}

/// The person has a seat now: the tab that asked for it shows it, and no tab watches its table as a stranger.
void Hall::turn_to_seat(PlayerId player) {
  const auto& someone = visitor(player);
  for (const auto tab : someone.tabs) {
    const auto watched = visitor(tab).watched;
    if (watched && (tab == someone.seeker || *watched == someone.sitting->table.header().table))
      stop_watching(tab);
  }
}

/// Tells a tab where its person is.
void Hall::show_place(PlayerId tab, Time now, Effects& effects) const {
  const auto& someone = visitor(*visitor(tab).person);
  if (someone.sitting != nullptr) {
    const auto& sitting = *someone.sitting;
    Resumed resumed{seat_facts(sitting, someone.seat, now), sitting.table.next_seq(), {}};
    resumed.shown = std::ranges::any_of(someone.tabs, [&](const auto other) {
      return other != tab && visitor(other).welcomed && !visitor(other).watched;
    });
    resumed.said = said_at(sitting, someone);
    effects.tell.emplace_back(tab, std::move(resumed));
    remind_of_offer(sitting, tab, effects);
  } else if (someone.lobby != nullptr) {
    effects.tell.emplace_back(
        tab, gathered_for(*someone.lobby, *visitor(tab).person, Gathered::Change::came, someone.name));
  }
}

/// Whether the browser is signed in was looked up anew when the tab came.
void Hall::catch_up(PlayerId tab, Time now, Effects& effects) {
  const auto account = visitor(tab).account;
  if (account == visitor(*visitor(tab).person).account) return;
  if (account.empty()) {
    sign_out(tab, now, effects);
  } else {
    sign_in(tab, account, now, effects);
  }
}

/// The name that the browser had of late, if nobody else has it, or a new one for a guest.
std::string Hall::given_name(const Visitor& someone) {
  auto name = known_.find(someone.address);
  return is_free(name, someone.address) ? name : guest_name();
}

/// Whether somebody without an account can be called so, who comes from that address.
bool Hall::is_free(std::string_view name, std::string_view address) const {
  if (name.empty() || names_.contains(name) || accounts_.contains(account_key(name))) return false;
  const auto seat = reserved_.find(name);
  if (seat == reserved_.end()) return true;
  const auto& chair = sittings_.at(seat->second.table).table.header().chairs[seat->second.seat.value];
  return chair.address == address;
}

/// A table in a standing lobby goes on with what is said there.
void Hall::make_chat(Sitting& sitting) {
  const auto& header = sitting.table.header();
  const auto* lobby = header.lobby.empty()
                          ? nullptr
                          : lobbies_.find({header.game, header.options, header.clock}, header.lobby);
  sitting.chat = lobby != nullptr ? lobby->chat : std::make_shared<Chat>();
  sitting.said_before = sitting.chat->count();
  for (const auto& chair : header.chairs) {
    if (chair.address.starts_with(kToken)) sitting.chat->let_in(chair.address);
  }
}

/// What a browser may know of what was said at its person's table.
std::vector<Said> Hall::said_at(const Sitting& sitting, const Visitor& someone) const {
  if (!someone.address.starts_with(kToken)) return {};
  const auto& chair = sitting.table.header().chairs[someone.seat.value];
  sitting.chat->let_in_as(someone.address, chair.address);  // an account may come from another browser
  return sitting.chat->heard_by(someone.address);
}

/// Who leaves is not told again what was said, unless the seat is kept.
void Hall::forget_talk(const Visitor& someone) const {
  if (someone.sitting != nullptr && games::has_presence(someone.sitting->table.state())) return;
  if (someone.sitting != nullptr) someone.sitting->chat->let_out(someone.address);
  if (someone.lobby != nullptr && someone.lobby->chat) someone.lobby->chat->let_out(someone.address);
}

}  // namespace table
