// A Spectrangle player who grows a tree of moves by playing games out in thought.
#include "bots/spectrangle/search.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "bots/spectrangle/playout.hpp"

namespace bots::spectrangle::search {
namespace {

using namespace games::spectrangle;
using base::Rng;

constexpr double kCuriosity = 60;  // points: how much a move is worth trying that was tried little
constexpr int kWin = 40;           // points: what winning is worth above the margin

/// How good a finished game is: to win, and by how much, which tells more while the end is far off.
int worth(const Playout& finished, std::size_t player) {
  int best_other = 0;
  for (std::size_t other = 0; other < finished.players; ++other) {
    if (other != player) best_other = std::max(best_other, finished.scores[other]);
  }
  const int margin = finished.scores[player] - best_other;
  return margin + (margin > 0 ? kWin : margin < 0 ? -kWin : 0);
}

struct Option {
  Move move;
  int points = 0;
};

/// A move in the tree. What follows it depends on the tiles drawn, so a child may be legal in some games
/// only.
struct Node {
  Move move;
  double sum = 0;  ///< worth for who made the move, over all visits
  int visits = 0;
  std::vector<std::size_t> children;
};

std::vector<Option> placements(const Playout& playout) {
  std::vector<Option> options;
  for (std::size_t at = 0; at < playout.held[playout.turn]; ++at) {
    const Tile tile = playout.hands[playout.turn][at];
    for (std::uint8_t rotation = 0; rotation < rotations_of(tile); ++rotation) {
      for (CellSet cells = fitting_cells(playout.board, Turned{tile, rotation}); cells != 0;) {
        const Location location = take_first(cells);
        options.push_back({Play{{tile, rotation}, location}, points_for(playout.board, tile, location)});
      }
    }
  }
  return options;
}

/// Only the root has children that are no placements, and all of the root's are legal.
bool is_legal(const Playout& playout, const Move& move) {
  const auto* play = std::get_if<Play>(&move);
  if (play == nullptr) return true;
  const auto& hand = playout.hands[playout.turn];
  const auto end = hand.begin() + playout.held[playout.turn];
  return std::find(hand.begin(), end, play->tile.tile) != end &&
         (fitting_cells(playout.board, play->tile) & only(play->location)) != 0;
}

/// Monte Carlo tree search over moves (not over draws, which every visit makes anew). Moves are admitted to
/// the tree by their points, the more the oftener a node is visited.
class Tree {
 public:
  Tree(const Board& board, std::span<const Move> candidates) : nodes_(1) {
    for (const auto& move : candidates) {
      const auto* play = std::get_if<Play>(&move);
      candidates_.push_back({move, play == nullptr ? 0 : points_for(board, play->tile.tile, play->location)});
    }
  }

  /// Follows the tree as far as it goes, adds one move, and plays the game out greedily.
  void grow(Playout playout, Rng& rng) {
    struct Step {
      std::size_t node;
      std::size_t player;
    };
    std::vector<Step> path;
    std::size_t at = kRoot;
    for (bool in_tree = true; in_tree;) {
      const auto added = admit(at, playout);
      const auto next = added ? added : favourite(at, playout);
      if (!next) break;  // nothing to place: the playout knows what to do
      path.push_back({*next, playout.turn});
      make(playout, nodes_[*next].move, rng);
      at = *next;
      in_tree = !added;
    }
    finish_greedily(playout, rng);
    ++nodes_[kRoot].visits;
    for (const auto& step : path) {
      ++nodes_[step.node].visits;
      nodes_[step.node].sum += worth(playout, step.player);
    }
  }

  const Move& most_visited() const {
    const auto visits = [&](std::size_t node) { return nodes_[node].visits; };
    return nodes_[*std::ranges::max_element(nodes_[kRoot].children, {}, visits)].move;
  }

 private:
  static constexpr std::size_t kRoot = 0;

  bool knows(const Node& parent, const Move& move) const {
    return std::ranges::any_of(parent.children,
                               [&](std::size_t child) { return nodes_[child].move == move; });
  }

  /// Adds the move with the most points that the node does not know yet, if it has been visited enough for
  /// one more.
  std::optional<std::size_t> admit(std::size_t at, const Playout& playout) {
    const auto& parent = nodes_[at];
    if (static_cast<double>(parent.children.size()) > std::sqrt(parent.visits)) return std::nullopt;
    const auto options = at == kRoot ? candidates_ : placements(playout);
    const Option* best = nullptr;
    for (const auto& option : options) {
      if ((best == nullptr || option.points > best->points) && !knows(parent, option.move)) best = &option;
    }
    if (best == nullptr) return std::nullopt;
    nodes_.push_back({.move = best->move, .children = {}});
    nodes_[at].children.push_back(nodes_.size() - 1);
    return nodes_.size() - 1;
  }

  /// The legal child with the best upper bound of what it may be worth.
  std::optional<std::size_t> favourite(std::size_t at, const Playout& playout) const {
    std::optional<std::size_t> best;
    double most = 0;
    const double tries = std::log(nodes_[at].visits + 1);
    for (const std::size_t child : nodes_[at].children) {
      const auto& node = nodes_[child];
      if (!is_legal(playout, node.move)) continue;
      const double bound = node.sum / node.visits + kCuriosity * std::sqrt(tries / node.visits);
      if (best && bound <= most) continue;
      best = child;
      most = bound;
    }
    return best;
  }

  std::vector<Option> candidates_;
  std::vector<Node> nodes_;
};

}  // namespace

Move choose(const View& view, std::span<const Move> candidates, Rng& rng, Budget budget) {
  if (candidates.size() == 1) return candidates.front();
  Tree tree(view.position.board, candidates);
  Playout now = playout_from(view.position);
  for (int played = 0; played < std::max(1, budget.playouts); ++played) {
    shuffle_bag(now, rng);
    tree.grow(now, rng);
  }
  return tree.most_visited();
}

}  // namespace bots::spectrangle::search
