// Counts and speed of perft: perft [NAME DEPTH] for "start" or "kiwipete"; without arguments both, to 6
// and 5.
#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <optional>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "games/chess/fen.hpp"
#include "games/chess/perft.hpp"

namespace {

struct Task {
  std::string_view name;
  std::string_view fen;
  int depth;
};

constexpr Task kTasks[]{
    {"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6},
    {"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5},
};

/// The tasks that the arguments ask for; none if they are not understood.
std::vector<Task> tasks_of(int count, char** arguments) {
  if (count == 1) return {std::begin(kTasks), std::end(kTasks)};
  const auto depth = count == 3 ? base::to_number<int>(arguments[2]) : std::nullopt;
  for (Task task : kTasks) {
    if (!depth || task.name != arguments[1]) continue;
    task.depth = *depth;
    return {task};
  }
  return {};
}

void run(const Task& task) {
  const auto position = games::chess::read_fen(task.fen).value();
  const std::clock_t begin = std::clock();
  const auto nodes = games::chess::perft(position, task.depth);
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  fmt::print("{} depth {}: {} nodes, {:.3f} s CPU, {:.0f} million nodes/s\n", task.name, task.depth, nodes,
             seconds, static_cast<double>(nodes) / seconds / 1e6);
}

}  // namespace

int main(int count, char** arguments) {
  const auto tasks = tasks_of(count, arguments);
  if (tasks.empty()) {
    fmt::print(stderr, "usage: {} [start|kiwipete DEPTH]\n", arguments[0]);
    return EXIT_FAILURE;
  }
  for (const Task& task : tasks) run(task);
}
