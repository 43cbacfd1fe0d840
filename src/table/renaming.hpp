// Renaming: who takes which name, and who hears of it.
#pragma once

#include <optional>
#include <string_view>

#include "table/recorder.hpp"

namespace table {

/// Nobody takes a name but by one of these: so the journal knows of it while they play, and those around them
/// do. Who is signed in is called by their account whenever nobody else is.
class Renaming {
 public:
  /// Both outlive it.
  Renaming(Parts& parts, Recorder& recorder) : parts_(parts), recorder_(recorder) {}

  /// Whether the player may have the name, and the seat that waits for them under it, if they can leave
  /// theirs. Code::bad_name, Code::name_taken.
  Result<std::optional<Place>> claim(PlayerId player, std::string_view name, Naming naming) const;
  /// The player takes a name that they may have. Who gives way to its owner becomes a guest.
  void take(PlayerId player, std::string_view name, Naming naming, Time now, Effects& effects);
  /// Who is signed in is called by the account, as soon as nobody else is and no seat waits under it. Whether
  /// that is new.
  bool take_account_name(PlayerId player, Time now, Effects& effects);

  /// The player is called as the guest that they are; somebody else has their name next.
  void become_guest(PlayerId player, Time now, Effects& effects);
  /// A name is free again: if it is an account's whose owner is here, they have it now.
  void give_back(std::string_view name, Time now, Effects& effects);

 private:
  void rename(PlayerId player, std::string_view name, Naming naming, Time now, Effects& effects);

  Parts& parts_;
  Recorder& recorder_;
};

}  // namespace table
