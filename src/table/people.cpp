// People: coming, going, and whose a name is.
#include "table/people.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "table/accounts.hpp"
#include "table/names.hpp"
#include "table/reserved.hpp"

namespace table {

void People::arrive(PlayerId player, Visitor someone) {
  if (!someone.has_token()) {
    // Who is away may have come back to this very node, as a guest of its own.
    const auto other = names_.find(someone.name);
    if (someone.name.empty() || (other && !at(*other).away)) someone.name = names_.new_name();
    if (other) names_.take_away(someone.name);
    names_.give(someone.name, player);
    visitors_.insert(player.value, std::move(someone));
    return;
  }
  auto found = tokens_.find(someone.address);
  // Who has a name already comes from a node, maybe this very one: then their own tab is away.
  const auto is_here = [&](PlayerId tab) { return at(tab).welcomed; };
  someone.welcomed = found == tokens_.end() ||
                     (!someone.name.empty() && std::ranges::none_of(at(found->second).tabs, is_here));
  if (found == tokens_.end()) {
    const auto number = numbers_.take();
    auto person = someone;
    if (person.name.empty() || names_.find(person.name)) person.name = names_.name_for(person.address);
    names_.remember(person.address, person.name);
    names_.give(person.name, number);
    if (!person.account.empty() && !names_.owner_of(person.account)) names_.sign_in(person.account, number);
    visitors_.insert(number.value, std::move(person));
    found = tokens_.emplace(someone.address, number).first;
  }
  someone.person = found->second;
  auto& person = at(*someone.person);
  person.tabs.push_back(player);
  if (someone.views == Views::yes) person.views = Views::yes;
  visitors_.insert(player.value, std::move(someone));
}

std::optional<PlayerId> People::close(PlayerId player) {
  const auto* someone = find(player);
  if (someone == nullptr) return std::nullopt;
  if (!someone->person) return player;
  const auto number = *someone->person;
  visitors_.erase(player.value);
  auto& tabs = at(number).tabs;
  std::erase(tabs, player);
  return tabs.empty() ? std::optional(number) : std::nullopt;
}

void People::erase(PlayerId player) {
  assert(at(player).tabs.empty() && !at(player).person);
  sign_out(player);
  const auto& someone = at(player);
  if (is_person(player)) {
    tokens_.erase(someone.address);
    numbers_.give_back(player);
  }
  names_.take_away(someone.name);
  visitors_.erase(player.value);
}

PlayerId People::person_of(PlayerId player) const {
  const auto* someone = find(player);
  return someone != nullptr && someone->person ? *someone->person : player;
}

const Visitor* People::find_token(std::string_view address) const {
  const auto found = tokens_.find(address);
  return found == tokens_.end() ? nullptr : find(found->second);
}

std::string People::name_of(PlayerId player) const {
  const auto* someone = find(person_of(player));
  return someone == nullptr ? "" : someone->name;
}

std::vector<PlayerId> People::connections_of(PlayerId player) const {
  return is_person(player) ? at(player).tabs : std::vector{player};
}

bool People::all_hear_offers(const std::vector<PlayerId>& players) const {
  return std::ranges::all_of(players, [&](auto player) { return at(player).hears == Hears::offers; });
}

Result<std::optional<Place>> People::claim(PlayerId player, std::string_view name, Naming naming) const {
  const auto& someone = at(player);
  const bool chosen = naming == Naming::chosen;
  if (auto right = check_name(name, chosen ? kLongestName : kLongestGivenName); !right)
    return std::unexpected(std::move(right).error());
  if (!someone.account.empty() && name != someone.account) {
    return fail(Code::bad_name,
                fmt::format("you are signed in as {}: sign out to be called otherwise", someone.account));
  }
  const auto key = account_key(name);
  const bool is_account = names_.is_account(key);
  if (is_account && !owns(someone, key))
    return fail(Code::name_taken, "that name belongs to an account: its owner signs in with a browser");
  const bool is_own = is_reserved(key) || (is_bots(key) && !someone.is_bot());
  if (is_own && !is_account) return fail(Code::name_taken, "that name is the server's own");
  if (const auto other = names_.find(name); other && *other != player && !gives_way(*other, key))
    return fail(Code::name_taken, "somebody has that name");
  const auto* seat = names_.seat_for(name);
  if (seat == nullptr) return std::nullopt;
  const bool anywhere = come_back_ == ComeBack::any_address && !seat->address.starts_with(kToken);
  const bool known = is_account || anywhere || seat->address == someone.address;
  if (!chosen || !known || seat->protocol != someone.protocol)
    return fail(Code::name_taken, "a seat waits for somebody of that name");
  return seat->place;
}

void People::call(PlayerId player, std::string_view name, Naming naming) {
  auto& someone = at(player);
  names_.take_away(someone.name);
  names_.give(name, player);
  someone.name = name;
  someone.naming = naming;
  if (is_person(player) && someone.account.empty()) names_.remember(someone.address, someone.name);
}

void People::succeed(PlayerId player, const std::string& name, Naming naming) {
  auto& someone = at(player);
  names_.take_away(someone.name);
  names_.give(name, player);
  someone.name = name;
  someone.naming = naming;
  if (!someone.account.empty()) names_.sign_in(someone.account, player);
}

Result<void> People::check_account(PlayerId player, std::string_view name) const {
  if (auto right = check_name(name); !right) return right;
  const auto key = account_key(name);
  if (key.empty()) return fail(Code::bad_name, "nobody could see that name");
  if (names_.is_account(key)) return fail(Code::name_taken, "that name belongs to an account");
  if (is_reserved(key) || is_bots(key)) return fail(Code::name_taken, "that name is the server's own");
  const auto person = person_of(player);
  const bool is_used = std::ranges::any_of(
      names_.here(), [&](const auto& one) { return one.second != person && account_key(one.first) == key; });
  if (is_used) return fail(Code::name_taken, "somebody has that name");
  const bool is_waited_for =
      std::ranges::any_of(names_.seats(), [&](const auto& one) { return account_key(one.first) == key; });
  if (is_waited_for) return fail(Code::name_taken, "a seat waits for somebody of that name");
  return {};
}

std::optional<PlayerId> People::sign_in(PlayerId player, std::string_view account) {
  at(player).account = account;
  const auto other = other_self(player);
  if (!other) names_.sign_in(std::string(account), player);
  return other;
}

void People::sign_out(PlayerId player) {
  const auto account = std::exchange(at(player).account, {});
  if (!account.empty()) names_.sign_out(account, player);
}

std::optional<PlayerId> People::other_self(PlayerId player) const {
  const auto& someone = at(player);
  if (someone.account.empty()) return std::nullopt;
  const auto other = names_.owner_of(someone.account);
  return other != player ? other : std::nullopt;
}

std::optional<std::string> People::free_account_name(PlayerId player) const {
  const auto& account = at(player).account;
  if (account.empty() || names_.find(account) || names_.seat_for(account) != nullptr) return std::nullopt;
  return account;
}

std::optional<PlayerId> People::lender_of(std::string_view name, std::string_view address) const {
  const auto key = account_key(name);
  const auto& owners = names_.owners();
  const auto found = std::ranges::find_if(owners, [&](const auto& owner) {
    return account_key(owner.first) == key && at(owner.second).host == address;
  });
  if (found == owners.end()) return std::nullopt;
  const auto called = names_.find(name);
  const bool is_free = !called || (*called == found->second && gives_way(*called, key) && !at(*called).away);
  return is_free ? std::optional(found->second) : std::nullopt;
}

bool People::is_misnamed(PlayerId player) const {
  const auto& someone = at(player);
  const auto key = account_key(someone.name);
  return !owns(someone, key) && names_.is_account(key);
}

std::optional<Place> People::own_seat(PlayerId player) const {
  const auto& someone = at(player);
  for (const auto& [name, seat] : names_.seats()) {
    const auto key = account_key(name);
    const bool is_own = names_.is_account(key) ? owns(someone, key) : seat.address == someone.address;
    if (is_own && seat.protocol == someone.protocol) return seat.place;
  }
  return std::nullopt;
}

/// Whether names of that key are this visitor's to have.
bool People::owns(const Visitor& someone, const std::string& key) const {
  if (!someone.account.empty()) return account_key(someone.account) == key;
  if (someone.has_token()) return false;
  if (!someone.lent.empty() && someone.lent == key) return true;
  return std::ranges::any_of(names_.owners(), [&](const auto& owner) {
    return at(owner.second).host == someone.address && account_key(owner.first) == key;
  });
}

/// Whether one who is signed in can do without the name for a while: neither gathers nor plays under it.
bool People::gives_way(PlayerId player, const std::string& key) const {
  const auto& someone = at(player);
  return !someone.account.empty() && account_key(someone.account) == key && someone.is_idle();
}

}  // namespace table
