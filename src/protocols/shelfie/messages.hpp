// The protocol's messages: the parts of any, and every one that a server says (rulings, "Messages").
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/shelfie/state.hpp"
#include "protocols/shelfie/java/tree.hpp"

namespace protocols::shelfie {

/// A message taken apart; what is missing or null in it is so here. Views into the tree it is of.
struct Parts {
  std::optional<java::MessageType> type;
  std::optional<std::string_view> nickname;
  java::Value key;   ///< a constant of one of the four enums, or null
  java::Value data;  ///< a map, or null
};
Parts parts_of(const java::Tree& message);

using Entries = std::span<const std::pair<java::Data, java::Value>>;

/// Makes what is in the tree a message. A nickname may be null.
void finish(java::Tree& tree, java::MessageType type, java::Value nickname, java::Value key, Entries entries);

/// A message without data.
java::Tree bare_message(java::MessageType type, std::string_view nickname, java::Value key);
/// Payload null (24).
java::Tree ping_message(std::string_view nickname);
/// 3, 10, 16, 23, 25.
java::Tree error_message(std::optional<std::string_view> nickname, java::KeyErrorPayload key,
                         java::ErrorType error);
/// 4, 9, 21.
java::Tree broadcast_message(std::string_view nickname, std::string_view content);
/// 22.
java::Tree reconnection_message(std::string_view nickname, std::string_view content);
/// 5, 6, 7, 8, 12, 13, 14, 19, 20: what a client says.
java::Tree client_message(java::MessageType type, std::string_view nickname, java::Value key);
java::Tree client_message(java::MessageType type, std::string_view nickname, java::Value key, int value);
java::Tree client_message(java::MessageType type, std::string_view nickname, java::Value key,
                          std::span<const int> values);

/// A game as one of its players may see it.
struct Sight {
  const games::shelfie::View& view;      ///< of a seat
  std::span<const std::string> players;  ///< nicknames by seat
};

/// Everything (11), in which `phase` is what is to be done next.
java::Tree all_info_message(const Sight& sight, java::TurnPhase phase);
/// A turn is over (17).
java::Tree end_turn_message(const Sight& sight, const games::shelfie::TurnEnded& ended);
/// The game is over (18): the winner stands last. All cards must be in the view.
java::Tree end_game_message(const Sight& sight);

/// What the player on turn does in that phase.
java::TurnPhase turn_phase_of(games::shelfie::Phase phase);

}  // namespace protocols::shelfie
