// What `parlor check` needs to know of a protocol to test other people's servers and clients of it.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "protocols/adapter.hpp"

namespace protocols {

/// By what it is seen that somebody speaks the protocol.
struct Greeting {
  std::string_view said;   ///< by the first of `people`; '$' is a name
  std::string_view heard;  ///< one of these words begins an answer; "": whatever ends as messages do is one
  int people = 1;
};

/// What a peer hears when a game starts: from the first such line to the last. Signs are as of has_sign.
struct Start {
  std::string_view first;
  std::string_view last;
  std::string_view trait = {};  ///< how people say what they can do; "": all can do the same
  bool several = false;         ///< each hears several of the last
  /// A line of it as `own` must hear it when others have the parts. nullptr: only their names change.
  std::string (*retell)(std::string_view line, const Replacements& others, std::string_view own) = nullptr;
};

/// A feature that a server may announce or not, as a switch of ours says.
struct Feature {
  std::string_view without;  ///< the name of the switch
  std::string_view used;     ///< bytes that a client says only with the feature
};

/// What goes on at the table of a client that is tested.
enum class Plot : std::uint8_t {
  sits_down,        ///< the client comes as far as the beginning of a game
  plays,            ///< and makes some moves
  waits,            ///< while the opponent thinks
  is_refused,       ///< a move of the client is refused once
  is_left,          ///< the opponent leaves in the middle
  is_left_at_once,  ///< or before any move
  finishes,         ///< the game is played to its end
  comes_through,    ///< an opponent who takes nothing lets the client do what needs two messages
};
inline constexpr std::size_t kPlots = 8;

/// What a client says when a game is over.
struct Farewell {
  std::string_view said = {};      ///< how it begins, or what in quotes it contains; "": nothing
  std::string_view sentence = {};  ///< of the document or the rulings
  bool required = false;           ///< it must, and not only should
};

struct Checks {
  Greeting greeting;
  std::string_view introduction =
      {};  ///< bytes in front of a name that somebody takes; "": there are no names
  Start start;
  std::unique_ptr<Adapter> (*adapt)(const Script& script, const games::Kits& kits);  ///< kits outlive it
  std::span<const Feature> features = {};
  bool fixed_order = false;  ///< the document has an order for messages that come together
  bool passes_over = false;  ///< clients pass over messages with a verb that the grammar does not have
  std::array<std::string_view, kPlots>
      sentences;  ///< that are tested with clients, by plot; "": it has none such
  std::span<const std::string_view> way =
      {};  ///< what a client must say before it plays, in order; signs as of has_sign
  Farewell farewell = {};
};

}  // namespace protocols
