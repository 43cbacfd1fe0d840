// What a client has asked and was not answered yet: servers answer one request after the other.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "client/tap/grammar.hpp"

namespace client::tap {

/// What is thought of a request before it is answered.
enum class Standing : std::uint8_t {
  right,   ///< by the rules of the game
  open,    ///< nothing is known
  wrong,   ///< by the rules of the game
  blamed,  ///< and it was said so already
};

struct Asked {
  std::string message;
  Standing standing = Standing::open;
};

/// Of one connection. A refusal belongs to the oldest request that was not answered; to a later one only
/// where those before it are right and have no answer.
class Unanswered {
 public:
  explicit Unanswered(const Grammar* grammar) : grammar_(grammar) {}

  void ask(std::string_view message, Standing standing);
  /// The server said something that refuses nothing.
  void answer(std::string_view message);
  /// The server refused something: what it was, if anything is known of it. Each request is refused once.
  std::optional<Asked> refuse();
  /// Nothing came for a while: what has no answer was taken.
  void settle();

 private:
  struct Waiting {
    Asked asked;
    std::string_view answer;
  };
  std::deque<Waiting>::iterator refused();

  const Grammar* grammar_;
  std::deque<Waiting> waiting_;
  std::optional<Asked> last_;  ///< that was answered, or gave up its place
};

}  // namespace client::tap
