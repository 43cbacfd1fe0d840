// What has happened at a table, as lines for people.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "games/chess/position.hpp"
#include "protocols/web/state.hpp"
#include "table/messages.hpp"

namespace protocols::web {

/// Writes one line an act. It follows the game from its beginning, since some games name moves by the
/// position.
class Scribe {
 public:
  /// At the beginning of a game of this kind.
  Scribe(std::size_t game, std::string_view options);

  /// Takes in an event. After the last one of an act `line` and `last` tell of the act.
  void note(const table::Happened& happened);

  /// The number of acts so far.
  std::uint64_t seq() const { return seq_; }
  /// The JSON of the line of the last act (docs/formats/web.md, `log`); empty if there is nothing to say.
  const std::string& line() const { return line_; }
  /// All lines so far.
  const std::vector<std::string>& lines() const { return lines_; }
  /// What a state after these acts shows of them.
  const Past& past() const { return past_; }

 private:
  struct Words {
    std::string text;   ///< the move in notation; empty if not everybody may know it
    std::string label;  ///< for people
    std::optional<int> points{};
    int takes_back = 0;  ///< how many moves before this line no longer stand
  };

  std::optional<Words> words_of(const games::chess::Event& event);
  Words take_back(int plies);
  void follow(const games::chess::Move& move);
  std::optional<Words> words_of(const games::scrabble::Event& event);
  std::optional<Words> words_of(const games::spectrangle::Event& event);
  std::optional<Words> words_of(const games::shelfie::Event& event);

  games::chess::Position start_ = games::chess::start_position();  ///< of chess
  games::chess::Position chess_ = start_;
  std::vector<games::chess::Move> moves_;  ///< of chess, all that stand
  std::uint64_t seq_ = 0;
  std::optional<Words> words_;
  std::vector<std::string> leftovers_;  ///< of Scrabble: seat and points for tiles left, as JSON
  std::string line_;
  std::vector<std::string> lines_;
  Past past_;
};

}  // namespace protocols::web
