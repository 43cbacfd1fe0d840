// The move generator: what becomes of the plays that the search finds.
#include "games/scrabble/generator.hpp"

#include <algorithm>

#include "games/scrabble/bounds.hpp"
#include "games/scrabble/rack_table.hpp"
#include "games/scrabble/search.hpp"

namespace games::scrabble {
namespace {

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
  [[gnu::always_inline]] void take(int points, int first, int last, std::uint32_t kept,
                                   const std::array<Tile, 16>& strip) {
    if (points > best.points) fill(best, points, first, last, line, kept, strip);
  }

  std::uint8_t line = 0;
  Play best = {.tiles = {}, .points = -1, .first = 0, .last = 0, .line = 0, .kept = 0};
};

// Wants to know only whether there is a play.
struct Witness {
  void take(int, int, int, std::uint32_t, const std::array<Tile, 16>&) { found = true; }

  std::uint8_t line = 0;
  bool found = false;
};

struct BoundedStart {
  int bound;
  Start start;
};

}  // namespace

void generate(const Position& position, const Rack& rack, Opening opening, std::vector<Play>& plays) {
  const RackTable table(rack);
  Collector collector(plays);
  Search<Collector> search(position, table, collector);
  visit_starts(position, opening, [&](const Start& start) {
    search.search(line_of(position, start), start);
    return true;
  });
  collector.finish();
}

// Starts that could bring most come first, so that most of the others need not be searched.
std::optional<Play> best_play(const Position& position, const Rack& rack) {
  const Bounds bounds(rack);
  std::vector<BoundedStart> starts;
  starts.reserve(128);
  visit_starts(position, Opening::across, [&](const Start& start) {
    starts.push_back({bounds.of(line_of(position, start), start), start});
    return true;
  });
  std::ranges::sort(starts, std::ranges::greater{}, &BoundedStart::bound);
  const RackTable table(rack);
  Champion champion;
  Search<Champion> search(position, table, champion);
  for (const auto& [bound, start] : starts) {
    if (bound <= champion.best.points) break;
    search.search(line_of(position, start), start);
  }
  if (champion.best.points < 0) return std::nullopt;
  return champion.best;
}

bool can_play(const Position& position, const Rack& rack) {
  const RackTable table(rack);
  Witness witness;
  Search<Witness> search(position, table, witness);
  visit_starts(position, Opening::across, [&](const Start& start) {
    search.search(line_of(position, start), start);
    return !witness.found;
  });
  return witness.found;
}

}  // namespace games::scrabble
