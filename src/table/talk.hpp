// Talk: who hears what somebody says.
#pragma once

#include "table/audience.hpp"

namespace table {

/// What is said at a table or in a standing lobby is heard there, and kept there for those who come back;
/// what is said elsewhere is heard by all who are at neither, and not kept.
class Talk {
 public:
  /// Both outlive it.
  Talk(const People& people, const Audience& audience) : people_(people), audience_(audience) {}

  /// Who looks on at a table in this tab speaks as somebody who is nowhere. Code::malformed.
  Result<void> say(PlayerId tab, const Say& request, Effects& effects) const;
  /// To everybody who speaks and is spoken to in the hall, and is not at another node.
  void tell_hall(const Said& said, Effects& effects) const;

 private:
  const People& people_;
  const Audience& audience_;
};

}  // namespace table
