// Identity: who somebody is by their token or account, and what that gives back to them.
#pragma once

#include <string_view>

#include "table/attendance.hpp"

namespace table {

/// Who comes with a token is the person that came with it before; who is signed in to an account is its
/// owner, in one browser at a time: whoever comes later takes the place of who was there before.
class Identity {
 public:
  /// The parts and the rest outlive it.
  Identity(Parts& parts, Renaming& renaming, Attendance& attendance)
      : parts_(parts), renaming_(renaming), attendance_(attendance) {}

  /// Takes a name, and with it the seat that waits under it. Code::bad_name, Code::name_taken.
  Result<void> name(PlayerId player, const Name& request, Time now, Effects& effects);
  /// A tab is told who its person is and where, and shows from now on what its person is told.
  Result<void> come_again(PlayerId tab, Time now, Effects& effects);
  /// As Hall says.
  void sign_in(PlayerId tab, std::string_view account, Time now, Effects& effects);
  void sign_out(PlayerId tab, Time now, Effects& effects);
  void lead(PlayerId tab, Time now, Effects& effects);
  void give_way(PlayerId player, Time now, Effects& effects);

 private:
  bool find_seat(PlayerId player, Time now, Effects& effects);
  void replace(PlayerId old, PlayerId player, Time now, Effects& effects);
  void catch_up(PlayerId tab, Time now, Effects& effects);
  void tell_account(PlayerId tab, Effects& effects) const;

  Parts& parts_;
  Renaming& renaming_;
  Attendance& attendance_;
};

}  // namespace table
