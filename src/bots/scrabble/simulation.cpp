// Playing on in thought: imagined tiles, the best word of everybody.
#include "bots/scrabble/simulation.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "bots/scrabble/leave.hpp"
#include "games/scrabble/generator.hpp"
#include "games/scrabble/listing.hpp"
#include "games/scrabble/placing.hpp"

namespace bots::scrabble {
namespace {

using namespace games::scrabble;
using base::Rng;

constexpr int kFirstSamples = 12;

// A game in thought: no refusals, no turns to ask for, only points.
struct Thought {
  Position position;
  BySeat<Rack> racks;
  Bag bag;
  BySeat<int> gains = {};
  BySeat<double> promises = {};  // of the tiles kept at the last turn
  int seats;
  bool leftovers;
  bool over = false;
};

Thought imagine(const View& view, const Position& position, Rng& rng) {
  const State state = deal_unseen(view, rng);
  return {.position = position,
          .racks = state.racks,
          .bag = state.bag,
          .seats = view.open.seats,
          .leftovers = book_of(view.open.options.rules).leftovers};
}

void finish(Thought& thought) {
  thought.over = true;
  if (!thought.leftovers) return;
  int total = 0;
  for (const Rack& rack : thought.racks) total += points_in_hand(rack);
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(thought.seats); ++seat)
    thought.gains[seat] += thought.racks[seat].empty() ? total : -points_in_hand(thought.racks[seat]);
}

void lay(Thought& thought, std::size_t seat, const Move& move, int points) {
  for (const Spot& spot : new_tiles(thought.position.board(), move)) {
    thought.position.put(spot.at, spot.tile);
    thought.racks[seat].remove(in_hand(spot.tile));
  }
  thought.gains[seat] += points;
  thought.promises[seat] = leave_value(thought.racks[seat]);
  refill(thought.racks[seat], thought.bag);
  if (thought.racks[seat].empty()) finish(thought);
}

void begin(Thought& thought, std::size_t seat, const Choice& choice) {
  if (choice.move.kind == MoveKind::place) return lay(thought, seat, choice.move, choice.points);
  if (choice.move.kind != MoveKind::exchange) return;
  thought.racks[seat] = choice.kept;
  refill(thought.racks[seat], thought.bag);
}

// Everybody in turn lays the best word: once each, or with an empty bag until nobody can any more.
void play_on(Thought& thought, std::size_t seat) {
  const bool to_the_end = thought.bag.size == 0;
  int idle = 0;
  for (int turn = 0; !thought.over && (to_the_end || turn < thought.seats); ++turn) {
    seat = (seat + 1) % static_cast<std::size_t>(thought.seats);
    const auto best = best_play(thought.position, thought.racks[seat]);
    if (best) lay(thought, seat, move_of(thought.position.board(), *best), best->points);
    idle = best ? 0 : idle + 1;
    if (to_the_end && idle == thought.seats) finish(thought);
  }
}

// The lead over the others on average, in points and, while tiles can be drawn, in what kept tiles promise.
double worth(const Thought& thought, std::size_t seat) {
  const auto has = [&thought](std::size_t at) {
    return thought.gains[at] + (thought.over || thought.bag.size == 0 ? 0.0 : thought.promises[at]);
  };
  double others = 0;
  for (std::size_t other = 0; other < static_cast<std::size_t>(thought.seats); ++other)
    if (other != seat) others += has(other);
  return has(seat) - others / std::max(1, thought.seats - 1);
}

// A choice under trial. The rule of thumb counts like so many samples, since few samples tell little.
struct Trial {
  std::size_t choice;
  double total;
};

constexpr double kRuleOfThumb = 12;

void sample(const View& view, const Position& position, std::span<const Choice> choices,
            std::span<Trial> trials, Rng& rng) {
  const std::size_t seat = view.viewer->value;
  const Thought imagined = imagine(view, position, rng);
  for (Trial& trial : trials) {
    Thought thought = imagined;
    begin(thought, seat, choices[trial.choice]);
    if (!thought.over) play_on(thought, seat);
    trial.total += worth(thought, seat);
  }
}

}  // namespace

// The better half goes on to the next round, until one is left; every round has as many trials.
std::size_t best_by_simulation(const View& view, std::span<const Choice> choices, Rng& rng) {
  const Position position(*view.open.lexicon, view.open.board);
  const bool known = view.bag == 0 && view.open.seats <= 2;  // then all unseen tiles are the other's
  std::vector<Trial> trials;
  trials.reserve(choices.size());
  for (std::size_t at = 0; at < choices.size(); ++at)
    trials.push_back({at, known ? 0.0 : kRuleOfThumb * choices[at].value});
  int samples = known ? 1 : kFirstSamples;
  while (trials.size() > 1) {
    for (int count = 0; count < samples; ++count) sample(view, position, choices, trials, rng);
    std::ranges::sort(trials, std::ranges::greater{}, &Trial::total);
    trials.resize(known ? 1 : (trials.size() + 1) / 2);
    samples *= 2;
  }
  return trials.front().choice;
}

}  // namespace bots::scrabble
