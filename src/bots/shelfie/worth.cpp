// The worth of a shelf: points now, groups that can grow, places of the card that are free, goals begun.
#include "bots/shelfie/worth.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "games/shelfie/goals.hpp"

namespace bots::shelfie {

namespace {

using namespace games::shelfie;

// Chosen by judgement; matches against greedy confirm them as a whole.
constexpr std::array<double, 7> kGroupPromise{0,   0.2, 1.0, 1.2,
                                              1.6, 2.0, 0.4};  ///< of a group that can grow, by size
constexpr double kCardPromise = 0.45;  ///< of the points that the card's free places could still give
constexpr double kGoalPromise = 0.7;   ///< of a token, times progress to the power below
constexpr double kGoalPower = 2.5;
constexpr double kFullHope = 16;  ///< free places on the fullest shelf from which on hope is whole

constexpr std::uint32_t kAll = (1U << kShelfCells) - 1;

std::uint32_t neighbours(std::uint32_t tiles) {
  constexpr std::uint32_t kNotFirst = kAll & ~kColumn;
  constexpr std::uint32_t kNotLast = kAll & ~(kColumn << (kShelfColumns - 1));
  return ((tiles << 5U) | (tiles >> 5U) | ((tiles << 1U) & kNotFirst) | ((tiles >> 1U) & kNotLast)) & kAll;
}

double group_promise(const Layout& shelf) {
  const std::uint32_t free = kAll & ~shelf.filled();
  double promise = 0;
  for (std::uint32_t tiles : shelf.of) {
    while (tiles != 0) {
      const std::uint32_t group = first_group(tiles);
      tiles &= ~group;
      if ((neighbours(group) & free) != 0) promise += kGroupPromise[std::min(std::popcount(group), 6)];
    }
  }
  return promise;
}

double card_promise(const RulesFile& rules, int card, const Layout& shelf) {
  const PersonalCard& places = rules.cards[card];
  const int have = matches(places, shelf);
  int open = 0;
  for (const std::uint8_t place : places) open += (shelf.filled() >> place & 1U) == 0 ? 1 : 0;
  return kCardPromise * (rules.personal_points[have + open] - rules.personal_points[have]);
}

}  // namespace

Outlook outlook_of(const View& view, games::Seat seat) {
  const Open& open = view.open;
  Outlook outlook{.rules = open.rules, .card = view.cards[seat.value], .goals = open.goals};
  for (int goal = 0; goal < kGoalsInGame; ++goal) {
    outlook.won[goal] = open.players[seat.value].tokens[goal];
    outlook.next[goal] = top_token(open, goal);
  }
  int least_free = kShelfCells;
  for (int other = 0; other < open.seats; ++other) {
    least_free = std::min(least_free, kShelfCells - layout_of(open.players[other].shelf).size());
  }
  outlook.may_fill_first = !open.full;
  outlook.hope = std::min(1.0, least_free / kFullHope);
  return outlook;
}

double points_now(const Outlook& outlook, const Layout& shelf) {
  double points = group_points(*outlook.rules, shelf);
  if (outlook.card) points += personal_points(*outlook.rules, *outlook.card, shelf);
  for (int goal = 0; goal < kGoalsInGame; ++goal) {
    const bool wins = outlook.won[goal] == 0 && achieved(outlook.goals[goal], shelf);
    points += wins ? outlook.next[goal] : outlook.won[goal];
  }
  if (outlook.may_fill_first && shelf.filled() == kAll) points += outlook.rules->full_shelf_points;
  return points;
}

double worth(const Outlook& outlook, const Layout& shelf) {
  double promise = group_promise(shelf);
  if (outlook.card) promise += card_promise(*outlook.rules, *outlook.card, shelf);
  for (int goal = 0; goal < kGoalsInGame; ++goal) {
    if (outlook.won[goal] != 0 || achieved(outlook.goals[goal], shelf)) continue;
    promise += kGoalPromise * outlook.next[goal] * std::pow(progress(outlook.goals[goal], shelf), kGoalPower);
  }
  return points_now(outlook, shelf) + outlook.hope * promise;
}

}  // namespace bots::shelfie
