// People: who is here, with which tabs, called how, signed in to what.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/roster.hpp"
#include "table/known.hpp"
#include "table/name_book.hpp"
#include "table/visitor.hpp"

namespace table {

/// From where a player may come back to a seat: whence they came first, or anywhere.
enum class ComeBack : std::uint8_t { same_address, any_address };

/// Everybody who is here. All but tabs have a name, which is in the book of names. A person is here as long
/// as a tab of it is. The name of an account is its owner's, however it is spelled: who is signed in to it by
/// a browser, or who comes by another protocol from the network address of such a browser. Knows no table.
class People {
 public:
  explicit People(ComeBack come_back) : come_back_(come_back) {}

  /// From now on acts are told as the journal keeps them, too (Recorded).
  void tell_records() { tells_records_ = true; }
  bool tells_records() const { return tells_records_; }

  /// Somebody comes, with the name that they have if nobody else is called so, or else a new one, unless it
  /// is a further tab of a person. The first tab of a browser makes its person; others are told nothing
  /// before they have been welcomed.
  void arrive(PlayerId player, Visitor someone);
  /// A connection is gone. Who has gone with it, and is still here until erased: nobody, as long as there are
  /// other tabs.
  std::optional<PlayerId> close(PlayerId player);
  /// Somebody goes who has no tabs, or none any more.
  void erase(PlayerId player);

  /// nullptr for who is not here.
  const Visitor* find(PlayerId player) const { return visitors_.find(player.value); }
  /// Who must be here.
  Visitor& at(PlayerId player) { return *visitors_.find(player.value); }
  const Visitor& at(PlayerId player) const { return *visitors_.find(player.value); }
  /// The person whose tab it is, or the visitor themselves.
  PlayerId person_of(PlayerId player) const;
  /// What is known of them, who must be here.
  const Visitor& self_of(PlayerId player) const { return at(person_of(player)); }
  /// The person who is known by that address, a token.
  const Visitor* find_token(std::string_view address) const;
  /// How they are called; "" for who is not here.
  std::string name_of(PlayerId player) const;
  /// All tabs of a person, or the visitor alone.
  std::vector<PlayerId> connections_of(PlayerId player) const;

  /// Whether all of them do.
  bool all_hear_offers(const std::vector<PlayerId>& players) const;

  const NameBook& names() const { return names_; }
  NameBook& names() { return names_; }

  /// Whether the visitor may have the name, and the seat that waits for them under it. Code::bad_name,
  /// Code::name_taken.
  Result<std::optional<Place>> claim(PlayerId player, std::string_view name, Naming naming) const;
  /// The visitor is called so from now on, and nobody else is.
  void call(PlayerId player, std::string_view name, Naming naming);
  /// The name that a guest is given who is this visitor.
  std::string name_for(PlayerId player) { return names_.name_for(at(player).address); }
  /// The newcomer is called as the other was, who is not called so any more.
  void succeed(PlayerId player, const std::string& name, Naming naming);

  /// Whether the visitor may make an account of that name: Code::bad_name or Code::name_taken says why not.
  Result<void> check_account(PlayerId player, std::string_view name) const;
  /// The visitor is signed in. Who was so before in another browser and still is: to be replaced.
  std::optional<PlayerId> sign_in(PlayerId player, std::string_view account);
  /// The visitor is signed in to nothing any more.
  void sign_out(PlayerId player);
  /// The same person in another browser: signed in to the same account.
  std::optional<PlayerId> other_self(PlayerId player) const;
  /// The name of the visitor's account, if nobody is called so and no seat waits under it.
  std::optional<std::string> free_account_name(PlayerId player) const;
  /// Who is signed in, at that network address, to the account of that name, and does not need to be called
  /// so.
  std::optional<PlayerId> lender_of(std::string_view name, std::string_view address) const;
  /// Whether the visitor is called as an account that is not theirs.
  bool is_misnamed(PlayerId player) const;
  /// The seat that waits for somebody with a token: by it, or, if its name is an account's, by that.
  std::optional<Place> own_seat(PlayerId player) const;

 private:
  bool owns(const Visitor& someone, const std::string& key) const;
  bool gives_way(PlayerId player, const std::string& key) const;

  ComeBack come_back_;
  base::Roster<Visitor> visitors_;
  std::map<std::string, PlayerId, std::less<>> tokens_;  ///< of every person here
  PeopleNumbers numbers_;
  NameBook names_;
  bool tells_records_ = false;
};

}  // namespace table
