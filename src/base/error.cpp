// The names of the error codes, as they appear in logs and metrics.
#include "base/error.hpp"

namespace base {

std::string_view name_of(Code code) {
  switch (code) {
    case Code::malformed:
      return "malformed";
    case Code::unknown_game:
      return "unknown_game";
    case Code::bad_options:
      return "bad_options";
    case Code::bad_seats:
      return "bad_seats";
    case Code::illegal_move:
      return "illegal_move";
    case Code::bad_name:
      return "bad_name";
    case Code::name_taken:
      return "name_taken";
    case Code::other_queue:
      return "other_queue";
    case Code::game_running:
      return "game_running";
    case Code::no_lobby:
      return "no_lobby";
    case Code::lobby_full:
      return "lobby_full";
    case Code::not_your_turn:
      return "not_your_turn";
    case Code::game_over:
      return "game_over";
    case Code::not_at_table:
      return "not_at_table";
    case Code::already_seated:
      return "already_seated";
    case Code::other_kit:
      return "other_kit";
    case Code::storage:
      return "storage";
    case Code::corrupt:
      return "corrupt";
    case Code::system:
      return "system";
  }
  std::unreachable();
}

std::string_view name_of(const Reason& reason) {
  return reason.own.empty() ? name_of(reason.kind) : reason.own;
}

}  // namespace base
