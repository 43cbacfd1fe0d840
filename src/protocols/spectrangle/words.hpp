// The words of the Spectrangle protocol, both ways: docs/protocols/spectrangle.md.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/spectrangle/rules.hpp"

namespace protocols::spectrangle {

inline constexpr int kFewestPlayers = games::spectrangle::Rules::min_seats;
inline constexpr int kMostPlayers = games::spectrangle::Rules::max_seats;

inline constexpr std::string_view kChat = "chat";
inline constexpr std::string_view kMultilobby = "multilobby";

/// The document's error codes, which count from 0 in this order.
enum class Fault : std::uint8_t {
  generic,
  unrecognized_command,
  invalid_arguments,
  invalid_name,
  name_taken,
  not_your_turn,
  invalid_move,
  not_in_lobby,
  not_in_game,
  unsupported_extension,
};

/// What the document calls the error, without a full stop.
std::string_view text_of(Fault fault);

/// The error for what was refused.
Fault fault_of(base::Code code);

/// What a client understands of the number of an ERROR; of one that is none `malformed`.
base::Code code_of(std::string_view number);

/// A line cut at its spaces, of which several count as one. The parts look into the line.
struct Words {
  std::string_view command;
  std::vector<std::string_view> arguments;

  /// The argument of that number; empty if there are not so many.
  std::string_view at(std::size_t index) const;
};

Words cut_words(std::string_view line);

bool is_player_name(std::string_view text);
bool is_lobby_name(std::string_view text);

/// Somebody's name as the wire has it. Players of other protocols may have names outside the document's
/// class: what does not fit becomes '_', and a number behind it keeps such names apart.
std::string wire_player(std::string_view name);

/// What the hall calls a lobby of the wire, and back. Those made without a name, which the hall counts, are
/// `main`, `main-2`, `main-3` ... on the wire. Empty for lobbies that other protocols gave a name.
std::string hall_lobby(std::string_view name);
std::string wire_lobby(std::string_view name);

/// The move that MOVE_PLAY, MOVE_SWAP or MOVE_SKIP asks for. Code::malformed if one of them is wrong.
base::Result<games::spectrangle::Move> read_move(const Words& words);

/// The line that asks for a move, without its end.
std::string write_command(const games::spectrangle::Move& move);

/// What is told of an event by whoever is called so: UPDATE, and TILE if a tile was drawn; whole lines.
/// Empty for events that have no words.
std::string write_event(const games::spectrangle::Event& event, std::string_view player);

/// The line TILE, with its end.
std::string write_tile(std::string_view player, games::spectrangle::Tile tile);

}  // namespace protocols::spectrangle
