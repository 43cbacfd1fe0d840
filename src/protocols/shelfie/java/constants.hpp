// The protocol's enums, in the order in which its Java classes declare them. Names travel, numbers do not.
#pragma once

#include <cstdint>

namespace protocols::shelfie::java {

enum class MessageType : std::uint8_t { error, ping, connection, lobby, data };

enum class KeyConnectionPayload : std::uint8_t { connection_creation, reconnection, broadcast };

enum class KeyLobbyPayload : std::uint8_t {
  global_lobby_decision,
  create_game_lobby,
  join_specific_game_lobby,
  join_random_game_lobby,
  quit_server,
};

enum class KeyErrorPayload : std::uint8_t { error_connection, error_lobby, error_data };

enum class TurnPhase : std::uint8_t {
  all_info,
  select_from_board,
  select_order_tiles,
  select_column,
  end_turn,
  end_game,
};

enum class Data : std::uint8_t {
  error,
  ranking,
  content,
  selected_items,
  phase,
  personal_points,
  max_selectable_tiles,
  next_player,
  who_change,
  new_board,
  new_bookshelf,
  points,
  token,
  personal_goal_card,
  value_client,
  common_goal,
  bookshelf_full_player,
};

enum class Type : std::uint8_t { cat, book, game, frame, trophy, plant };

enum class ErrorType : std::uint8_t {
  ping_not_received,
  disconnection_forced,
  disconnection,
  error_connection,
  err_nickname_length,
  err_nickname_taken,
  only_player,
  err_num_player_wanted,
  err_joining_game_lobby,
  err_game_full,
  err_game_not_found,
  err_no_free_spots,
  err_reconnect_to_game_lobby,
  err_join_global_lobby,
  illegal_turn,
  illegal_phase,
  invalid_column,
  invalid_input,
  not_enough_free_cells_column,
  not_selectable_tile,
  too_many_tiles,
  invalid_order_tile_repetition,
  invalid_order_tile_number,
  not_value_selected,
  invalid_coordinates,
  not_same_row_or_column,
  not_enough_free_edges,
  wrong_phase,
};

}  // namespace protocols::shelfie::java
