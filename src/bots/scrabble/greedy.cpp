// How the three levels choose.
#include "bots/scrabble/greedy.hpp"

#include <algorithm>
#include <vector>

#include "bots/scrabble/choices.hpp"
#include "bots/scrabble/simulation.hpp"

namespace bots::scrabble {
namespace {

using namespace games::scrabble;
using base::Rng;
using Choices = std::vector<Choice>;

constexpr std::size_t kWordsInMind = 6;
constexpr std::size_t kWordsToSimulate = 12;

bool is_placing(const Choice& choice) { return choice.move.kind == MoveKind::place; }

// A beginner lays a word whenever one comes to mind.
Move pick_beginner(Choices& choices, Rng& rng) {
  const auto end = std::ranges::partition(choices, is_placing).begin();
  const auto words = static_cast<std::size_t>(end - choices.begin());
  if (words == 0) return std::ranges::max_element(choices, {}, &Choice::value)->move;
  const Choice* best = nullptr;
  for (std::size_t word = 0; word < kWordsInMind; ++word) {
    const Choice& choice = choices[rng.below(words)];
    if (best == nullptr || choice.points > best->points) best = &choice;
  }
  return best->move;
}

Move pick_greedy(const Choices& choices) {
  return std::ranges::max_element(choices, {}, &Choice::value)->move;
}

Move pick_strong(const View& view, Choices& choices, Rng& rng) {
  const std::size_t count = std::min(kWordsToSimulate, choices.size());
  std::ranges::partial_sort(choices, choices.begin() + static_cast<std::ptrdiff_t>(count),
                            std::ranges::greater{}, &Choice::value);
  return choices[best_by_simulation(view, std::span(choices).first(count), rng)].move;
}

Move pick(const View& view, Choices choices, Level level, Rng& rng) {
  switch (level) {
    case Level::beginner:
      return pick_beginner(choices, rng);
    case Level::greedy:
      return pick_greedy(choices);
    case Level::strong:
      break;
  }
  return pick_strong(view, choices, rng);
}

Move pick_of(const View& view, std::span<const Move> candidates, Level level, Rng& rng) {
  auto choices = weigh(view, candidates);
  return choices.empty() ? candidates.front() : pick(view, std::move(choices), level, rng);
}

}  // namespace

Move choose(const View& view, Level level, Rng& rng) {
  auto choices = weigh_all(view);
  return choices.empty() ? pass_move() : pick(view, std::move(choices), level, rng);
}

Move choose_beginner(const View& view, std::span<const Move> candidates, Rng& rng) {
  return pick_of(view, candidates, Level::beginner, rng);
}

Move choose_greedy(const View& view, std::span<const Move> candidates, Rng& rng) {
  return pick_of(view, candidates, Level::greedy, rng);
}

Move choose_strong(const View& view, std::span<const Move> candidates, Rng& rng) {
  return pick_of(view, candidates, Level::strong, rng);
}

}  // namespace bots::scrabble
