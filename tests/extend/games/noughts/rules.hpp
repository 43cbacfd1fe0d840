// Noughts and crosses, made up to prove that a new game is one folder: rules only.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/boxed.hpp"
#include "games/face.hpp"
#include "games/game.hpp"

namespace games::noughts {

struct Rules {
  static constexpr std::string_view name = "noughts";
  static constexpr int revision = 1;
  static constexpr int min_seats = 2;
  static constexpr int max_seats = 2;
  static constexpr std::array<std::string_view, 3> reasons{"three_in_a_row", "full_board", "left"};
  static constexpr std::array kinds{games::Kind{"", "three by three"}};

  struct Kit {};

  struct Options {
    friend bool operator==(const Options&, const Options&) = default;
  };

  /// Rows from above, 'x' of the first seat, 'o' of the second, '.' where nobody is.
  struct State {
    std::array<std::string, 3> rows{"...", "...", "..."};
    Seat next{0};
    std::optional<Outcome> outcome{};

    friend bool operator==(const State&, const State&) = default;
  };

  struct Move {
    std::size_t column = 0;
    std::size_t row = 0;

    friend bool operator==(const Move&, const Move&) = default;
  };

  /// A sign was put there, or the seat was left.
  struct Event {
    Seat seat;
    std::optional<Move> move;

    friend bool operator==(const Event&, const Event&) = default;
  };

  /// Nothing is hidden.
  struct View {
    State state;
    Viewer viewer;

    friend bool operator==(const View&, const View&) = default;
  };

  static Result<Options> read_options(std::string_view text) {
    if (!text.empty()) return fail(Code::bad_options, "noughts has no options");
    return Options{};
  }

  static std::string write_options(const Options& /*options*/) { return ""; }

  static Result<State> start(const Kit& /*kit*/, const Options& /*options*/, int seats,
                             const Seed& /*seed*/) {
    if (seats != 2) return fail(Code::bad_seats, "noughts is for two");
    return State{};
  }

  static std::optional<Outcome> outcome(const State& state) { return state.outcome; }
  static std::optional<Outcome> outcome(const View& view) { return view.state.outcome; }
  static std::optional<Seat> to_move(const View& view) { return to_move(view.state); }
  static std::optional<Seat> to_move(const State& state) {
    return state.outcome ? std::nullopt : std::optional(state.next);
  }

  static Result<std::vector<Event>> play(State& state, Seat seat, const Move& move) {
    if (state.outcome) return fail(Code::game_over, "the game is over");
    if (seat != state.next) return fail(Code::not_your_turn, "it is the other's turn");
    auto& cell = state.rows[move.row][move.column];
    if (cell != '.') return fail(Code::illegal_move, "that cell is taken");
    cell = sign_of(seat);
    state.next = other(seat);
    if (has_three(state, cell)) {
      state.outcome = Outcome{{seat}, {}, "three_in_a_row"};
    } else if (is_full(state)) {
      state.outcome = Outcome{{seat, other(seat)}, {}, "full_board"};
      std::ranges::sort(state.outcome->winners, {}, &Seat::value);
    }
    return std::vector{Event{seat, move}};
  }

  static std::vector<Event> leave(State& state, Seat seat) {
    if (state.outcome) return {};
    state.outcome = Outcome{{other(seat)}, {}, "left"};
    return {Event{seat, std::nullopt}};
  }

  static View view(const State& state, Viewer viewer) { return {state, viewer}; }
  static Event redact(const Event& event, Viewer /*viewer*/) { return event; }
  static State imagine(const View& view, Rng& /*rng*/) { return view.state; }

  static std::vector<Move> moves(const View& view) {
    std::vector<Move> free;
    if (!view.viewer || to_move(view) != view.viewer) return free;
    for (std::size_t row = 0; row < kSide; ++row) {
      for (std::size_t column = 0; column < kSide; ++column) {
        if (view.state.rows[row][column] == '.') free.push_back({column, row});
      }
    }
    return free;
  }

  /// "a1" is the upper left cell, "c1" the upper right one.
  static std::string write(const Move& move) {
    return {static_cast<char>('a' + move.column), static_cast<char>('1' + move.row)};
  }

  static Result<Move> read(std::string_view text) {
    if (text.size() != 2 || text[0] < 'a' || text[0] > 'c' || text[1] < '1' || text[1] > '3')
      return fail(Code::malformed, "a move is written like b2");
    return Move{static_cast<std::size_t>(text[0] - 'a'), static_cast<std::size_t>(text[1] - '1')};
  }

  static base::Value describe(const View& view) {
    return base::object({{"board", base::list_of(view.state.rows)}, {"moves", list_moves<Rules>(view)}});
  }

  static Line line(const Event& event) {
    if (!event.move) return {.label = std::string(kLeft), .is_move = false};
    return {.text = write(*event.move), .label = write(*event.move)};
  }

  static std::optional<Event> read_event(const LogLine& line) {
    if (line.text.empty()) return Event{line.who, std::nullopt};
    const auto move = read(line.text);
    return move ? std::optional(Event{line.who, *move}) : std::nullopt;
  }

 private:
  static constexpr std::size_t kSide = 3;

  static char sign_of(Seat seat) { return seat == Seat{0} ? 'x' : 'o'; }
  static Seat other(Seat seat) { return seat == Seat{0} ? Seat{1} : Seat{0}; }

  static bool has_three(const State& state, char sign) {
    const auto all = [&](auto cell) {
      return std::ranges::all_of(std::array{0U, 1U, 2U}, [&](auto step) { return cell(step) == sign; });
    };
    const auto& rows = state.rows;
    for (std::size_t line = 0; line < kSide; ++line) {
      if (all([&](auto step) { return rows[line][step]; }) ||
          all([&](auto step) { return rows[step][line]; }))
        return true;
    }
    return all([&](auto step) { return rows[step][step]; }) ||
           all([&](auto step) { return rows[step][kSide - 1 - step]; });
  }

  static bool is_full(const State& state) {
    return std::ranges::none_of(state.rows, [](const std::string& row) { return row.contains('.'); });
  }
};

/// Whose types these are (games/boxed.hpp).
template <class T>
Rules rules_of(Part<T>);

}  // namespace games::noughts
