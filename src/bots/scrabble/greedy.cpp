// How the levels choose.
#include "bots/scrabble/greedy.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "bots/mind.hpp"
#include "bots/scrabble/choices.hpp"
#include "bots/scrabble/simulation.hpp"

namespace bots::scrabble {
namespace {

using namespace games::scrabble;
using base::Rng;
using Choices = std::vector<Choice>;

constexpr std::array<std::size_t, 5> kWordsInMind{6, 12, 25, 60, 200};  // by level, below greedy
constexpr std::size_t kWordsToSimulate = 12;

bool is_placing(const Choice& choice) { return choice.move.kind == MoveKind::place; }

/// The most points of a few words. Whoever plays so lays a word whenever there is one.
Move pick_from_mind(Choices& choices, std::size_t words, Rng& rng) {
  if (std::ranges::none_of(choices, is_placing))
    return std::ranges::max_element(choices, {}, &Choice::value)->move;
  std::erase_if(choices, [](const Choice& choice) { return !is_placing(choice); });
  keep_some(choices, words, rng);
  return std::ranges::max_element(choices, {}, &Choice::points)->move;
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
  if (level == Level::strong) return pick_strong(view, choices, rng);
  if (level == Level::greedy) return pick_greedy(choices);
  return pick_from_mind(choices, kWordsInMind[static_cast<std::size_t>(level)], rng);
}

}  // namespace

Move choose(const View& view, Level level, Rng& rng) {
  auto choices = weigh_all(view);
  return choices.empty() ? pass_move() : pick(view, std::move(choices), level, rng);
}

Move choose_among(const View& view, std::span<const Move> candidates, Rng& rng, Level level) {
  auto choices = weigh(view, candidates);
  return choices.empty() ? candidates.front() : pick(view, std::move(choices), level, rng);
}

}  // namespace bots::scrabble
