// What holds for a game that says little of how it is shown: one of seven stones, of which one or two are
// taken.
#include "games/face.hpp"

#include <gtest/gtest.h>

#include <array>

#include "base/text.hpp"

namespace games {

struct Stones {
  struct Options {
    friend bool operator==(const Options&, const Options&) = default;
  };
  struct Kit {};
  struct State {
    int stones = 7;
    Seat turn{};
    std::optional<Seat> winner{};
    friend bool operator==(const State&, const State&) = default;
  };
  struct Move {
    int count = 0;
    friend bool operator==(const Move&, const Move&) = default;
  };
  struct Event {
    Seat seat{};
    int count = 0;  ///< 0: who left
    friend bool operator==(const Event&, const Event&) = default;
  };
  struct View {
    State state;
    Viewer viewer;
    friend bool operator==(const View&, const View&) = default;
  };

  static constexpr std::string_view name = "stones";
  static constexpr int revision = 1;
  static constexpr int min_seats = 2;
  static constexpr int max_seats = 2;
  static constexpr std::array<std::string_view, 2> reasons{"finished", "left"};
  static constexpr std::array kinds{Kind{"", "standard"}};

  static Seat other(Seat seat) { return {static_cast<std::uint8_t>(1 - seat.value)}; }
  static Result<Options> read_options(std::string_view text) {
    if (!text.empty()) return fail(Code::bad_options, "there are no options");
    return Options{};
  }
  static std::string write_options(const Options& /*options*/) { return ""; }
  static Result<State> start(const Kit& /*kit*/, const Options& /*options*/, int seats,
                             const Seed& /*seed*/) {
    if (seats != 2) return fail(Code::bad_seats, "two play");
    return State{};
  }
  static std::optional<Seat> to_move(const State& state) {
    return state.winner ? std::nullopt : std::optional(state.turn);
  }
  static std::optional<Seat> to_move(const View& view) { return to_move(view.state); }
  static Result<std::vector<Event>> play(State& state, Seat seat, const Move& move) {
    if (state.winner) return fail(Code::game_over, "it is over");
    if (seat != state.turn) return fail(Code::not_your_turn, "not your turn");
    if (move.count > state.stones) return fail(Code::illegal_move, "there are not so many");
    state.stones -= move.count;
    state.turn = other(seat);
    if (state.stones == 0) state.winner = seat;
    return std::vector{Event{seat, move.count}};
  }
  static std::vector<Event> leave(State& state, Seat seat) {
    if (state.winner) return {};
    state.winner = other(seat);
    return {Event{seat, 0}};
  }
  static std::optional<Outcome> outcome(const State& state) {
    if (!state.winner) return std::nullopt;
    return Outcome{{*state.winner}, {}, state.stones == 0 ? "finished" : "left"};
  }
  static std::optional<Outcome> outcome(const View& view) { return outcome(view.state); }
  static View view(const State& state, Viewer viewer) { return {state, viewer}; }
  static Event redact(const Event& event, Viewer /*viewer*/) { return event; }
  static std::vector<Move> moves(const View& view) {
    if (view.state.winner || view.viewer != view.state.turn) return {};
    if (view.state.stones == 1) return {Move{1}};
    return {Move{1}, Move{2}};
  }
  static State imagine(const View& view, Rng& /*rng*/) { return view.state; }
  static std::string write(const Move& move) { return std::to_string(move.count); }
  static Result<Move> read(std::string_view text) {
    const auto count = base::to_number<int>(text);
    if (!count || *count < 1 || *count > 2) return fail(Code::malformed, "one or two are taken");
    return Move{*count};
  }
  static base::Value describe(const View& view) {
    return base::object(
        {{"board", base::list({std::string(static_cast<std::size_t>(view.state.stones), 'o')})},
         {"last", nullptr},
         {"moves", list_moves<Stones>(view)}});
  }
  static Line line(const Event& event) {
    if (event.count == 0) return {.label = std::string(kLeft), .is_move = false};
    const auto text = std::to_string(event.count);
    return {.text = text, .label = "took " + text, .shown = {{"last", event.count}}};
  }
  static std::optional<Event> read_event(const LogLine& line) {
    if (line.text.empty()) return Event{line.who, 0};
    return Event{line.who, base::to_number<int>(line.text).value_or(0)};
  }
};
namespace {

static_assert(Shown<Stones> && !ReadsViews<Stones> && !HidesTurns<Stones> && !HasChance<Stones>);

/// A game of which everything is told.
struct Game {
  void note(Seat who, const std::vector<Stones::Event>& events) {
    LogLine line;
    static_cast<Line&>(line) = Stones::line(events.front());
    line.who = who;
    log.push_back(line);
  }
  void take(int count) {
    const auto seat = state.turn;
    note(seat, Stones::play(state, seat, {count}).value());
  }
  Result<Stones::View> read(Viewer viewer) const {
    return replay_view<Stones>({}, {.state = Stones::describe(Stones::view(state, viewer)),
                                    .options = "",
                                    .seats = 2,
                                    .viewer = viewer,
                                    .log = log});
  }

  Stones::State state{};
  std::vector<LogLine> log{};
};

TEST(PlainGame, IsReadFromItsLog) {
  Game game;
  for (const int count : {2, 1, 2}) game.take(count);
  for (const Viewer viewer : {Viewer(), Viewer(Seat{0}), Viewer(Seat{1})})
    EXPECT_EQ(game.read(viewer), Stones::view(game.state, viewer));
  game.note({0}, Stones::leave(game.state, {0}));
  EXPECT_EQ(game.read(Seat{1})->state.winner, Seat{1});
}

TEST(PlainGame, MovesThatWereTakenBackAreNotPlayed) {
  Game game;
  game.take(1);
  const auto before = game.state;
  game.take(2);
  game.take(2);
  LogLine back;
  back.label = "took back 2 moves";
  back.takes_back = 2;
  game.log.push_back(back);
  game.state = before;
  EXPECT_EQ(game.read(Seat{0})->state, before);
}

TEST(PlainGame, ALogThatLeadsElsewhereIsRefused) {
  Game game;
  game.take(2);
  auto shorter = game;
  shorter.log.clear();
  EXPECT_FALSE(shorter.read(Seat{0}));
  auto wrong = game;
  wrong.log.front().text = "1";
  EXPECT_FALSE(wrong.read(Seat{0}));
  wrong.log.front().text = "3";
  EXPECT_FALSE(wrong.read(Seat{0}));
}

TEST(PlainGame, ThereIsNothingToDoWhileAMoveIsAsked) {
  Game game;
  const auto view = while_asked<Stones>(Stones::view(game.state, Seat{0}), {0}, {2});
  EXPECT_EQ(view.state.stones, 5);
  EXPECT_EQ(view.viewer, Seat{0});
  EXPECT_TRUE(Stones::moves(view).empty());
}

TEST(PlainGame, ListsItsMoves) {
  EXPECT_EQ(Stones::describe(Stones::view({}, Seat{0}))["moves"],
            base::list({base::list({"1", "1"}), base::list({"2", "2"})}));
  EXPECT_EQ(Stones::describe(Stones::view({}, Seat{1}))["moves"], base::list({}));
}

}  // namespace
}  // namespace games
