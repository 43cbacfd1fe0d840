// The book of names: who is called so, which seat waits under it, and whether it is an account's.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "table/known.hpp"
#include "table/records.hpp"

namespace table {

struct Place {
  TableId table;
  Seat seat;

  friend bool operator==(const Place&, const Place&) = default;
};

/// A seat that waits for its player, and how they came.
struct KeptSeat {
  Place place;
  std::string protocol;
  std::string address;
};

/// Nobody shares a name: one is called so, or nobody is. Under one name one seat waits. An account is a key
/// that all spellings of its name share (accounts.hpp), and one visitor at most is signed in to it.
class NameBook {
 public:
  using ByName = std::map<std::string, PlayerId, std::less<>>;
  using Seats = std::map<std::string, KeptSeat, std::less<>>;

  /// Everybody who is here, by name.
  const ByName& here() const { return here_; }
  /// Who is called so.
  std::optional<PlayerId> find(std::string_view name) const;
  /// The player is called so from now on; nobody is yet.
  void give(std::string_view name, PlayerId player);
  void take_away(const std::string& name) { here_.erase(name); }

  /// The seats that wait, by the names of their players.
  const Seats& seats() const { return seats_; }
  /// nullptr if none waits under that name.
  const KeptSeat* seat_for(std::string_view name) const;
  void keep(const std::string& name, KeptSeat seat) { seats_.insert_or_assign(name, std::move(seat)); }
  /// Nothing happens if another seat waits under that name.
  void let_go(const std::string& name, const Place& place);

  void reserve(std::string_view account);
  void release(std::string_view account);
  bool is_account(const std::string& key) const { return accounts_.contains(key); }
  /// Those who are here and signed in, by account.
  const ByName& owners() const { return owners_; }
  std::optional<PlayerId> owner_of(std::string_view account) const;
  void sign_in(const std::string& account, PlayerId owner) { owners_.insert_or_assign(account, owner); }
  /// Nothing happens if somebody else is signed in to it.
  void sign_out(const std::string& account, PlayerId owner);

  /// Somebody with a token is called so, and will be again when they come back.
  void remember(const std::string& token, std::string_view name) { known_.remember(token, name); }
  /// A name for a guest: what somebody who comes from that address was called of late, if nobody else has
  /// it, or a new one.
  std::string name_for(std::string_view address);
  /// New names of guests have numbers from this one on.
  void count_guests_from(std::uint64_t number) { next_guest_ = number; }
  /// A name that nobody has, for which no seat waits, and that is no account's.
  std::string new_name();

 private:
  bool is_free(std::string_view name, std::string_view address) const;

  ByName here_;
  Seats seats_;
  std::set<std::string, std::less<>> accounts_;  ///< their keys
  ByName owners_;                                ///< of accounts: those who are here
  KnownNames known_;
  std::uint64_t next_guest_ = 1;
};

}  // namespace table
