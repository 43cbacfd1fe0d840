// Speed of Scrabble's move generator and rules, and strength of its bots:
//   scrabble build WORDS.txt LEXICON               compiles a list of words
//   scrabble all|best LEXICON POSITIONS.cgp N      generates for every position, N times over
//   scrabble play LEXICON POSITIONS.cgp N          checks and scores every play of every position, and takes
//   the time
//   scrabble turns LEXICON GAMES SEED              how long the rules take for each turn of whole games
//   scrabble bots LEXICON DEALS SEED               strong against greedy, every deal twice with seats changed
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bots/scrabble/greedy.hpp"
#include "games/scrabble/cgp.hpp"
#include "games/scrabble/generator.hpp"
#include "games/scrabble/listing.hpp"
#include "games/scrabble/placing.hpp"

namespace {

using namespace games::scrabble;

std::string read_all(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Task {
  Position position;
  Rack rack;
};

std::vector<Task> read_tasks(const Lexicon& lexicon, const char* path) {
  std::vector<Task> tasks;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const CgpPosition cgp = read_cgp(line).value();
    tasks.push_back({Position(lexicon, cgp.board), cgp.racks[0]});
  }
  return tasks;
}

int build(const char* list, const char* target) {
  const auto bytes = build_lexicon(read_words(read_all(list)).value());
  std::ofstream file(target, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  return file.flush() ? 0 : 1;
}

void generate_all(const std::vector<Task>& tasks, int passes) {
  std::size_t count = 0;
  long points = 0;
  std::vector<Play> plays;
  for (int pass = 0; pass < passes; ++pass)
    for (const Task& task : tasks) {
      generate(task.position, task.rack, Opening::across, plays);
      count += plays.size();
      if (pass > 0) continue;
      for (const Play& play : plays) points += play.points;
    }
  fmt::print("{} placements, {} points\n", count / static_cast<std::size_t>(passes), points);
}

void generate_best(const std::vector<Task>& tasks, int passes) {
  long points = 0;
  for (int pass = 0; pass < passes; ++pass)
    for (const Task& task : tasks)
      if (const auto best = best_play(task.position, task.rack)) points += best->points;
  fmt::print("{} points\n", points / passes);
}

void check_plays(const Lexicon& lexicon, const std::vector<Task>& tasks, int passes) {
  std::size_t count = 0;
  double seconds = 0;
  long points = 0;
  std::vector<Play> plays;
  for (int pass = 0; pass < passes; ++pass)
    for (const Task& task : tasks) {
      generate(task.position, task.rack, Opening::across, plays);
      std::vector<Move> moves;
      for (const Play& play : plays) moves.push_back(move_of(task.position.board(), play));
      const auto start = std::chrono::steady_clock::now();
      for (const Move& move : moves)
        points += check_placing(task.position.board(), task.rack, lexicon, move)->points;
      seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      count += moves.size();
    }
  fmt::print("{} moves checked and scored, {} points, {:.3f} microseconds each\n", count, points,
             seconds * 1e6 / static_cast<double>(count));
}

void print_times(std::string_view what, std::vector<double>& microseconds) {
  std::ranges::sort(microseconds);
  const auto at = [&](double part) {
    return microseconds[static_cast<std::size_t>(part * static_cast<double>(microseconds.size() - 1))];
  };
  fmt::print("{}: {} turns, {:.2f} us at the median, {:.2f} at 99 %, {:.2f} at most\n", what,
             microseconds.size(), at(0.5), at(0.99), at(1));
}

/// Greedy bots play whole games; only the rules are timed, the best of three times each.
void time_turns(const Lexicon& lexicon, int games, std::uint64_t seed) {
  const Kit kit{std::make_shared<const Lexicon>(lexicon)};
  base::Rng rng(seed);
  std::vector<double> with_bag;
  std::vector<double> without_bag;
  for (int game = 0; game < games; ++game) {
    State state = Rules::start(kit, {}, 2 + game % 3, seed++).value();
    while (const auto seat = Rules::to_move(state)) {
      const Move move = bots::scrabble::choose(Rules::view(state, *seat), bots::scrabble::Level::greedy, rng);
      double best = 1e9;
      State after = state;
      for (int time = 0; time < 3; ++time) {
        after = state;
        const auto start = std::chrono::steady_clock::now();
        if (!Rules::play(after, *seat, move)) std::abort();
        best =
            std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
      }
      (after.bag.size > 0 ? with_bag : without_bag).push_back(best * 1e6);
      state = std::move(after);
    }
  }
  print_times("turns that leave tiles in the bag", with_bag);
  print_times("turns that leave an empty bag", without_bag);
}

/// The lead of the strong player in one game.
int play_bots(const Kit& kit, std::uint64_t seed, std::uint8_t strong, base::Rng& rng) {
  State state = Rules::start(kit, {}, 2, seed).value();
  while (const auto seat = Rules::to_move(state)) {
    const auto level = seat->value == strong ? bots::scrabble::Level::strong : bots::scrabble::Level::greedy;
    const Move move = bots::scrabble::choose(Rules::view(state, *seat), level, rng);
    if (!Rules::play(state, *seat, move)) std::abort();
  }
  return state.open.scores[strong] - state.open.scores[1U - strong];
}

void compare_bots(const Lexicon& lexicon, int deals, std::uint64_t seed) {
  const Kit kit{std::make_shared<const Lexicon>(lexicon)};
  base::Rng rng(seed);
  double sum = 0;
  double squares = 0;
  int wins = 0;
  for (int deal = 0; deal < deals; ++deal) {
    const std::array leads = {play_bots(kit, seed, 0, rng), play_bots(kit, seed, 1, rng)};
    ++seed;
    wins += static_cast<int>(std::ranges::count_if(leads, [](int lead) { return lead > 0; }));
    const double mean = (leads[0] + leads[1]) / 2.0;
    sum += mean;
    squares += mean * mean;
  }
  const double mean = sum / deals;
  fmt::print("strong leads greedy by {:.1f} points a game (error {:.1f}), wins {} of {}\n", mean,
             std::sqrt((squares / deals - mean * mean) / deals), wins, 2 * deals);
}

}  // namespace

int main(int count, char** arguments) {
  const std::string_view mode = count > 1 ? arguments[1] : "";
  if (mode == "build" && count == 4) return build(arguments[2], arguments[3]);
  if (count != 5 ||
      (mode != "all" && mode != "best" && mode != "play" && mode != "turns" && mode != "bots")) {
    fmt::print(stderr,
               "usage: scrabble build WORDS LEXICON | all|best|play LEXICON POSITIONS PASSES | "
               "turns LEXICON GAMES SEED | bots LEXICON DEALS SEED\n");
    return 2;
  }
  const std::string bytes = read_all(arguments[2]);
  const auto lexicon = open_lexicon(std::as_bytes(std::span(bytes)));
  if (!lexicon) {
    fmt::print(stderr, "{}: {}\n", arguments[2], lexicon.error().detail);
    return 1;
  }
  if (mode == "bots" || mode == "turns") {
    (mode == "bots" ? compare_bots : time_turns)(*lexicon, std::atoi(arguments[3]),
                                                 static_cast<std::uint64_t>(std::atoi(arguments[4])));
    return 0;
  }
  const auto tasks = read_tasks(*lexicon, arguments[3]);
  const int passes = std::atoi(arguments[4]);
  if (mode == "all") generate_all(tasks, passes);
  if (mode == "best") generate_best(tasks, passes);
  if (mode == "play") check_plays(*lexicon, tasks, passes);
  return 0;
}
