// The hall's accounts: whose a name is, and who is signed in.
#include "table/hall.hpp"

namespace table {

void Hall::sign_in(PlayerId tab, std::string_view account, Time now, Effects& effects) {
  if (people_.find(tab) == nullptr) return;
  const auto player = people_.person_of(tab);
  const auto& someone = people_.at(player);
  const auto other = people_.sign_in(player, account);
  if (other && !plays(someone)) {
    get_up(player, now, effects);
    replace(*other, player, now, effects);
  } else if (const auto seat = people_.own_seat(player); seat && !plays(someone)) {
    take_name(player, tables_.at(seat->table).table.name_of(seat->seat), Naming::chosen, now, effects);
    lead_back(player, *seat, now, effects);
  }
  tell_account(tab, effects);
  take_account_name(player, now, effects);
  audience_.spread(effects);
}

void Hall::sign_out(PlayerId tab, Time now, Effects& effects) {
  if (people_.find(tab) == nullptr) return;
  const auto player = people_.person_of(tab);
  people_.sign_out(player);
  tell_account(tab, effects);
  take_name(player, people_.name_for(player), Naming::given, now, effects);
  audience_.spread(effects);
}

/// The other tabs hear what one has done; who has done it knows.
void Hall::tell_account(PlayerId tab, Effects& effects) const {
  const auto player = people_.person_of(tab);
  for (const auto other : people_.at(player).tabs) {
    if (other != tab && people_.at(other).welcomed)
      effects.tell.emplace_back(other, Aside{Signed{people_.at(player).account}});
  }
}

Hall::Guest Hall::guest(PlayerId player) const {
  const auto& someone = people_.at(people_.person_of(player));
  return {someone.address, someone.host, someone.account, plays(someone)};
}

/// Who is signed in is called by the account, as soon as nobody else is and no seat waits under it. Whether
/// that is new.
bool Hall::take_account_name(PlayerId player, Time now, Effects& effects) {
  const auto account = people_.free_account_name(player);
  if (!account) return false;
  take_name(player, *account, Naming::chosen, now, effects);
  return true;
}

/// A name is free again: if it is an account's whose owner is here, they have it now.
void Hall::give_back(std::string_view name, Time now, Effects& effects) {
  if (const auto owner = people_.names().owner_of(name)) take_account_name(*owner, now, effects);
}

}  // namespace table
