// What was done in a game since its beginning, and how it stood after each act.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "games/faces.hpp"
#include "table/messages.hpp"

namespace client::play {

class Chronicle {
 public:
  /// An act in words. The first step is the beginning, without any.
  struct Step {
    base::Seat who{};
    std::string label{};
    std::string text{};           ///< the move in notation; "" if it is none, or not known
    std::optional<int> points{};  ///< what it brought, in games with points
    int takes_back = 0;           ///< how many acts before it no longer stand
    std::optional<games::AnyView> view{};
  };

  /// A game begins that stands so.
  void begin(const table::Started& started);
  /// Something happened; with `words` for games that cannot be followed from their beginning.
  void note(const table::Happened& happened, const std::string& words);
  /// So it stands after the last act.
  void see(const games::AnyView& view);
  /// What happens from now on does not follow from what was noted: acts are told in other words.
  void lose_thread() { story_.reset(); }

  const std::string& game() const { return game_; }
  const std::string& options() const { return options_; }
  base::TableId table() const { return table_; }
  const std::vector<Step>& steps() const { return steps_; }
  /// Acts that were not taken back.
  std::vector<const Step*> standing() const;

 private:
  std::string game_;
  std::string options_;
  base::TableId table_{};
  std::optional<games::Story> story_;
  std::vector<Step> steps_;
};

/// The acts as a score sheet in lines of that width: a column for each seat, with points and their sum where
/// the game has any.
std::vector<std::string> write_sheet(const Chronicle& chronicle, std::span<const std::string> names,
                                     int columns);

}  // namespace client::play
