// The book of names: what is free, and names for guests.
#include "table/name_book.hpp"

#include <fmt/format.h>

#include <cassert>

#include "table/accounts.hpp"

namespace table {

std::optional<PlayerId> NameBook::find(std::string_view name) const {
  const auto found = here_.find(name);
  return found == here_.end() ? std::nullopt : std::optional(found->second);
}

void NameBook::give(std::string_view name, PlayerId player) {
  [[maybe_unused]] const bool is_new = here_.emplace(name, player).second;
  assert(is_new);
}

const KeptSeat* NameBook::seat_for(std::string_view name) const {
  const auto found = seats_.find(name);
  return found == seats_.end() ? nullptr : &found->second;
}

void NameBook::let_go(const std::string& name, const Place& place) {
  const auto found = seats_.find(name);
  if (found != seats_.end() && found->second.place == place) seats_.erase(found);
}

void NameBook::reserve(std::string_view account) { accounts_.insert(account_key(account)); }

void NameBook::release(std::string_view account) { accounts_.erase(account_key(account)); }

std::optional<PlayerId> NameBook::owner_of(std::string_view account) const {
  const auto found = owners_.find(account);
  return found == owners_.end() ? std::nullopt : std::optional(found->second);
}

void NameBook::sign_out(const std::string& account, PlayerId owner) {
  if (const auto found = owners_.find(account); found != owners_.end() && found->second == owner)
    owners_.erase(found);
}

std::string NameBook::name_for(std::string_view address) {
  auto name = known_.find(address);
  return is_free(name, address) ? name : new_name();
}

/// Whether somebody without an account can be called so, who comes from that address.
bool NameBook::is_free(std::string_view name, std::string_view address) const {
  if (name.empty() || here_.contains(name) || is_account(account_key(name))) return false;
  const auto* seat = seat_for(name);
  return seat == nullptr || seat->address == address;
}

std::string NameBook::new_name() {
  std::string name;
  do {
    name = fmt::format("guest-{}", next_guest_++);
  } while (here_.contains(name) || seats_.contains(name) || is_account(account_key(name)));
  return name;
}

}  // namespace table
