// Walking the word graph along the lines of a position.
#include "games/scrabble/generator.hpp"

#include <algorithm>
#include <bit>

#include "games/scrabble/rack_table.hpp"

namespace games::scrabble {
namespace {

constexpr Tile kLetterMark = 0x40;  // letter number 1 to 'A'
constexpr Tile kBlankMark = 0x60;   // letter number 1 to 'a'

// Every play touches old tiles: it goes through runs of them in its line or fills hooks (free places with a
// tile beside them). It is found from the last run or hook that it touches: first leftwards over whatever
// there is, then rightwards over places that touch nothing.
template <class Sink>
class Search {
 public:
  Search(const Position& position, const RackTable& rack, Sink& sink)
      : graph_(position.graph().words), root_(position.graph().root), rack_(rack), sink_(sink) {}

  void search_line(const Line& line, std::uint8_t number, std::uint32_t hooks) {
    line_ = &line;
    sink_.line = number;
    const std::uint32_t taken = line.taken;
    const std::uint32_t touching = hooks | taken | taken >> 1U | 1U << kSide;
    std::uint32_t turns = (taken | hooks) & ~(taken >> 1U);
    for (; turns != 0 && !sink_.is_done(); turns &= turns - 1) {
      const int place = std::countr_zero(turns);
      room_ = place + std::countr_zero(touching >> (place + 1));
      if ((taken >> place & 1U) != 0) {
        from_run(place);
      } else {
        from_hook(place);
      }
    }
  }

 private:
  void from_hook(int place) {
    prepare(place, 0, place);
    const std::uint32_t head = graph_[root_];
    const bool once = sink_.line >= kSide && (line_->factors[static_cast<std::size_t>(place)] >> 16) != 0;
    switch (rack_.blanks) {
      case 0:
        return once ? left<0, true>(root_, head, place, rack_.all(), 0)
                    : left<0, false>(root_, head, place, rack_.all(), 0);
      case 1:
        return once ? left<1, true>(root_, head, place, rack_.all(), 0)
                    : left<1, false>(root_, head, place, rack_.all(), 0);
      default:
        return once ? left<2, true>(root_, head, place, rack_.all(), 0)
                    : left<2, false>(root_, head, place, rack_.all(), 0);
    }
  }

  void from_run(int last) {
    std::uint32_t node = root_;
    int first = last;
    int points = 0;
    for (; first >= 0 && line_->letters[static_cast<std::size_t>(first)] != 0; --first) {
      node = follow(node, line_->letters[static_cast<std::size_t>(first)]);
      if (node == 0) return;
      points += line_->values[static_cast<std::size_t>(first)];
    }
    switch (rack_.blanks) {
      case 0:
        return around_run<0>(node, first, last, points);
      case 1:
        return around_run<1>(node, first, last, points);
      default:
        return around_run<2>(node, first, last, points);
    }
  }

  template <int Blanks>
  void around_run(std::uint32_t node, int before, int last, int points) {
    const std::uint32_t head = graph_[node];
    prepare(last, points, before);
    if ((head & Graph::kTurn) != 0 && room_ > last) {
      first_ = before + 1;
      left_factor_ = 1;
      left_points_ = points;
      const std::uint32_t turned = graph_[node + 1];
      right<Blanks>(turned, graph_[turned], last + 1, rack_.all(), 0);
    }
    if (before < 0 || (head & line_->fits[static_cast<std::size_t>(before) + 1]) == 0) return;
    const bool once = sink_.line >= kSide && (line_->factors[static_cast<std::size_t>(before)] >> 16) != 0;
    if (once) {
      left<Blanks, true>(node, head, before, rack_.all(), 0);
    } else {
      left<Blanks, false>(node, head, before, rack_.all(), 0);
    }
  }

  // What covering the places from `place` on down to each free place costs and brings.
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
  std::array<int, kSide> points_ = {};
  std::array<int, kSide> factor_ = {};
  std::array<int, kSide> begin_ = {};
  std::array<int, kSide> right_factor_ = {};
  std::array<Tile, 16> strip_ = {};
};

[[gnu::always_inline]] inline void fill(Play& play, int points, int first, int last, std::uint8_t line,
                                        std::uint32_t kept, const std::array<Tile, 16>& strip) {
  play.tiles = strip;
  play.points = static_cast<std::int16_t>(points);
  play.first = static_cast<std::uint8_t>(first);
  play.last = static_cast<std::uint8_t>(last);
  play.line = line;
  play.kept = static_cast<std::uint8_t>(kept);
}

// Takes every play.
class Collector {
 public:
  explicit Collector(std::vector<Play>& plays) : plays_(plays) {}

  static bool is_done() { return false; }
  [[gnu::always_inline]] void take(int points, int first, int last, std::uint32_t kept,
                                   const std::array<Tile, 16>& strip) {
    if (next_ == end_) grow();
    fill(*next_++, points, first, last, line, kept, strip);
  }
  void finish() { plays_.resize(static_cast<std::size_t>(next_ - plays_.data())); }

  std::uint8_t line = 0;

 private:
  [[gnu::noinline]] void grow() {
    const auto size = static_cast<std::size_t>(next_ - plays_.data());
    plays_.resize(std::max<std::size_t>(1024, size * 2));
    next_ = plays_.data() + size;
    end_ = plays_.data() + plays_.size();
  }

  std::vector<Play>& plays_;
  Play* next_ = plays_.data();  // a buffer that was used before is overwritten
  Play* end_ = plays_.data() + plays_.size();
};

// Keeps the first of the plays with the most points.
struct Champion {
  static bool is_done() { return false; }
  [[gnu::always_inline]] void take(int points, int first, int last, std::uint32_t kept,
                                   const std::array<Tile, 16>& strip) {
    if (points > best.points) fill(best, points, first, last, line, kept, strip);
  }

  std::uint8_t line = 0;
  Play best = {.tiles = {}, .points = -1, .first = 0, .last = 0, .line = 0, .kept = 0};
};

// Wants to know only whether there is a play.
struct Witness {
  bool is_done() const { return found; }
  void take(int, int, int, std::uint32_t, const std::array<Tile, 16>&) { found = true; }

  std::uint8_t line = 0;
  bool found = false;
};

template <class Sink>
void search(const Position& position, const RackTable& rack, Opening opening, Sink& sink) {
  Search<Sink> search(position, rack, sink);
  for (const Direction direction : {Direction::across, Direction::down})
    for (int number = 0; number < kSide; ++number) {
      const Line& line = position.line(direction, number);
      std::uint32_t hooks = line.hooks;
      if (position.is_empty() && number == kCentre.row &&
          (direction == Direction::across || opening == Opening::both))
        hooks = 1U << kCentre.column;
      if ((hooks | line.taken) == 0) continue;
      search.search_line(
          line, static_cast<std::uint8_t>(number + (direction == Direction::across ? 0 : kSide)), hooks);
    }
}

}  // namespace

void generate(const Position& position, const Rack& rack, Opening opening, std::vector<Play>& plays) {
  const RackTable table(rack);
  Collector collector(plays);
  search(position, table, opening, collector);
  collector.finish();
}

std::optional<Play> best_play(const Position& position, const Rack& rack) {
  const RackTable table(rack);
  Champion champion;
  search(position, table, Opening::across, champion);
  if (champion.best.points < 0) return std::nullopt;
  return champion.best;
}

bool can_play(const Position& position, const Rack& rack) {
  const RackTable table(rack);
  Witness witness;
  search(position, table, Opening::across, witness);
  return witness.found;
}

}  // namespace games::scrabble
