// Identity: coming again, signing in and out.
#include "table/identity.hpp"

#include <cassert>
#include <tuple>

namespace table {

Result<void> Identity::name(PlayerId player, const Name& request, Time now, Effects& effects) {
  const auto naming = request.chosen ? Naming::chosen : Naming::given;
  const auto place = renaming_.claim(player, request.name, naming);
  if (!place) return std::unexpected(place.error());
  effects.tell.emplace_back(player, Accepted{});
  renaming_.take(player, request.name, naming, now, effects);
  if (*place) attendance_.lead_back(player, **place, now, effects);
  return {};
}

Result<void> Identity::come_again(PlayerId tab, Time now, Effects& effects) {
  if (!parts_.people.at(tab).person) return fail(Code::not_at_table, "you have no token");
  const auto player = *parts_.people.at(tab).person;
  const auto& someone = parts_.people.at(player);
  parts_.people.at(tab).welcomed = true;
  effects.tell.emplace_back(tab, Accepted{});
  if (!someone.is_idle()) {
    effects.tell.emplace_back(tab, Renamed{someone.name, someone.name});
    attendance_.show_place(tab, now, effects);
  } else if (const auto other = parts_.people.other_self(player)) {
    replace(*other, player, now, effects);
    if (parts_.people.is_misnamed(player))  // the other was still signed in
      renaming_.become_guest(player, now, effects);
    renaming_.take_account_name(player, now, effects);
  } else if (!find_seat(player, now, effects) && !renaming_.take_account_name(player, now, effects)) {
    effects.tell.emplace_back(tab, Renamed{someone.name, someone.name});
  }
  catch_up(tab, now, effects);
  return {};
}

/// Whether a seat waited for the person, on which they sit now.
bool Identity::find_seat(PlayerId player, Time now, Effects& effects) {
  const auto seat = parts_.people.own_seat(player);
  if (!seat) return false;
  const auto name = parts_.tables.at(seat->table).table.name_of(seat->seat);
  renaming_.take(player, name, Naming::chosen, now, effects);
  attendance_.lead_back(player, *seat, now, effects);
  return true;
}

/// Whether the browser is signed in was looked up anew when the tab came.
void Identity::catch_up(PlayerId tab, Time now, Effects& effects) {
  const auto account = parts_.people.at(tab).account;
  if (account == parts_.people.self_of(tab).account) return;
  if (account.empty()) {
    sign_out(tab, now, effects);
  } else {
    sign_in(tab, account, now, effects);
  }
}

/// The newcomer is from now on who the other was; the other is nobody.
void Identity::replace(PlayerId old, PlayerId player, Time now, Effects& effects) {
  assert(parts_.people.at(player).is_idle());
  const auto& before = parts_.people.at(old);
  const auto [seat, naming, name] = std::tuple(before.seat, before.naming, before.name);
  auto* sitting = parts_.places.get_up(old);
  parts_.gatherings.replace(old, player);
  give_way(old, now, effects);
  const auto& after = parts_.people.at(player);
  effects.tell.emplace_back(player, Renamed{after.name, name});
  parts_.people.succeed(player, name, naming);
  if (after.lobby != nullptr && after.lobby->chat)
    after.lobby->chat->let_in_as(after.address, before.address);
  if (sitting != nullptr) parts_.places.sit(player, *sitting, seat);
  for (const auto tab : after.tabs) {
    if (parts_.places.shows_seat(tab)) attendance_.show_place(tab, now, effects);
  }
}

void Identity::give_way(PlayerId player, Time now, Effects& effects) {
  parts_.people.sign_out(player);
  effects.tell.emplace_back(player, Elsewhere{Elsewhere::What::replaced});
  renaming_.become_guest(player, now, effects);
}

void Identity::lead(PlayerId tab, Time now, Effects& effects) {
  parts_.people.at(tab).welcomed = true;
  const auto player = parts_.people.person_of(tab);
  const bool is_idle = parts_.people.at(player).is_idle();
  if (const auto other = parts_.people.other_self(player); is_idle && other) {
    replace(*other, player, now, effects);
  } else if (!is_idle || !find_seat(player, now, effects)) {
    attendance_.show_place(tab, now, effects);
  }
}

void Identity::sign_in(PlayerId tab, std::string_view account, Time now, Effects& effects) {
  if (parts_.people.find(tab) == nullptr) return;
  const auto player = parts_.people.person_of(tab);
  const auto& someone = parts_.people.at(player);
  const auto other = parts_.people.sign_in(player, account);
  if (!plays(someone)) {
    if (other) {
      attendance_.get_up(player, now, effects);
      replace(*other, player, now, effects);
    } else {
      find_seat(player, now, effects);
    }
  }
  tell_account(tab, effects);
  renaming_.take_account_name(player, now, effects);
}

void Identity::sign_out(PlayerId tab, Time now, Effects& effects) {
  if (parts_.people.find(tab) == nullptr) return;
  const auto player = parts_.people.person_of(tab);
  parts_.people.sign_out(player);
  tell_account(tab, effects);
  renaming_.take(player, parts_.people.name_for(player), Naming::given, now, effects);
}

/// The other tabs hear what one has done; who has done it knows.
void Identity::tell_account(PlayerId tab, Effects& effects) const {
  const auto& someone = parts_.people.self_of(tab);
  for (const auto other : someone.tabs) {
    if (other != tab && parts_.people.at(other).welcomed)
      effects.tell.emplace_back(other, Elsewhere{Elsewhere::What::signed_in, someone.account});
  }
}

}  // namespace table
