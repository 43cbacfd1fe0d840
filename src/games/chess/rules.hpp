// Chess by the FIDE laws, as a game that tables, protocols and bots can play.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/boxed.hpp"
#include "games/chess/dead.hpp"
#include "games/chess/position.hpp"
#include "games/chess/refusals.hpp"
#include "games/face.hpp"
#include "games/game.hpp"

namespace games::chess {

inline constexpr Seat kWhiteSeat{0};
inline constexpr Seat kBlackSeat{1};

/// How a game ended. Checkmate, left, resigned and, mostly, time have a winner; the others are draws.
enum class End : std::uint8_t {
  none,         ///< it goes on
  checkmate,    ///< FIDE 5.1.1
  stalemate,    ///< FIDE 5.2.1
  dead,         ///< nobody can ever mate, FIDE 5.2.2
  fivefold,     ///< the position stands for the fifth time, FIDE 9.6.1
  seventyfive,  ///< 75 moves without capture or pawn move, FIDE 9.6.2
  claimed,      ///< a claim after the third time or after 50 moves, FIDE 9.2 and 9.3
  left,         ///< a player left and lost
  time,         ///< a player's time was up: lost, or drawn if the opponent could never mate, FIDE 6.9
  agreement,    ///< the players agreed, FIDE 5.2.3
  resigned,     ///< a player gave up and lost, FIDE 5.1.2
};

/// Options: "start=FEN" with '_' for each space, and "dead=wire".
struct Options {
  Position start = start_position();
  DeadRule dead = DeadRule::fide;

  friend bool operator==(const Options&, const Options&) = default;
};

struct Kit {};

/// A game in progress. Plain and comparable; changed only by Rules.
struct State {
  Position position;
  std::vector<std::uint64_t> keys;  ///< of the positions since the last irreversible move, this one the last
  DeadRule dead = DeadRule::fide;
  End end = End::none;
  std::optional<Seat> winner;  ///< of a game that ended otherwise than in a draw

  friend bool operator==(const State&, const State&) = default;
};

enum class What : std::uint8_t { moved, claimed, left, timed_out, agreed, taken_back, resigned };

/// One thing that happened; everybody may know it.
struct Event {
  What what = What::moved;
  Seat seat;            ///< who did it
  Move move;            ///< the step if `what` is moved, kClaim if claimed
  bool check = false;   ///< the step gave check (or mate)
  End end = End::none;  ///< how the game ended by it, if it did
  int plies = 0;        ///< how many moves were taken back

  friend bool operator==(const Event&, const Event&) = default;
};

/// Chess hides nothing: a view is the state and who looks at it.
struct View {
  State state;
  Viewer viewer;

  friend bool operator==(const View&, const View&) = default;
};

/// May the side to move claim a draw now? (FIDE 9.2, 9.3: third time on the board, or 50 moves by each side.)
bool can_claim(const State& state);

/// The end that one finds only by counting: fivefold or seventyfive, by the position on the board; else none.
End counted_end(const State& state);

/// The game goes on after such an end, for players who do not count.
void play_on(State& state);

/// The seat of a colour and the other way round.
constexpr Seat seat_of(Color color) { return color == Color::white ? kWhiteSeat : kBlackSeat; }

/// The word for an end, as in Outcome::reason: "checkmate", "left", ...; empty for none.
std::string_view name_of(End end);

/// Names moves by the position, and knows what was taken.
class Story {
 public:
  explicit Story(const Options& options) : start_(options.start), position_(options.start) {}

  Line note(const Event& event);

 private:
  void follow(const Move& move);
  base::Members shown() const;

  Position start_;
  Position position_;
  std::vector<Move> moves_;           ///< all that stand
  std::array<std::string, 2> taken_;  ///< by each side, the strongest first
};

struct Rules {
  static constexpr std::string_view name = "chess";
  static constexpr int revision = 1;
  static constexpr int min_seats = 2;
  static constexpr int max_seats = 2;
  static constexpr bool has_colors = true;
  static constexpr std::array<std::string_view, 10> reasons{"checkmate",   "stalemate", "dead", "fivefold",
                                                            "seventyfive", "claimed",   "left", "time",
                                                            "agreement",   "resigned"};
  static constexpr std::array kinds{games::Kind{"", "standard"},
                                    games::Kind{"dead=wire", "open to clients of the chess protocol"}};

  using State = chess::State;
  using Refusals = chess::Refusals;
  using Move = chess::Move;
  using Event = chess::Event;
  using View = chess::View;
  using Options = chess::Options;
  using Kit = chess::Kit;
  using Story = chess::Story;

  static Result<Options> read_options(std::string_view text);
  static std::string write_options(const Options& options);
  /// Refused as bad_options if the game would be over before the first move.
  static Result<State> start(const Kit& kit, const Options& options, int seats, const Seed& seed);
  static std::optional<Seat> to_move(const State& state);
  static std::optional<Seat> to_move(const View& view) { return to_move(view.state); }
  static Result<std::vector<Event>> play(State& state, Seat seat, const Move& move);
  static std::vector<Event> leave(State& state, Seat seat);
  static std::vector<Event> flag(State& state, Seat seat);
  static std::vector<Event> agree(State& state, Seat seat);
  static std::vector<Event> resign(State& state, Seat seat);
  static std::vector<Event> take_back(State& state, const State& before, Seat seat, int plies);
  static std::optional<Outcome> outcome(const State& state);
  static std::optional<Outcome> outcome(const View& view) { return outcome(view.state); }
  static View view(const State& state, Viewer viewer);
  static Event redact(const Event& event, Viewer viewer);
  static std::vector<Move> moves(const View& view);
  static State imagine(const View& view, Rng& rng);
  static std::string write(const Move& move);
  static Result<Move> read(std::string_view text);
  static base::Value describe(const View& view);  ///< face.cpp
  static Result<View> read_view(const Kit& kit, const Description& told);
  static std::optional<Event> read_event(const LogLine& line);
  static std::vector<Event> unfold(Event act, const View& before, const View& after);
  static std::span<const Export<State>> exports();  ///< exports.cpp
};
template <class T>
Rules rules_of(Part<T>);

static_assert(Shown<Rules> && HasOffers<Rules> && HasExports<Rules> && ReadsViews<Rules> &&
              UnfoldsEvents<Rules> && HasColors<Rules>);

}  // namespace games::chess
