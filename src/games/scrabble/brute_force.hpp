// The plainest move generator, for tests: tries every word on every square. Shares no code with the real one.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/scrabble/placing.hpp"

namespace games::scrabble::testing {

/// What can be laid, by notation, with its points.
using Placings = std::map<std::string, int>;

class BruteForce {
 public:
  BruteForce(const Lexicon& lexicon, const std::vector<std::string>& words) : lexicon_(lexicon) {
    for (const std::string& word : words) by_length_[word.size()].push_back({word, letters_of(word)});
  }

  Placings all(const Board& board, const Rack& rack) const {
    Placings found;
    for (const Direction direction : {Direction::across, Direction::down})
      for (int line = 0; line < kSide; ++line)
        for (int first = 0; first < kSide; ++first)
          for (int last = first + 1; last < kSide; ++last)
            try_span(board, rack, direction, line, first, last, found);
    return found;
  }

 private:
  void try_span(const Board& board, const Rack& rack, Direction direction, int line, int first, int last,
                Placings& found) const {
    if (board.has(square_at(direction, line, first - 1)) || board.has(square_at(direction, line, last + 1)))
      return;
    std::string old;
    int free = 0;
    for (int place = first; place <= last; ++place) {
      old.push_back(board[square_at(direction, line, place)]);
      free += old.back() == kNone ? 1 : 0;
    }
    if (free == 0 || free > rack.size()) return;
    const std::uint32_t at_hand = letters_of(rack.tiles()) | letters_of(old);
    const auto blanks = std::ranges::count(rack.tiles(), kBlank);
    for (const auto& [word, letters] : by_length_[old.size()])
      if (std::popcount(letters & ~at_hand) <= blanks && fits(word, old, rack))
        lay(board, rack, square_at(direction, line, first), direction, old, word, 0, found);
  }

  static std::uint32_t letters_of(std::string_view text) {
    std::uint32_t letters = 0;
    for (const Tile tile : text)
      if (index_of(tile) != 0) letters |= 1U << index_of(tile);
    return letters;
  }

  static bool fits(const std::string& word, const std::string& old, const Rack& rack) {
    std::array<int, 128> left{};
    for (const Tile tile : rack.tiles()) ++left[static_cast<std::size_t>(tile)];
    int missing = 0;
    for (std::size_t at = 0; at < word.size(); ++at) {
      if (old[at] != kNone) {
        if (to_upper(old[at]) != word[at]) return false;
      } else if (--left[static_cast<std::size_t>(word[at])] < 0 && ++missing > left[kBlank]) {
        return false;
      }
    }
    return true;
  }

  // Every choice of which new tiles are blanks.
  void lay(const Board& board, const Rack& rack, Square start, Direction direction, const std::string& old,
           std::string word, std::size_t at, Placings& found) const {
    for (; at < word.size(); ++at) {
      if (old[at] != kNone) {
        word[at] = old[at];
        continue;
      }
      std::string blanked = word;
      blanked[at] = to_lower(word[at]);
      if (rack.tiles().find(kBlank) != std::string_view::npos)
        lay(board, rack, start, direction, old, blanked, at + 1, found);
    }
    const auto placing = check_placing(board, rack, lexicon_, place_move(start, direction, word).value());
    if (placing) found[write_move(placing->move)] = placing->points;
  }

  const Lexicon& lexicon_;
  std::array<std::vector<std::pair<std::string, std::uint32_t>>, kSide + 1> by_length_;
};

}  // namespace games::scrabble::testing
