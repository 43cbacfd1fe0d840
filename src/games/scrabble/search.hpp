// The search behind the move generator: walks the word graph along the lines of a position. Only
// generator.cpp uses it.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "games/scrabble/generator.hpp"
#include "games/scrabble/rack_table.hpp"

namespace games::scrabble {

inline constexpr Tile kLetterMark = 0x40;  // letter number 1 to 'A'
inline constexpr Tile kBlankMark = 0x60;   // letter number 1 to 'a'

// Every play touches old tiles: it goes through runs of them in its line or fills hooks (free places with a
// tile beside them). It is found from the last run or hook that it touches: first leftwards over whatever
// there is, then rightwards over places that touch nothing.
struct Start {
  std::uint8_t line;   // as in Play
  std::uint8_t place;  // of the hook, or of the run's last tile
  std::uint8_t room;   // the last place to the right that touches nothing; `place` itself if there is none
};

inline const Line& line_of(const Position& position, const Start& start) {
  return start.line < kSide ? position.line(Direction::across, start.line)
                            : position.line(Direction::down, start.line - kSide);
}

// Calls visit(start) for every start until it returns false.
template <class Visit>
void visit_starts(const Position& position, Opening opening, Visit visit) {
  for (std::uint8_t number = 0; number < 2 * kSide; ++number) {
    const Line& line = line_of(position, {.line = number, .place = 0, .room = 0});
    const std::uint32_t taken = line.taken;
    std::uint32_t hooks = line.hooks;
    if (position.is_empty() &&
        (number == kCentre.row || (number == kCentre.row + kSide && opening == Opening::both)))
      hooks = 1U << kCentre.column;
    const std::uint32_t touching = hooks | taken | taken >> 1U | 1U << kSide;
    // A hook before a tile is part of what is found from that tile's run.
    for (std::uint32_t starts = (taken | hooks) & ~(taken >> 1U); starts != 0; starts &= starts - 1) {
      const int place = std::countr_zero(starts);
      const int room = place + std::countr_zero(touching >> (place + 1));
      if (!visit(Start{number, static_cast<std::uint8_t>(place), static_cast<std::uint8_t>(room)})) return;
    }
  }
}

/// Tells every play to a sink: take(points, first, last, kept, strip). The sink's `line` is set before.
template <class Sink>
class Search {
 public:
  Search(const Position& position, const RackTable& rack, Sink& sink)
      : graph_(position.graph().words), root_(position.graph().root), rack_(rack), sink_(sink) {}

  /// Finds the plays that touch old tiles last at a start.
  void search(const Line& line, const Start& start) {
    line_ = &line;
    sink_.line = start.line;
    room_ = start.room;
    if (line.letters[start.place] != 0) {
      from_run(start.place);
    } else {
      from_hook(start.place);
    }
  }

 private:
  // Calls one of three copies of the search, each for so many blanks in hand.
  template <class Action>
  void with_blanks(Action action) {
    switch (rack_.blanks) {
      case 0:
        return action.template operator()<0>();
      case 1:
        return action.template operator()<1>();
      default:
        return action.template operator()<2>();
    }
  }

  void from_hook(int place) {
    prepare(place, 0, place);
    with_blanks([this, place]<int Blanks>() { first_left<Blanks>(root_, place); });
  }

  void from_run(int last) {
    std::uint32_t node = root_;
    int before = last;
    int points = 0;
    for (; before >= 0 && line_->letters[static_cast<std::size_t>(before)] != 0; --before) {
      node = follow(node, line_->letters[static_cast<std::size_t>(before)]);
      if (node == 0) return;
      points += line_->values[static_cast<std::size_t>(before)];
    }
    prepare(last, points, before);
    first_ = before + 1;
    left_factor_ = 1;
    left_points_ = points;
    with_blanks([this, node, before]<int Blanks>() {
      if ((graph_[node] & Graph::kTurn) != 0 && room_ > last_) {
        const std::uint32_t turned = graph_[node + 1];
        right<Blanks>(turned, graph_[turned], last_ + 1, rack_.all(), 0);
      }
      if (before >= 0) first_left<Blanks>(node, before);
    });
  }

  // A single tile that makes words both ways was found across already.
  template <int Blanks>
  void first_left(std::uint32_t node, int place) {
    const bool crossing = (line_->factors[static_cast<std::size_t>(place)] >> 16) != 0;
    if (sink_.line >= kSide && crossing) {
      left<Blanks, true>(node, graph_[node], place, rack_.all(), 0);
    } else {
      left<Blanks, false>(node, graph_[node], place, rack_.all(), 0);
    }
  }

  // What the word is worth when it reaches from `last` back to each free place, from `place` on.
  void prepare(int last, int points, int place) {
    last_ = last;
    int factor = 1;
    for (int left = 0; left < kRackSize && place >= 0; ++left) {
      const auto at = static_cast<std::size_t>(place);
      points += line_->side[at];
      factor *= line_->word_factor[at];
      int next = place - 1;
      for (; next >= 0 && line_->letters[static_cast<std::size_t>(next)] != 0; --next)
        points += line_->values[static_cast<std::size_t>(next)];
      points_[at] = points;
      factor_[at] = factor;
      begin_[at] = next + 1;
      place = next;
    }
    factor = 1;
    for (int right = last + 1; right <= room_; ++right) {
      factor *= line_->word_factor[static_cast<std::size_t>(right)];
      right_factor_[static_cast<std::size_t>(right)] = factor;
    }
  }

  std::uint32_t follow(std::uint32_t node, unsigned letter) const {
    const std::uint32_t head = graph_[node];
    const std::uint32_t bit = 1U << letter;
    return (head & bit) != 0 ? child(node, head, bit) : 0;
  }
  std::uint32_t child(std::uint32_t node, std::uint32_t head, std::uint32_t bit) const {
    return graph_[node + 1 + static_cast<std::uint32_t>(std::popcount(head & (bit - 1)))];
  }

  // Fills a free place left of all so far. Once: the first tile alone is no play.
  template <int Blanks, bool Once>
  void left(std::uint32_t node, std::uint32_t head, int place, std::uint32_t kept, int points) {
    const auto at = static_cast<std::size_t>(place);
    const std::uint32_t naturals = rack_.letters[kept];
    std::uint32_t ways = head & line_->fits[at + 1];
    if constexpr (Blanks == 0) ways &= naturals;
    const int begin = begin_[at];
    const int factors = line_->factors[at];
    for (; ways != 0; ways &= ways - 1) {
      const std::uint32_t bit = ways & (0 - ways);
      const auto letter = static_cast<unsigned>(std::countr_zero(ways));
      std::uint32_t next = child(node, head, bit);
      if (begin != place) {
        for (int old = place - 1; old >= begin && next != 0; --old)
          next = follow(next, line_->letters[static_cast<std::size_t>(old)]);
        if (next == 0) continue;
      }
      if (Blanks == 0 || (naturals & bit) != 0) {
        strip_[at] = static_cast<Tile>(letter | kLetterMark);
        placed_left<Blanks, Once>(next, place, begin, kept - rack_.weights[letter],
                                  points + kValues[letter] * factors);
      }
      if constexpr (Blanks > 0) {
        strip_[at] = static_cast<Tile>(letter | kBlankMark);
        placed_left<Blanks - 1, Once>(next, place, begin, kept - 1, points);
      }
    }
  }

  template <int Blanks, bool Once>
  [[gnu::always_inline]] void placed_left(std::uint32_t node, int place, int begin, std::uint32_t kept,
                                          int points) {
    const std::uint32_t head = graph_[node];
    const std::uint32_t naturals = rack_.letters[kept];
    const auto at = static_cast<std::size_t>(place);
    if (!Once && (head & Graph::kEnds) != 0) record(points + points_[at], factor_[at], begin, last_, kept);
    if ((head & Graph::kTurn) != 0 && room_ > last_) {
      const std::uint32_t turned = graph_[node + 1];
      const std::uint32_t turned_head = graph_[turned];
      if ((Blanks > 0 || (turned_head & naturals) != 0)) {
        first_ = begin;
        left_factor_ = factor_[at];
        left_points_ = points_[at];
        right<Blanks>(turned, turned_head, last_ + 1, kept, points);
      }
    }
    const std::uint32_t ways = head & line_->fits[static_cast<std::size_t>(begin)];
    if ((Blanks > 0 ? ways : ways & naturals) != 0) left<Blanks, false>(node, head, begin - 1, kept, points);
  }

  // Fills the next place to the right, where nothing touches.
  template <int Blanks>
  void right(std::uint32_t node, std::uint32_t head, int place, std::uint32_t kept, int points) {
    const auto at = static_cast<std::size_t>(place);
    const std::uint32_t naturals = rack_.letters[kept];
    std::uint32_t ways = head & Graph::kLetters;
    if constexpr (Blanks == 0) ways &= naturals;
    const int factors = line_->factors[at];
    for (; ways != 0; ways &= ways - 1) {
      const std::uint32_t bit = ways & (0 - ways);
      const auto letter = static_cast<unsigned>(std::countr_zero(ways));
      const std::uint32_t next = child(node, head, bit);
      if (Blanks == 0 || (naturals & bit) != 0) {
        strip_[at] = static_cast<Tile>(letter | kLetterMark);
        placed_right<Blanks>(next, place, kept - rack_.weights[letter], points + kValues[letter] * factors);
      }
      if constexpr (Blanks > 0) {
        strip_[at] = static_cast<Tile>(letter | kBlankMark);
        placed_right<Blanks - 1>(next, place, kept - 1, points);
      }
    }
  }

  template <int Blanks>
  [[gnu::always_inline]] void placed_right(std::uint32_t node, int place, std::uint32_t kept, int points) {
    const std::uint32_t head = graph_[node];
    if ((head & Graph::kEnds) != 0)
      record(points + left_points_, left_factor_ * right_factor_[static_cast<std::size_t>(place)], first_,
             place, kept);
    if (place == room_) return;
    if (((Blanks > 0 ? head & Graph::kLetters : head & rack_.letters[kept])) != 0)
      right<Blanks>(node, head, place + 1, kept, points);
  }

  [[gnu::always_inline]] void record(int points, int factor, int first, int last, std::uint32_t kept) {
    const int total = (points & 0xffff) * factor + (points >> 16) + rack_.extra[kept];
    sink_.take(total, first, last, kept, strip_);
  }

  const std::uint32_t* graph_;
  std::uint32_t root_;
  const RackTable& rack_;
  Sink& sink_;
  const Line* line_ = nullptr;
  int last_ = 0;   // the last place of the run or hook
  int room_ = 0;   // the last place to the right that touches nothing
  int first_ = 0;  // of the word, while going right
  int left_factor_ = 1;
  int left_points_ = 0;
  // By the place of the last tile laid to the left:
  std::array<int, kSide> points_ = {};        // of old tiles so far, crossing words in the upper half
  std::array<int, kSide> factor_ = {};        // of the word so far
  std::array<int, kSide> begin_ = {};         // of the word: behind it come old tiles
  std::array<int, kSide> right_factor_ = {};  // of the places to the right, by the last one
  std::array<Tile, 16> strip_ = {};           // the tiles laid, by place
};

}  // namespace games::scrabble
