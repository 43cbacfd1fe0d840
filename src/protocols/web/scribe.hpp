// What has happened at a table, as lines for people.
#pragma once

#include <optional>
#include <string_view>

#include "base/value.hpp"
#include "games/faces.hpp"
#include "table/messages.hpp"

namespace protocols::web {

/// Writes one line an act, in the game's own words. It follows the game from its beginning.
class Scribe {
 public:
  Scribe(std::string_view game, std::string_view options) : story_(game, options) {}

  /// Takes in an event. After the last one of an act `line` and `shown` tell of the act.
  void note(const table::Happened& happened);

  /// The number of acts so far.
  std::uint64_t seq() const { return seq_; }
  /// The line of the last act (docs/formats/web.md, `log`); null if there is nothing to say.
  const base::Value& line() const { return line_; }
  /// All lines so far.
  const base::List& lines() const { return lines_; }
  /// What a state after these acts shows of them.
  const base::Members& shown() const { return shown_; }

 private:
  games::Story story_;
  std::uint64_t seq_ = 0;
  std::optional<games::Line> said_;  ///< of the act that is not over yet
  base::Value line_;
  base::List lines_;
  base::Members shown_;
};

}  // namespace protocols::web
