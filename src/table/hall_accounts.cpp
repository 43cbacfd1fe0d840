// The hall's accounts: whose a name is, and who is signed in.
#include <fmt/format.h>

#include <algorithm>

#include "table/hall.hpp"
#include "table/reserved.hpp"

namespace table {

void Hall::reserve(std::string_view account) { accounts_.insert(account_key(account)); }

void Hall::release(std::string_view account) { accounts_.erase(account_key(account)); }

Result<void> Hall::check_account(PlayerId player, std::string_view name) const {
  if (auto right = check_name(name); !right) return right;
  const auto key = account_key(name);
  if (key.empty()) return fail(Code::bad_name, "nobody could see that name");
  if (accounts_.contains(key)) return fail(Code::name_taken, "that name belongs to an account");
  if (is_reserved(key) || is_bots(key)) return fail(Code::name_taken, "that name is the server's own");
  const auto person = person_of(player);
  const bool is_used = std::ranges::any_of(
      names_, [&](const auto& one) { return one.second != person && account_key(one.first) == key; });
  if (is_used) return fail(Code::name_taken, "somebody has that name");
  const bool is_waited_for =
      std::ranges::any_of(reserved_, [&](const auto& one) { return account_key(one.first) == key; });
  if (is_waited_for) return fail(Code::name_taken, "a seat waits for somebody of that name");
  return {};
}

void Hall::sign_in(PlayerId tab, std::string_view account, Time now, Effects& effects) {
  if (visitors_.find(tab.value) == nullptr) return;
  const auto player = person_of(tab);
  auto& someone = visitor(player);
  someone.account = account;
  const auto other = other_self(player);
  if (!other) owners_.insert_or_assign(std::string(account), player);
  if (other && !plays(someone)) {
    get_up(player, now, effects);
    replace(*other, player, now, effects);
  } else if (const auto seat = own_seat(someone); seat && !plays(someone)) {
    take_name(player, sittings_.at(seat->table).table.name_of(seat->seat), true, now, effects);
    lead_back(player, *seat, now, effects);
  }
  tell_account(tab, effects);
  take_account_name(player, now, effects);
  spread(effects);
}

void Hall::sign_out(PlayerId tab, Time now, Effects& effects) {
  if (visitors_.find(tab.value) == nullptr) return;
  const auto player = person_of(tab);
  disown(player);
  tell_account(tab, effects);
  take_name(player, given_name(visitor(player)), false, now, effects);
  spread(effects);
}

/// The other tabs hear what one has done; who has done it knows.
void Hall::tell_account(PlayerId tab, Effects& effects) const {
  const auto player = person_of(tab);
  for (const auto other : visitor(player).tabs) {
    if (other != tab && visitor(other).welcomed)
      effects.tell.emplace_back(other, Aside{Signed{visitor(player).account}});
  }
}

Hall::Guest Hall::guest(PlayerId player) const {
  const auto& someone = visitor(person_of(player));
  return {someone.address, someone.host, someone.account, plays(someone)};
}

/// Whether names of that key are this visitor's to have.
bool Hall::owns(const Visitor& someone, const std::string& key) const {
  if (!someone.account.empty()) return account_key(someone.account) == key;
  if (someone.address.starts_with(kToken)) return false;
  return std::ranges::any_of(owners_, [&](const auto& owner) {
    return visitor(owner.second).host == someone.address && account_key(owner.first) == key;
  });
}

/// Whether one who is signed in can do without the name for a while: neither gathers nor plays under it.
bool Hall::gives_way(PlayerId player, const std::string& key) const {
  const auto& someone = visitor(player);
  return !someone.account.empty() && account_key(someone.account) == key && someone.sitting == nullptr &&
         someone.lobby == nullptr;
}

/// The same person in another browser: signed in to the same account.
std::optional<PlayerId> Hall::other_self(PlayerId player) const {
  const auto& someone = visitor(player);
  if (someone.account.empty()) return std::nullopt;
  const auto other = owners_.find(someone.account);
  return other != owners_.end() && other->second != player ? std::optional(other->second) : std::nullopt;
}

/// The seat that waits for somebody with a token: by it, or, if its name is an account's, by that.
std::optional<Hall::Place> Hall::own_seat(const Visitor& someone) const {
  for (const auto& [name, place] : reserved_) {
    const auto& chair = sittings_.at(place.table).table.header().chairs[place.seat.value];
    const auto key = account_key(name);
    const bool is_own = accounts_.contains(key) ? owns(someone, key) : chair.address == someone.address;
    if (is_own && chair.protocol == someone.protocol) return place;
  }
  return std::nullopt;
}

/// Who is signed in is called by the account, as soon as nobody else is and no seat waits under it. Whether
/// that is new.
bool Hall::take_account_name(PlayerId player, Time now, Effects& effects) {
  const auto account = visitor(player).account;
  if (account.empty() || names_.contains(account) || reserved_.contains(account)) return false;
  take_name(player, account, true, now, effects);
  return true;
}

/// A name is free again: if it is an account's whose owner is here, they have it now.
void Hall::give_back(std::string_view name, Time now, Effects& effects) {
  if (owners_.empty()) return;
  if (const auto owner = owners_.find(name); owner != owners_.end())
    take_account_name(owner->second, now, effects);
}

/// The visitor is signed in to nothing any more.
void Hall::disown(PlayerId player) {
  const auto account = std::exchange(visitor(player).account, {});
  if (account.empty()) return;
  if (const auto found = owners_.find(account); found != owners_.end() && found->second == player)
    owners_.erase(found);
}

}  // namespace table
