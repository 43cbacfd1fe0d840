// A game of Scrabble with the tiles that another server deals.
#include "protocols/scrabble_model.hpp"

#include <algorithm>
#include <span>
#include <tuple>

#include "games/scrabble/placing.hpp"
#include "games/scrabble/stuck.hpp"

namespace protocols {
namespace {

using games::scrabble::Bag;
using games::scrabble::Rules;
using games::scrabble::State;

games::scrabble::State start(const games::Kits& kits, std::string_view options, int seats) {
  auto state = games::start(kits, "scrabble", options, seats, 1);
  return games::get<State>(*state);
}

/// Takes a tile out of the bag; any, if it has none like that: other servers may have other bags.
void take(Bag& bag, games::scrabble::Tile tile) {
  if (bag.size == 0) return;
  const auto end = bag.tiles.begin() + bag.size;
  auto found = std::find(bag.tiles.begin(), end, tile);
  if (found == end) found = end - 1;
  std::swap(*found, *(end - 1));
  bag.tiles[--bag.size] = games::scrabble::kNone;
}

bool is_vowel(char letter) { return std::string_view("AEIOUY").find(letter) != std::string_view::npos; }

/// How unlike a move is to another: the same place and direction first, then the same length.
int distance(const games::scrabble::Move& one, const games::scrabble::Move& other) {
  const int length = std::abs(int{one.count} - int{other.count});
  const bool same = one.row == other.row && one.column == other.column && one.direction == other.direction;
  return 2 * length + (same ? 0 : 1);
}

}  // namespace

ScrabbleModel::ScrabbleModel(const games::Kits& kits, std::string_view options, int seats)
    : state_(start(kits, options, seats)) {}

void ScrabbleModel::deal(base::Seat seat, std::string_view tiles) {
  auto& rack = state_.racks[seat.value];
  for (const auto tile : rack.tiles()) games::scrabble::put_back(state_.bag, tile, state_.rng);
  rack = games::scrabble::Rack(tiles);
  for (const auto tile : rack.tiles()) take(state_.bag, tile);
}

void ScrabbleModel::draw(base::Seat seat, std::string_view tiles) {
  deal(seat, kept_[seat.value] + std::string(tiles));
}

base::Result<ScrabbleModel::Events> ScrabbleModel::attempt(const Move& move) const {
  State copy = state_;
  return Rules::play(copy, to_move().value_or(base::Seat{}), move);
}

base::Result<ScrabbleModel::Events> ScrabbleModel::play(const Move& move) {
  const auto seat = to_move().value_or(base::Seat{});
  auto events = Rules::play(state_, seat, move);
  if (!events) return events;
  ++turns_;
  auto left = state_.racks[seat.value];
  draws_[seat.value] = 0;
  for (const auto& event : *events) {
    if (const auto* drew = std::get_if<games::scrabble::Drew>(&event)) {
      draws_[seat.value] = drew->count;
      left.remove_all(drew->tiles.tiles());
    }
  }
  kept_[seat.value] = left.tiles();
  return events;
}

std::optional<ScrabbleModel::Move> ScrabbleModel::choose(Sequel& sequel) const {
  constexpr int kRounds = 2;  // in which words are laid before somebody passes or leaves
  const bool enough = turns_ >= kRounds * state_.open.seats;
  if (enough && sequel.course == Course::leaver) return std::nullopt;
  const auto seat = to_move().value_or(base::Seat{});
  // By one of the rule sets who passes twice ends the game, whatever the others do.
  const bool passes =
      state_.open.options.rules == games::scrabble::RuleSet::twente || seat == state_.open.first;
  if (enough && passes && sequel.course == Course::passes) return games::scrabble::pass_move();
  const auto moves = Rules::moves(Rules::view(state_, seat));
  const Move* best = nullptr;
  std::size_t most = 0;
  for (const auto& move : moves) {
    if (move.kind != games::scrabble::MoveKind::place || sequel.refused.contains(move.letters())) continue;
    const auto laid = games::scrabble::new_tiles(state_.open.board, move).size();
    if (laid > most) best = &move;
    most = std::max(most, laid);
  }
  if (best == nullptr && state_.bag.size < games::scrabble::kRackSize) return games::scrabble::pass_move();
  if (best == nullptr) return *games::scrabble::exchange_move(rack(seat));
  sequel.word = best->letters();
  return *best;
}

bool ScrabbleModel::is_stuck() const {
  const auto racks = std::span(state_.racks).first(static_cast<std::size_t>(state_.open.seats));
  const bool out = std::ranges::any_of(racks, &games::scrabble::Rack::empty);
  return state_.bag.size == 0 && !out &&
         games::scrabble::is_stuck(*state_.open.lexicon, state_.open.board, racks);
}

std::vector<ScrabbleModel::Move> ScrabbleModel::placings_like(const Move& wanted) const {
  auto moves = Rules::moves(Rules::view(state_, to_move()));
  std::erase_if(moves, [](const Move& move) { return move.kind != games::scrabble::MoveKind::place; });
  std::ranges::sort(moves, {}, [&](const Move& move) {
    return std::tuple(distance(move, wanted), move.row, move.column, move.letters());
  });
  return moves;
}

std::vector<std::string> ScrabbleModel::arrangements(base::Seat seat, std::size_t count) const {
  constexpr std::size_t kMost = 2000;
  std::string letters(rack(seat));
  std::erase(letters, games::scrabble::kBlank);
  std::vector<std::string> found;
  if (count == 0 || count > letters.size()) return found;
  do {
    auto word = letters.substr(0, count);
    if (found.empty() || found.back() != word) found.push_back(std::move(word));
  } while (std::ranges::next_permutation(letters).found && found.size() < kMost);
  std::ranges::sort(found, {}, [](const std::string& word) {
    return std::pair(std::ranges::count_if(word, is_vowel), word);
  });
  return found;
}

std::string ScrabbleModel::not_held(base::Seat seat, std::size_t count) const {
  for (const char letter : std::string_view("QJXZKVWUHYBCFGMPDLNSTROIAE")) {
    if (!rack(seat).contains(letter)) return std::string(count, letter);
  }
  return {};
}

}  // namespace protocols
