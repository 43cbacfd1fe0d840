// Follows the game of one connection, to say what a client may have meant.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "client/tap/unanswered.hpp"
#include "games/kits.hpp"
#include "protocols/all.hpp"

namespace client::tap {

/// Reads along with the client half of the protocol, and knows its messages by the protocol's hints.
/// Messages are as they stand in a transcript.
class Follower {
 public:
  virtual ~Follower() = default;

  /// The client says it: what the rules of the game say of it.
  virtual Standing say(std::string_view message) = 0;
  /// The server says it.
  virtual void hear(std::string_view message) = 0;
  /// What would have been right in place of what the client said: a sentence without a full stop; "" if
  /// nobody knows.
  virtual std::string hint(std::string_view message) const = 0;
};

/// nullptr if the protocol has no hints. Both outlive it.
std::unique_ptr<Follower> make_follower(const protocols::Protocol& protocol, const games::Kits& kits);

}  // namespace client::tap
