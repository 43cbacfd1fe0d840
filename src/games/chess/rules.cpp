// The course of a chess game: turns, claims, ends.
#include "games/chess/rules.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.hpp"
#include "games/chess/fen.hpp"
#include "games/chess/moves.hpp"

namespace games::chess {
namespace {

constexpr int kFiftyMoves = 100;  // in single moves
constexpr int kSeventyFiveMoves = 150;

/// How often the position on the board has stood since the last irreversible move, this time included.
auto times_stood(const State& state) { return std::ranges::count(state.keys, state.keys.back()); }

/// How the game ends by the position on the board, without anybody's claim. Mate comes before all draws
/// (FIDE 9.6.2).
End find_end(const State& state, bool check) {
  if (!has_legal_move(state.position)) return check ? End::checkmate : End::stalemate;
  if (is_dead(state.position, state.dead)) return End::dead;
  return counted_end(state);
}

/// No earlier position can return after a pawn move, a capture, or the loss of a right to castle.
bool is_irreversible(const Position& before, const Position& after) {
  return after.quiet_plies == 0 || after.castling != before.castling;
}

Event make_step(State& state, const Move& move) {
  const Seat mover = seat_of(state.position.turn);
  const Position next = after(state.position, move);
  if (is_irreversible(state.position, next)) state.keys.clear();
  state.position = next;
  state.keys.push_back(key_of(next));
  const bool check = in_check(next);
  state.end = find_end(state, check);
  if (state.end == End::checkmate) state.winner = mover;
  return {What::moved, mover, move, check, state.end};
}

State begin(const Options& options) {
  State state{options.start, {key_of(options.start)}, options.dead, End::none, std::nullopt};
  state.end = find_end(state, in_check(state.position));
  return state;
}

Result<> check_options(const Options& options) {
  const State state = begin(options);
  if (state.end == End::none) return {};
  return fail(Code::bad_options,
              fmt::format("the game would be over before it began: {}", name_of(state.end)));
}

/// The game is lost by the seat's own doing, which is the event.
std::vector<Event> give_up(State& state, Seat seat, const Event& event) {
  if (state.end != End::none || (seat != kWhiteSeat && seat != kBlackSeat)) return {};
  state.end = event.end;
  state.winner = seat == kWhiteSeat ? kBlackSeat : kWhiteSeat;
  return {event};
}

Result<> read_option(Options& options, std::string_view word) {
  const std::string_view key = base::cut(word, '=');
  if (key == "dead" && (word == "wire" || word == "fide")) {
    options.dead = word == "wire" ? DeadRule::wire : DeadRule::fide;
    return {};
  }
  if (key != "start") return fail(Code::bad_options, "chess has the options start=FEN and dead=wire");
  std::string fen(word);
  std::ranges::replace(fen, '_', ' ');
  const auto position = read_fen(fen);
  if (!position) return fail(Code::bad_options, "start: " + position.error().detail);
  options.start = *position;
  return {};
}

}  // namespace

bool can_claim(const State& state) {
  return state.end == End::none && (state.position.quiet_plies >= kFiftyMoves || times_stood(state) >= 3);
}

End counted_end(const State& state) {
  if (times_stood(state) >= 5) return End::fivefold;
  if (state.position.quiet_plies >= kSeventyFiveMoves) return End::seventyfive;
  return End::none;
}

void play_on(State& state) {
  if (state.end == End::fivefold || state.end == End::seventyfive) state.end = End::none;
}

std::string_view name_of(End end) {
  return end == End::none ? "" : Rules::reasons[static_cast<std::size_t>(end) - 1];
}

Result<Options> Rules::read_options(std::string_view text) {
  Options options;
  for (const auto word : base::split(text, ' ')) {
    if (word.empty()) continue;
    if (auto read = read_option(options, word); !read) return std::unexpected(read.error());
  }
  if (auto sound = check_options(options); !sound) return std::unexpected(sound.error());
  return options;
}

std::string Rules::write_options(const Options& options) {
  std::string text;
  if (options.start != start_position()) {
    text = "start=" + write_fen(options.start);
    std::ranges::replace(text, ' ', '_');
  }
  if (options.dead == DeadRule::wire) text += text.empty() ? "dead=wire" : " dead=wire";
  return text;
}

Result<State> Rules::start(const Kit&, const Options& options, int seats, const Seed&) {
  if (seats != 2) return fail(Code::bad_seats, "chess is for two");
  if (auto sound = check_options(options); !sound) return std::unexpected(sound.error());
  return begin(options);
}

std::optional<Seat> Rules::to_move(const State& state) {
  if (state.end != End::none) return std::nullopt;
  return seat_of(state.position.turn);
}

Result<std::vector<Event>> Rules::play(State& state, Seat seat, const Move& move) {
  if (state.end != End::none) return fail(Code::game_over, "the game has ended");
  if (seat != seat_of(state.position.turn)) {
    return fail(Code::not_your_turn, fmt::format("it is {}'s turn", name_of(state.position.turn)));
  }
  if (move.act == Act::claim) {
    if (!can_claim(state)) {
      return fail(Code::illegal_move,
                  "a draw can be claimed when a position stands for the third time, or after "
                  "50 moves without capture or pawn move");
    }
    state.end = End::claimed;
    return std::vector{Event{What::claimed, seat, move, false, End::claimed}};
  }
  if (auto legal = check_legal(state.position, move); !legal) return std::unexpected(legal.error());
  return std::vector{make_step(state, move)};
}

std::vector<Event> Rules::leave(State& state, Seat seat) {
  return give_up(state, seat, {What::left, seat, {}, false, End::left});
}

std::vector<Event> Rules::resign(State& state, Seat seat) {
  return give_up(state, seat, {What::resigned, seat, {}, false, End::resigned});
}

/// FIDE 6.9.
std::vector<Event> Rules::flag(State& state, Seat seat) {
  if (state.end != End::none || (seat != kWhiteSeat && seat != kBlackSeat)) return {};
  const auto opponent = seat == kWhiteSeat ? Color::black : Color::white;
  state.end = End::time;
  if (can_mate(state.position, opponent)) state.winner = seat_of(opponent);
  return {Event{What::timed_out, seat, {}, false, End::time}};
}

std::vector<Event> Rules::agree(State& state, Seat seat) {
  if (state.end != End::none) return {};
  state.end = End::agreement;
  return {Event{What::agreed, seat, {}, false, End::agreement}};
}

std::vector<Event> Rules::take_back(State& state, const State& before, Seat seat, int plies) {
  state = before;
  return {Event{What::taken_back, seat, {}, false, End::none, plies}};
}

std::optional<Outcome> Rules::outcome(const State& state) {
  if (state.end == End::none) return std::nullopt;
  Outcome outcome;
  if (state.winner)
    outcome.winners = {*state.winner};
  else
    outcome.winners = {kWhiteSeat, kBlackSeat};
  outcome.reason = name_of(state.end);
  return outcome;
}

View Rules::view(const State& state, Viewer viewer) { return {state, viewer}; }

Event Rules::redact(const Event& event, Viewer) { return event; }

std::vector<Move> Rules::moves(const View& view) {
  if (!view.viewer || to_move(view.state) != view.viewer) return {};
  const MoveList list = legal_moves(view.state.position);
  std::vector<Move> moves(list.begin(), list.end());
  if (can_claim(view.state)) moves.push_back(kClaim);
  return moves;
}

State Rules::imagine(const View& view, Rng&) { return view.state; }

std::string Rules::write(const Move& move) { return write_move(move); }

Result<Move> Rules::read(std::string_view text) { return read_move(text); }

}  // namespace games::chess
