// Alpha-beta, deeper and deeper until the budget of positions is spent; captures are followed to the end.
// What a player overlooks is not there for the search, neither as an own move nor as an answer.
#include "bots/chess/simple.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "bots/chess/evaluate.hpp"
#include "games/chess/moves.hpp"

namespace bots::chess::simple {
namespace {

using namespace games::chess;

constexpr int kMate = 100'000;
constexpr int kInfinite = 2 * kMate;
constexpr int kLosing = -150;           ///< so bad that a draw is welcome
constexpr int kLeastDepth = 3;          ///< looked through even if it costs more than the budget
constexpr int kBudget = 40'000;         ///< positions to look at
constexpr int kMostBudget = 120'000;    ///< positions to look at for the least depth
constexpr int kSeventyFiveMoves = 150;  ///< in single moves
constexpr int kNear = 3;                ///< squares that a move can go without being a distant one
constexpr int kMostOverlooked = 95;     ///< per cent: something comes to mind even so

struct Scored {
  Move move;
  int score;
};

bool is_capture(const Position& position, const Move& move) {
  return has(position.occupied(), move.to) ||
         (move.to == position.en_passant && has(position.pawns, move.from));
}

Kind kind_at(const Position& position, int square) {
  const auto piece = piece_at(position, square);
  return piece ? piece->kind : Kind::pawn;
}

/// How promising a move looks: big prey and small hunters first, then promotions, then the rest.
int promise(const Position& position, const Move& move) {
  int score = 0;
  if (is_capture(position, move)) {
    score += 10'000 + 10 * worth(kind_at(position, move.to)) - worth(kind_at(position, move.from));
  }
  if (move.promotion != Promotion::none) score += worth(kind_of(move.promotion));
  return score;
}

bool is_distant(const Move& move) {
  return std::max(std::abs(file_of(move.from) - file_of(move.to)),
                  std::abs(rank_of(move.from) - rank_of(move.to))) > kNear;
}

/// Quiet moves are overlooked twice as often as captures and promotions, distant ones more often than near
/// ones.
bool is_overlooked(const Scored& scored, const Sight& sight, base::Rng& rng) {
  if (sight.overlooks == 0) return false;  // leaves the chance alone
  const int chance = sight.overlooks * ((scored.score == 0 ? 2 : 1) + (is_distant(scored.move) ? 1 : 0));
  return static_cast<int>(rng.below(100)) < std::min(chance, kMostOverlooked);
}

/// A list whose best moves are taken out one by one: most of the time only the first are needed.
class Picker {
 public:
  explicit Picker(const Position& position) {
    const MoveList moves = legal_moves(position);
    for (const Move& move : moves) scored_[size_++] = {move, promise(position, move)};
  }

  bool empty() const { return next_ == size_; }

  Scored take() {
    auto* const begin = scored_.data() + next_;
    std::iter_swap(begin,
                   std::max_element(begin, scored_.data() + size_,
                                    [](const Scored& a, const Scored& b) { return a.score < b.score; }));
    return scored_[next_++];
  }

 private:
  std::array<Scored, 256> scored_;
  std::size_t size_ = 0;
  std::size_t next_ = 0;
};

class Search {
 public:
  Search(const State& state, const Sight& sight, base::Rng& rng) : state_(state), sight_(sight), rng_(rng) {}

  bool is_spent() const { return visited_ >= limit_; }
  void set_limit(int positions) { limit_ = positions; }

  /// What a root move is worth to the mover.
  int value_of(const Move& move, int depth, int alpha, int beta) {
    const Position next = after(state_.position, move);
    if (std::ranges::count(state_.keys, key_of(next)) > 0) return 0;  // on the way to a draw by repetition
    return -look(next, depth - 1, -beta, -alpha, 1);
  }

  /// What the root is worth to the mover once nobody wants to capture any more.
  int settled() { return look(state_.position, 0, -kInfinite, kInfinite, 0); }

 private:
  /// The value of a position for its side to move.
  int look(const Position& position, int depth, int alpha, int beta, int ply) {
    ++visited_;
    if (is_spent()) return alpha;
    const bool check = in_check(position);
    Picker moves(position);
    if (moves.empty()) return check ? ply - kMate : 0;
    if (is_dead(position, state_.dead) || position.quiet_plies >= kSeventyFiveMoves) return 0;
    const bool quiet_only = depth <= 0 && !check;
    if (quiet_only) {
      alpha = std::max(alpha, evaluate(position));  // nobody must capture
      if (alpha >= beta) return alpha;
    }
    for (bool seen = quiet_only; !moves.empty();) {
      const auto scored = moves.take();
      if (quiet_only && scored.score == 0) break;
      if ((seen || !moves.empty()) && is_overlooked(scored, sight_, rng_)) continue;
      seen = true;
      alpha = std::max(alpha, -look(after(position, scored.move), depth - 1, -beta, -alpha, ply + 1));
      if (alpha >= beta) break;
    }
    return alpha;
  }

  const State& state_;
  const Sight sight_;
  base::Rng& rng_;
  int visited_ = 0;
  int limit_ = kInfinite;
};

/// Searches all moves to one depth and brings the best to the front. A search that ran out of budget midway
/// counts as far as it came: it began with the best move of the depth before.
void deepen(Search& search, std::vector<Scored>& moves, int depth) {
  int alpha = -kInfinite;
  std::size_t best = 0;
  for (std::size_t at = 0; at < moves.size(); ++at) {
    const int score = search.value_of(moves[at].move, depth, alpha, kInfinite);
    if (search.is_spent()) break;
    moves[at].score = score;
    if (score <= alpha) continue;
    alpha = score;
    best = at;
  }
  std::rotate(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(best),
              moves.begin() + static_cast<std::ptrdiff_t>(best) + 1);
}

std::vector<Scored> steps_among(std::span<const Move> candidates, const Position& position, base::Rng& rng) {
  std::vector<Scored> moves;
  for (const Move& move : candidates) {
    if (is_legal(position, move)) moves.push_back({move, promise(position, move)});
  }
  rng.shuffle(std::span(moves));
  std::ranges::sort(moves, std::ranges::greater{}, &Scored::score);
  return moves;
}

/// What is left of the moves; if nothing is, one of them by chance.
void overlook(std::vector<Scored>& moves, const Sight& sight, base::Rng& rng) {
  if (sight.overlooks == 0) return;
  const Scored any = moves[rng.below(moves.size())];
  std::erase_if(moves, [&](const Scored& scored) { return is_overlooked(scored, sight, rng); });
  if (moves.empty()) moves.push_back(any);
}

}  // namespace

int settled_worth(const State& state) {
  base::Rng unused;  // nothing is overlooked
  return Search(state, {}, unused).settled();
}

Move choose(const View& view, std::span<const Move> candidates, base::Rng& rng, Sight sight) {
  auto moves = steps_among(candidates, view.state.position, rng);
  if (moves.empty()) return candidates.front();  // only a claim
  overlook(moves, sight, rng);
  Search search(view.state, sight, rng);
  for (int depth = 1; depth <= sight.depth && !search.is_spent(); ++depth) {
    search.set_limit(depth > kLeastDepth ? kBudget : kMostBudget);
    deepen(search, moves, depth);
    if (std::abs(moves[0].score) > kMate / 2) break;  // mate found: no more to see
  }
  const bool may_claim = std::ranges::count(candidates, kClaim) > 0;
  return may_claim && moves[0].score < kLosing ? kClaim : moves[0].move;
}

}  // namespace bots::chess::simple
