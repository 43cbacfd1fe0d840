// The protocol's own words.
#include "protocols/shelfie/words.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/text.hpp"

namespace protocols::shelfie {

using base::Code;
using games::shelfie::Refusal;
using java::ErrorType;

namespace {

constexpr std::string_view kWelcome = "Welcome to Game Lobby ";
constexpr std::string_view kWaiting = "! -> waiting for ";
constexpr std::string_view kSoon = " players... Game will be starting soon...";

}  // namespace

std::string welcome_text(std::string_view lobby, int seats) {
  return fmt::format("{}{}{}{}{}", kWelcome, lobby, kWaiting, seats, kSoon);
}

std::string disconnected_text(std::string_view who, std::string_view lobby) {
  return fmt::format("Player {} disconnected from Game Lobby {}!", who, lobby);
}

std::string reconnected_text(std::string_view who, std::string_view lobby) {
  return fmt::format("{} reconnected to Game Lobby {}!", who, lobby);
}

std::optional<Welcome> read_welcome(std::string_view text) {
  if (!text.starts_with(kWelcome)) return std::nullopt;
  text.remove_prefix(kWelcome.size());
  const auto end = text.find(kWaiting);
  if (end == std::string_view::npos) return std::nullopt;
  Welcome welcome{std::string(text.substr(0, end))};
  auto rest = text.substr(end + kWaiting.size());
  welcome.seats = base::to_number<int>(base::cut(rest, ' ')).value_or(0);
  return welcome;
}

ErrorType error_of(Refusal refusal) {
  switch (refusal) {
    case Refusal::game_over:
    case Refusal::paused:
      return ErrorType::wrong_phase;
    case Refusal::illegal_turn:
      return ErrorType::illegal_turn;
    case Refusal::illegal_phase:
      return ErrorType::illegal_phase;
    case Refusal::invalid_input:
      return ErrorType::invalid_input;
    case Refusal::too_many_tiles:
      return ErrorType::too_many_tiles;
    case Refusal::invalid_coordinates:
      return ErrorType::invalid_coordinates;
    case Refusal::not_enough_free_edges:
      return ErrorType::not_enough_free_edges;
    case Refusal::not_same_row_or_column:
      return ErrorType::not_same_row_or_column;
    case Refusal::invalid_order_tile_number:
      return ErrorType::invalid_order_tile_number;
    case Refusal::invalid_order_tile_repetition:
      return ErrorType::invalid_order_tile_repetition;
    case Refusal::invalid_column:
      return ErrorType::invalid_column;
    case Refusal::not_enough_free_cells_column:
      return ErrorType::not_enough_free_cells_column;
  }
  std::unreachable();
}

ErrorType error_of(Code code) {
  switch (code) {
    case Code::bad_name:
      return ErrorType::err_nickname_length;
    case Code::name_taken:
      return ErrorType::err_nickname_taken;
    case Code::bad_seats:
      return ErrorType::err_num_player_wanted;
    case Code::no_lobby:
    case Code::not_at_table:
      return ErrorType::err_game_not_found;
    case Code::lobby_full:
      return ErrorType::err_game_full;
    case Code::not_your_turn:
      return ErrorType::illegal_turn;
    case Code::game_over:
      return ErrorType::wrong_phase;
    case Code::malformed:
    case Code::illegal_move:
      return ErrorType::invalid_input;
    case Code::unknown_game:
    case Code::bad_options:
    case Code::other_queue:
    case Code::game_running:
    case Code::already_seated:
    case Code::other_kit:
    case Code::storage:
    case Code::corrupt:
    case Code::system:
      return ErrorType::err_joining_game_lobby;
  }
  std::unreachable();
}

Code code_of(ErrorType error) {
  switch (error) {
    case ErrorType::ping_not_received:
    case ErrorType::disconnection_forced:
    case ErrorType::disconnection:
    case ErrorType::error_connection:
    case ErrorType::err_reconnect_to_game_lobby:
    case ErrorType::err_join_global_lobby:
      return Code::system;
    case ErrorType::err_nickname_length:
      return Code::bad_name;
    case ErrorType::err_nickname_taken:
      return Code::name_taken;
    case ErrorType::err_num_player_wanted:
      return Code::bad_seats;
    case ErrorType::err_game_full:
      return Code::lobby_full;
    case ErrorType::err_game_not_found:
    case ErrorType::err_no_free_spots:
    case ErrorType::err_joining_game_lobby:
      return Code::no_lobby;
    case ErrorType::illegal_turn:
    case ErrorType::only_player:
      return Code::not_your_turn;
    case ErrorType::invalid_input:
      return Code::malformed;
    case ErrorType::illegal_phase:
    case ErrorType::wrong_phase:
    case ErrorType::invalid_column:
    case ErrorType::not_enough_free_cells_column:
    case ErrorType::not_selectable_tile:
    case ErrorType::too_many_tiles:
    case ErrorType::invalid_order_tile_repetition:
    case ErrorType::invalid_order_tile_number:
    case ErrorType::not_value_selected:
    case ErrorType::invalid_coordinates:
    case ErrorType::not_same_row_or_column:
    case ErrorType::not_enough_free_edges:
      return Code::illegal_move;
  }
  std::unreachable();
}

}  // namespace protocols::shelfie
