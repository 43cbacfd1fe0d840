// The server's half of the chess protocol. Rulings are those of docs/protocols/chess.rulings.md.
#include "protocols/chess/session.hpp"

#include <fmt/format.h>

namespace protocols::chess {

std::optional<Request> Session::next() {
  if (stage_ == Stage::arrived) {
    stage_ = Stage::waiting;
    return table::Seek{"chess", std::string(kOptions), 2};
  }
  while (stage_ != Stage::finished && reads_on()) {
    switch (lines_.next(line_)) {
      case Lines::Found::nothing:
        return std::nullopt;
      case Lines::Found::too_long:
        refuse(Ordinal::invalid_message, base::Code::malformed, "a line of more than 8 KiB");
        stage_ = Stage::finished;
        return std::nullopt;
      case Lines::Found::line:
        if (auto request = read(line_)) return request;
    }
  }
  return std::nullopt;
}

/// Order of checks, ruling 7: the verb and whether it is expected now, the number of arguments, their
/// contents.
std::optional<Request> Session::read(std::string_view line) {
  const auto words = cut_words(line);
  if (words.verb == "MOVE" && stage_ == Stage::playing && on_turn_) return read_move_line(words);
  if (words.verb == "PROMOTION" && stage_ == Stage::promoting) return read_promotion_line(words);
  if (words.verb == "REPLAY" && stage_ == Stage::over) return read_replay_line(words);
  if (words.verb == "ERROR") {
    note(fmt::format("the client says '{}'", line));  // ruling 9: never answered
    return std::nullopt;
  }
  return refuse(Ordinal::invalid_message, base::Code::malformed, "not expected now");
}

std::optional<Request> Session::read_move_line(const Words& words) {
  if (words.count != 4) {
    return refuse(Ordinal::invalid_nbr_arguments, base::Code::malformed, "MOVE takes four arguments");
  }
  const auto move = read_move(words);
  if (!move) return refuse(Ordinal::invalid_move, base::Code::malformed, "coordinates are 0 to 7");
  asked_ = *move;
  return table::Play{asked_};
}

std::optional<Request> Session::read_promotion_line(const Words& words) {
  if (words.count != 3) {
    return refuse(Ordinal::invalid_nbr_arguments, base::Code::malformed, "PROMOTION takes three arguments");
  }
  const auto promotion = read_promotion(words);
  if (!promotion || promotion->to != asked_.to) {
    return refuse(Ordinal::invalid_promotion, base::Code::malformed,
                  "no such piece, or not the square of the move");
  }
  auto move = asked_;
  move.promotion = promotion->piece;
  return table::Play{move};
}

std::optional<Request> Session::read_replay_line(const Words& words) {
  if (words.count != 1) {
    return refuse(Ordinal::invalid_nbr_arguments, base::Code::malformed, "REPLAY takes one argument");
  }
  const auto answer = read_answer(words.arguments[0]);
  if (!answer) return refuse(Ordinal::invalid_replay, base::Code::malformed, "the answer is Yes or No");
  stage_ = Stage::answered;
  return table::Rematch{*answer ? table::Wish::again : table::Wish::enough};
}

std::optional<Request> Session::refuse(Ordinal ordinal, base::Reason code, std::string_view why) {
  say(fmt::format("ERROR {}\n", static_cast<int>(ordinal)));
  remark(code, std::string(why));
  return std::nullopt;
}

void Session::tell(const Notice& notice) {
  std::visit([&](const auto& one) { on(one); }, notice);
}

void Session::on(const table::Accepted& /*accepted*/) {
  if (stage_ == Stage::promoting) stage_ = Stage::playing;  // ruling 3: a legal move is not acknowledged
}

void Session::on(const table::Refused& refused) {
  const auto& [code, why] = refused.error;
  if (code == games::chess::Refusals::incomplete_move) {
    stage_ = Stage::promoting;  // ruling 5: nothing is said until the second line
    return;
  }
  switch (code.kind) {
    case base::Code::illegal_move:
      refuse(Ordinal::invalid_move, code, why);
      return;
    case base::Code::malformed:
    case base::Code::unknown_game:
    case base::Code::bad_options:
    case base::Code::bad_seats:
    case base::Code::bad_name:
    case base::Code::name_taken:
    case base::Code::other_queue:
    case base::Code::game_running:
    case base::Code::no_lobby:
    case base::Code::lobby_full:
    case base::Code::not_your_turn:
    case base::Code::game_over:
    case base::Code::not_at_table:
    case base::Code::already_seated:
    case base::Code::other_kit:
    case base::Code::storage:
    case base::Code::corrupt:
    case base::Code::system:
      refuse(Ordinal::invalid_message, code, why);
      return;
  }
}

void Session::on(const table::Started& started) {
  stage_ = Stage::playing;
  seat_ = started.seat;
  on_turn_ = seat_ == games::chess::kWhiteSeat;
  if (!std::exchange(colored_, true)) say(on_turn_ ? "COLOR WHITE\n" : "COLOR BLACK\n");
}

void Session::on(const table::Happened& happened) {
  const auto& event = games::get<games::chess::Event>(happened.event);
  on_turn_ = happened.to_move == seat_;
  if (happened.who != seat_ && event.what == games::chess::What::moved) say(write_step(event.move));
  // Ruling 15: whose time was up hears that no move came.
  if (happened.who == seat_ && event.what == games::chess::What::timed_out)
    say(fmt::format("ERROR {}\n", static_cast<int>(Ordinal::invalid_move)));
}

void Session::on(const table::Over& over) {
  // Ruling 10: no message says that the game is over. What a client can see on its own board may be followed
  // by another game; what it cannot closes the connection, as rulings 12 and 15 do.
  const auto& reason = over.outcome.reason;
  const bool seen = reason == "checkmate" || reason == "stalemate" || reason == "dead";
  stage_ = seen ? Stage::over : Stage::finished;
}

void Session::on(const table::Agreed& agreed) {
  const bool again = agreed.wish == table::Wish::again;
  say(again ? "REPLAY Yes\n" : "REPLAY No\n");
  if (!again) stage_ = Stage::finished;
}

}  // namespace protocols::chess
