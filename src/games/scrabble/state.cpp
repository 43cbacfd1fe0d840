// The bag, and dealing what a viewer does not see.
#include "games/scrabble/state.hpp"

#include <algorithm>
#include <utility>

namespace games::scrabble {
namespace {

using Counts = std::array<int, 27>;  // by letter (1 to 26) and blank (0)

Tile tile_of(std::size_t index) { return index == 0 ? kBlank : static_cast<Tile>('A' + index - 1); }

void add(Bag& bag, Tile tile) { bag.tiles[bag.size++] = tile; }

Counts letter_counts(const RuleBook& book) {
  Counts counts{};
  std::ranges::copy(kCounts, counts.begin());
  counts[0] = book.blanks;
  return counts;
}

std::size_t random_letter(Rng& rng) { return 1 + rng.below(26); }

// The tiles that are neither on the board nor in the viewer's rack. Letters that chance added to the 98 and
// that show already leave a count below 0; as many fewer are added unseen.
Bag unseen_tiles(const View& view, Rng& rng) {
  const RuleBook& book = book_of(view.open.options.rules);
  Counts counts = letter_counts(book);
  const auto see = [&counts](Tile tile) { --counts[static_cast<std::size_t>(index_of(in_hand(tile)))]; };
  for (const Tile tile : view.open.board.tiles)
    if (tile != kNone) see(tile);
  std::ranges::for_each(view.rack.tiles(), see);
  int added = kCounts[0] - book.blanks;
  for (int& count : counts) added += std::min(std::exchange(count, std::max(count, 0)), 0);
  for (; added > 0; --added) ++counts[random_letter(rng)];
  Bag bag;
  for (std::size_t index = 0; index < counts.size(); ++index)
    for (int copy = 0; copy < counts[index]; ++copy) add(bag, tile_of(index));
  rng.shuffle(std::span(bag.tiles).first(bag.size));
  return bag;
}

}  // namespace

Bag full_bag(const RuleBook& book, Rng& rng) {
  Counts counts = letter_counts(book);
  for (int added = book.blanks; added < kCounts[0]; ++added) ++counts[random_letter(rng)];
  Bag bag;
  for (std::size_t index = 0; index < counts.size(); ++index)
    for (int copy = 0; copy < counts[index]; ++copy) add(bag, tile_of(index));
  rng.shuffle(std::span(bag.tiles).first(bag.size));
  return bag;
}

// Any place of the bag is as likely as any other, so the order of the rest stays as random as it was.
void put_back(Bag& bag, Tile tile, Rng& rng) {
  add(bag, tile);
  std::swap(bag.tiles[bag.size - 1U], bag.tiles[rng.below(bag.size)]);
}

void refill(Rack& rack, Bag& bag) {
  while (rack.size() < kRackSize && bag.size > 0) rack.add(std::exchange(bag.tiles[--bag.size], kNone));
}

State deal_unseen(const View& view, Rng& rng) {
  State state{.open = view.open, .bag = unseen_tiles(view, rng), .rng = Rng(rng.next())};
  for (std::size_t seat = 0; seat < kMostSeats; ++seat) {
    if (view.viewer && view.viewer->value == seat) {
      state.racks[seat] = view.rack;
      continue;
    }
    for (int held = 0; held < view.held[seat]; ++held)
      state.racks[seat].add(std::exchange(state.bag.tiles[--state.bag.size], kNone));
  }
  return state;
}

}  // namespace games::scrabble
