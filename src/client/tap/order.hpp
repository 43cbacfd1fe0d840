// Whether a client's message comes too early: only what is sure without a look at the game, whatever crosses
// on the way.
#pragma once

#include <string_view>
#include <vector>

#include "client/tap/grammar.hpp"

namespace client::tap {

/// Follows one connection, where it is watched. A client cannot have read what was not passed on to it yet,
/// so that what it says before that comes too early; what it says after may have crossed with something, and
/// is left to the server.
class Order {
 public:
  explicit Order(const protocols::Protocol& protocol);

  /// Of the next message, either way, as it stands in a transcript: the sentence that it breaks.
  std::optional<Rule> check(Way way, std::string_view message);
  /// Something was said that no document knows: nothing is sure any more.
  void lose() { sure_ = false; }

 private:
  const protocols::Protocol* protocol_;
  bool sure_ = true;
  std::vector<bool> allowed_;  ///< by the grammar's premises: what they speak of may be said
};

}  // namespace client::tap
