// The client's half of the chess protocol. Rulings are those of docs/protocols/chess.rulings.md.
#include "protocols/chess/client.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace protocols::chess {

using games::chess::End;
using games::chess::Rules;

namespace {

constexpr int kMostStrange = 10;         ///< lines in a row, before it is said that this is another protocol
constexpr std::size_t kMostShown = 200;  ///< bytes of one

/// "Yes" or "No", however a server spells it.
std::optional<bool> read_any_case(std::string_view answer) {
  std::string folded(answer);
  for (char& letter : folded) {
    if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
  }
  if (folded == "YES") return true;
  if (folded == "NO") return false;
  return std::nullopt;
}

}  // namespace

/// Ruling 12: the end of the stream in a game means that the opponent left, and this player wins; ruling 15:
/// after an ERROR 3 to a move that was not made, that this player's time was up. Ruling 10: where the server
/// counts and has found a draw, it is one.
void Client::hang_up() {
  if (finished_) return;
  if (time_up_) {
    happened(seat_, Rules::flag(*game_, seat_));
  } else if (const auto drawn = counted_end(); drawn != End::none) {
    if (games::chess::counted_end(*game_) == End::none) game_ = *before_own_move_;
    game_->end = drawn;
    notices_.emplace_back(table::Over{*Rules::outcome(*game_)});
  } else if (game_ && !Rules::outcome(*game_)) {
    const base::Seat other{static_cast<std::uint8_t>(1 - seat_.value)};
    happened(other, Rules::leave(*game_, other));
  }
  finished_ = true;
}

base::Result<void> Client::ask(const Request& request) {
  if (finished_) return base::fail(base::Code::not_at_table, "the connection is closed");
  if (const auto* play_request = std::get_if<table::Play>(&request)) {
    const auto* move = games::get_if<games::chess::Move>(&play_request->move);
    if (move == nullptr) return base::fail(base::Code::malformed, "that is no chess move");
    return play(*move);
  }
  if (const auto* rematch = std::get_if<table::Rematch>(&request)) {
    if (!game_ || !Rules::outcome(*game_) || asked_again_) {
      return base::fail(base::Code::illegal_move, "there is nothing to answer now");
    }
    asked_again_ = true;
    say(rematch->wish == table::Wish::again ? "REPLAY Yes\n" : "REPLAY No\n");
    return {};
  }
  return {};  // to connect is to seek; names, chat and leaving are not in the protocol
}

std::optional<games::AnyView> Client::view() const {
  if (!game_) return std::nullopt;
  return Rules::view(*game_, seat_);
}

void Client::read(std::string_view line) {
  const auto words = cut_words(line);
  const int strangers = std::exchange(strangers_, 0);
  if (words.verb == "COLOR") return read_color(words);
  if (words.verb == "MOVE") return read_move_line(words);
  if (words.verb == "PROMOTION") return read_promotion_line(words);
  if (words.verb == "REPLAY") return read_replay(words);
  if (words.verb == "ERROR") return read_error(words);
  strangers_ = strangers;
  read_strange(line);
}

/// A word of the server's own does not matter; nothing else does.
void Client::read_strange(std::string_view line) {
  if (strange_.empty()) strange_ = line.substr(0, kMostShown);
  if (++strangers_ < kMostStrange) return;
  confused(fmt::format("the server said '{}', which is no message of this protocol", strange_));
}

void Client::read_color(const Words& words) {
  if (game_) return confused("the server sent COLOR twice");
  if (words.count != 1) return confused("COLOR takes one argument");
  if (words.arguments[0] == "WHITE") return start(games::chess::kWhiteSeat);
  if (words.arguments[0] == "BLACK") return start(games::chess::kBlackSeat);
  confused(fmt::format("'{}' is no colour", words.arguments[0]));
}

void Client::read_move_line(const Words& words) {
  const auto move = words.count == 4 ? read_move(words) : std::nullopt;
  if (!move || !game_ || half_move_) return confused("the server sent a MOVE that cannot be");
  opponent_plays(*move);
}

void Client::read_promotion_line(const Words& words) {
  const auto promotion = words.count == 3 ? read_promotion(words) : std::nullopt;
  if (!promotion || !half_move_ || promotion->to != half_move_->to) {
    return confused("the server sent a PROMOTION that cannot be");
  }
  auto move = *std::exchange(half_move_, std::nullopt);
  move.promotion = promotion->piece;
  opponent_plays(move);
}

void Client::read_replay(const Words& words) {
  const auto answer = words.count == 1 ? read_any_case(words.arguments[0]) : std::nullopt;
  if (!answer || !game_) return confused("the server sent a REPLAY that cannot be");
  notices_.emplace_back(table::Agreed{*answer ? table::Wish::again : table::Wish::enough});
  if (*answer) {
    start(seat_);
  } else {
    finished_ = true;
  }
}

/// The server refused what was sent last; the position is again what it was before. ERROR 5 is of no move.
void Client::read_error(const Words& words) {
  const auto ordinal = words.count == 0 ? std::string_view("without a number") : words.arguments[0];
  if (before_own_move_ && ordinal != "5") {
    game_ = *std::exchange(before_own_move_, std::nullopt);
    held_.clear();
  } else if (game_ && Rules::to_move(*game_) == seat_ && ordinal == "3") {
    time_up_ = true;
    return;
  }
  notices_.emplace_back(
      table::Refused{{base::Code::illegal_move, fmt::format("the server answered ERROR {}", ordinal)}});
}

base::Result<void> Client::play(const games::chess::Move& move) {
  if (!game_) return base::fail(base::Code::not_at_table, "the game has not begun");
  if (move.act != games::chess::Act::step) {
    return base::fail(base::Code::malformed, "this protocol has no word for a claim");  // ruling 10
  }
  auto before = *game_;
  const bool doubtful = counted_end() != End::none;
  const auto events = Rules::play(*game_, seat_, move);
  if (!events) return std::unexpected(events.error());
  before_own_move_ = std::move(before);
  say(write_step(move));  // ruling 13: MOVE and PROMOTION back to back
  const auto known = notices_.size();
  happened(seat_, *events);
  if (doubtful && !Rules::outcome(*game_)) {
    held_.assign(notices_.begin() + static_cast<std::ptrdiff_t>(known), notices_.end());
    notices_.resize(known);
  }
  return {};
}

void Client::start(base::Seat seat) {
  seat_ = seat;
  asked_again_ = false;
  before_own_move_.reset();
  held_.clear();
  game_ = *Rules::start({}, *Rules::read_options(kOptions), 2, 0);
  auto view = std::make_shared<games::AnyView>(Rules::view(*game_, seat_));
  notices_.emplace_back(table::Started{{}, seat_, {"white", "black"}, std::move(view)});
}

void Client::opponent_plays(const games::chess::Move& move) {
  const base::Seat other{static_cast<std::uint8_t>(1 - seat_.value)};
  const auto events = Rules::play(*game_, other, move);
  if (events) {
    before_own_move_.reset();
    std::ranges::move(std::exchange(held_, {}), std::back_inserter(notices_));
    return happened(other, *events);
  }
  if (events.error().code == games::chess::Refusals::incomplete_move) {
    half_move_ = move;
    return;
  }
  confused(fmt::format("the opponent's move {}: {}", Rules::write(move), events.error().detail));
}

/// The draw that stands by counting, also if an own move crossed the end of the stream.
End Client::counted_end() const {
  if (!game_ || Rules::outcome(*game_)) return End::none;
  const auto end = games::chess::counted_end(*game_);
  return end == End::none && before_own_move_ ? games::chess::counted_end(*before_own_move_) : end;
}

/// Ruling 10: what only counting finds ends no game here.
void Client::happened(base::Seat who, std::vector<games::chess::Event> events) {
  games::chess::play_on(*game_);
  for (auto& event : events) {
    if (event.end != End::none && !Rules::outcome(*game_)) event.end = End::none;
  }
  for (const auto& event : events) notices_.emplace_back(table::Happened{who, event, Rules::to_move(*game_)});
  if (auto outcome = Rules::outcome(*game_)) notices_.emplace_back(table::Over{*std::move(outcome)});
}

}  // namespace protocols::chess
