// Looks ahead: the most promising turns now, the best answer of each opponent, and the best turn after that.
#include "bots/shelfie/ahead.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <vector>

#include "bots/shelfie/plan.hpp"
#include "bots/shelfie/worth.hpp"
#include "games/shelfie/goals.hpp"

namespace bots::shelfie::ahead {

namespace {

using namespace games::shelfie;
using games::Seat;

constexpr double kNextTurn = 0.5;   // how much the next turn counts: others or a refill may spoil it
constexpr double kOpponents = 0.7;  // how much the best answer of an opponent counts
constexpr double kUnknownCard = 4;  // points that another's card is worth on average
constexpr double kDecided = 10;     // for ending the game as the winner

/// The table as far as looking ahead needs it; `seats` are those who are here, the viewer first, in turn
/// order.
struct Scene {
  const View* view;
  Types board;
  std::vector<Seat> seats;
  std::array<Layout, kMaxSeats> shelves;
  std::array<Outlook, kMaxSeats> outlooks;
  std::optional<Seat> full;
};

Scene scene_of(const View& view) {
  const Open& open = view.open;
  Scene scene{&view, types_of(open.board), {}, {}, {}, open.full};
  for (std::uint8_t i = 0; i < open.seats; ++i) {
    const Seat seat{static_cast<std::uint8_t>((open.turn.value + i) % open.seats)};
    scene.shelves[seat.value] = layout_of(open.players[seat.value].shelf);
    scene.outlooks[seat.value] = outlook_of(view, seat);
    if (is_here(open, seat)) scene.seats.push_back(seat);
  }
  return scene;
}

/// Puts tiles on the board as a refill might: the types in the bag are known, their order is not.
void refill(Scene& scene, base::Rng& rng) {
  if (!is_scattered(scene.board)) return;
  const Open& open = scene.view->open;
  std::array<int, kTypes> left{};
  left.fill(kTilesPerType);
  for (const Layout& shelf : scene.shelves) {
    for (int type = 0; type < kTypes; ++type) left[type] -= std::popcount(shelf.of[type]);
  }
  std::vector<std::int8_t> bag;
  for (int type = 0; type < kTypes; ++type)
    bag.insert(bag.end(), std::max(left[type], 0), static_cast<std::int8_t>(type));
  rng.shuffle(std::span(bag));
  scene.board.fill(-1);
  for (int cell = 0; cell < kBoardCells && !bag.empty(); ++cell) {
    if (!in_use(open, cell)) continue;
    scene.board[cell] = bag.back();
    bag.pop_back();
  }
}

/// The seat plays the plan: its shelf, the tokens, the board and the last round follow.
void play(Scene& scene, Seat seat, const Plan& plan) {
  scene.shelves[seat.value] = plan.after;
  const Open& open = scene.view->open;
  for (int goal = 0; goal < kGoalsInGame; ++goal) {
    Outlook& outlook = scene.outlooks[seat.value];
    if (outlook.won[goal] != 0 || !achieved(open.goals[goal], plan.after)) continue;
    outlook.won[goal] = outlook.next[goal];
    const auto& tokens = open.rules->tokens[open.seats - 2];
    const auto top = std::ranges::find(tokens, outlook.next[goal]);
    const int next = top == tokens.end() || top + 1 == tokens.end() ? 0 : *(top + 1);
    for (Outlook& other : scene.outlooks) other.next[goal] = next;
  }
  if (!scene.full && plan.after.size() == kShelfCells) scene.full = seat;
}

std::optional<Plan> best_plan(const Scene& scene, Seat seat) {
  const Layout& shelf = scene.shelves[seat.value];
  std::vector<Plan> plans = plans_from(scene.board, shelf, most_tiles_for(*scene.view->open.rules, shelf));
  if (plans.empty()) return std::nullopt;
  for (Plan& plan : plans) plan.worth = worth(scene.outlooks[seat.value], plan.after);
  return *std::ranges::max_element(plans, {}, &Plan::worth);
}

/// The last seat in turn order ends the round, and the game if somebody's shelf is full.
bool ends_round(const Open& open, Seat seat) { return (seat.value + 1) % open.seats == open.first.value; }

/// Worth to the viewer of a game that has ended so.
double final_worth(const Scene& scene, Seat viewer) {
  const double own = points_now(scene.outlooks[viewer.value], scene.shelves[viewer.value]);
  double best = 0;
  for (int seat = 0; seat < scene.view->open.seats; ++seat) {
    if (seat == viewer.value) continue;
    best = std::max(best, points_now(scene.outlooks[seat], scene.shelves[seat]) + kUnknownCard);
  }
  return own - kOpponents * best + (own > best ? kDecided : -kDecided);
}

/// What the plan leads to: the others answer as they would by the worth of their shelves, then the viewer
/// plays again.
double look_ahead(Scene scene, const Plan& plan, base::Rng& rng) {
  const Open& open = scene.view->open;
  const Seat viewer = scene.seats.front();
  if (open.phase == Phase::select) scene.board = without(scene.board, plan);
  play(scene, viewer, plan);
  bool over = scene.full && ends_round(open, viewer);
  double others = 0;
  for (std::size_t i = 1; i < scene.seats.size() && !over; ++i) {
    refill(scene, rng);
    const Seat seat = scene.seats[i];
    if (const auto answer = best_plan(scene, seat)) {
      scene.board = without(scene.board, *answer);
      play(scene, seat, *answer);
    }
    others = std::max(others, worth(scene.outlooks[seat.value], scene.shelves[seat.value]));
    over = scene.full && ends_round(open, seat);
  }
  if (over || scene.full) return final_worth(scene, viewer);
  refill(scene, rng);
  const auto next = best_plan(scene, viewer);
  const double later = next ? next->worth : plan.worth;
  return (1 - kNextTurn) * plan.worth + kNextTurn * later - kOpponents * others;
}

}  // namespace

Move choose(const View& view, std::span<const Move> candidates, base::Rng& rng, Mind mind) {
  const Scene scene = scene_of(view);
  std::vector<Plan> plans = plans_of(view);
  keep_some(plans, mind.turns, rng);
  for (Plan& plan : plans) plan.worth = worth(scene.outlooks[view.viewer->value], plan.after);
  std::ranges::sort(plans, std::greater{}, &Plan::worth);
  plans.resize(std::min(plans.size(), mind.looked_into));
  const base::Rng chance(rng.next());
  for (Plan& plan : plans) {
    base::Rng same = chance;  // the same luck for all, so that only the plans differ
    plan.worth = look_ahead(scene, plan, same);
  }
  std::ranges::sort(plans, std::greater{}, &Plan::worth);
  return pick(plans, view.open.phase, candidates);
}

}  // namespace bots::shelfie::ahead
