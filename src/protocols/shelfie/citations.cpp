// Which sentence of docs/protocols/shelfie.md or its rulings a refused message broke.
#include "protocols/shelfie/citations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "protocols/shelfie/java/classes.hpp"
#include "protocols/shelfie/java/constants.hpp"

namespace protocols::shelfie {
namespace {

using base::Code;
using java::ErrorType;

constexpr Rule kLogin{"shelfie.rulings.md, 18",
                      "anything but the login first, or bytes that are no message | `ERROR_CONNECTION` with "
                      "`DISCONNECTION_FORCED`, then close."};
constexpr Rule kNickname{
    "shelfie.md, 2 b",
    "Once the connection with the server is established, the server can respond with an error if the "
    "nickname "
    "provided does not meet certain length requirements or if it has already been taken by another user."};
constexpr Rule kNicknameTaken{"shelfie.rulings.md, 4",
                              "nickname in use by a connected player | `ERR_NICKNAME_TAKEN`, then close."};
constexpr Rule kNumberOfPlayers{
    "shelfie.md, 3 c",
    "The minimum and maximum number of players required to create a game are specified in a JSON file."};
constexpr Rule kInNoGame{"shelfie.rulings.md, Messages, 25", "for DATA/ERROR from a player in no game"};
constexpr Rule kWrongLobby{
    "shelfie.md, 3 c",
    "If the client enters an invalid lobby ID that either does not exist or the game associated with the "
    "lobby "
    "has already started, the client will be prompted to make another lobby selection."};
constexpr Rule kTurn{"shelfie.rulings.md, Order of checks",
                     "Order of checks: turn (ILLEGAL_TURN) > phase (ILLEGAL_PHASE) > content."};
constexpr Rule kPhase{"shelfie.md, 4 a",
                      "Depending on the phase, the user will be prompted to do one of the following: select "
                      "tiles from the board, arrange the order of tiles, or choose a column."};
constexpr Rule kColumn{"shelfie.rulings.md, Messages, 14", "VALUE_CLIENT=Integer 0..4"};
constexpr Rule kFreeCells{"shelfie.md, 4 e", "You don't have enough cells free in this column"};
constexpr Rule kNoMessage{
    "shelfie.rulings.md, 19",
    "a line that is no message, a type and a key that do not belong together, a missing payload, a message "
    "that only servers send | `ERROR_DATA` with `INVALID_INPUT`; the connection stays."};
constexpr Rule kSelection{"shelfie.rulings.md, Order of checks",
                          "SELECT_FROM_BOARD: null/odd length INVALID_INPUT > too many TOO_MANY_TILES > per "
                          "tile INVALID_COORDINATES, NOT_ENOUGH_FREE_EDGES > NOT_SAME_ROW_OR_COLUMN."};
constexpr Rule kTiles{"shelfie.rulings.md, Rules of the game",
                      "Take 1-3 tiles in a straight line, each next to the one before, each with a free side "
                      "at the start of the turn, no more than fit into one column."};
constexpr Rule kCoordinates{"shelfie.md, 4 b",
                            "coordinates of the chosen tiles. The even positions in the array represent the "
                            "x-coordinates, while the odd positions represent the y-coordinates."};
constexpr Rule kOrder{"shelfie.rulings.md, Messages, 13", "VALUE_CLIENT=int[] permutation"};
constexpr Rule kWrongPhase{"shelfie.rulings.md, 21",
                           "a lobby choice of one who is in a game lobby or a game; a second login; a move "
                           "while the game is paused | `ERROR_DATA` with `WRONG_PHASE`."};
constexpr Rule kOver{"shelfie.rulings.md, 23",
                     "After it every `DATA` and `ERROR` but the acknowledgement is answered by `END_GAME`."};

std::optional<Rule> rule_of(ErrorType error, Reason why) {
  switch (error) {
    case ErrorType::disconnection_forced:
      return kLogin;
    case ErrorType::err_nickname_length:
      return kNickname;
    case ErrorType::err_nickname_taken:
      return kNicknameTaken;
    case ErrorType::err_num_player_wanted:
      return kNumberOfPlayers;
    case ErrorType::err_game_not_found:
      return why == Code::not_at_table ? kInNoGame : kWrongLobby;
    case ErrorType::err_game_full:
    case ErrorType::err_joining_game_lobby:
      return kWrongLobby;
    case ErrorType::illegal_turn:
      return kTurn;
    case ErrorType::illegal_phase:
      return kPhase;
    case ErrorType::invalid_column:
      return kColumn;
    case ErrorType::not_enough_free_cells_column:
      return kFreeCells;
    case ErrorType::invalid_input:
      return why && *why != Code::malformed ? kSelection : kNoMessage;
    case ErrorType::not_value_selected:
    case ErrorType::not_selectable_tile:
    case ErrorType::too_many_tiles:
    case ErrorType::not_same_row_or_column:
    case ErrorType::not_enough_free_edges:
      return kTiles;
    case ErrorType::invalid_coordinates:
      return kCoordinates;
    case ErrorType::invalid_order_tile_repetition:
    case ErrorType::invalid_order_tile_number:
      return kOrder;
    case ErrorType::wrong_phase:
      return kWrongPhase;
    case ErrorType::ping_not_received:
    case ErrorType::disconnection:
    case ErrorType::error_connection:
    case ErrorType::only_player:
    case ErrorType::err_no_free_spots:
    case ErrorType::err_reconnect_to_game_lobby:
    case ErrorType::err_join_global_lobby:
      return std::nullopt;  // they tell how things stand: nobody did anything wrong
  }
  std::unreachable();
}

/// The constant behind "ERROR" in a message of the JSON mapping.
std::optional<ErrorType> error_in(std::string_view message) {
  constexpr std::string_view kKey = "\"ERROR\"";
  for (auto at = message.find(kKey); at != std::string_view::npos; at = message.find(kKey, at + 1)) {
    auto rest = message.substr(at + kKey.size());
    const auto skip = [&](char wanted) {
      rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
      if (!rest.starts_with(wanted)) return false;
      rest.remove_prefix(1);
      return true;
    };
    if (!skip(':') || !skip('"')) continue;
    const auto found = java::find_constant(java::class_of(ErrorType{}), rest.substr(0, rest.find('"')));
    if (found) return static_cast<ErrorType>(*found);
  }
  return std::nullopt;
}

}  // namespace

std::optional<Rule> rule(std::string_view answer, Reason why) {
  if (is_our_own(why)) return std::nullopt;
  if (const auto error = error_in(answer)) return rule_of(*error, why);
  if (why == Code::game_over && answer.find("\"END_GAME\"") != std::string_view::npos) return kOver;
  return std::nullopt;
}

std::vector<std::string> refusals() {
  std::vector<std::string> answers;
  const auto names = java::info(java::class_of(ErrorType{})).constants;
  for (std::size_t at = 0; at < names.size(); ++at) {
    if (!rule_of(static_cast<ErrorType>(at), std::nullopt)) continue;
    answers.push_back(fmt::format(
        R"({{"header":{{"type":"ERROR","nickname":"al"}},"payload":{{"key":"ERROR_DATA","data":{{"ERROR":"{}"}}}}}})",
        names[at]));
  }
  return answers;
}

}  // namespace protocols::shelfie
