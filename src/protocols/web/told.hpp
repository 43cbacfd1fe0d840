// What a client reads out of STATE and log (docs/formats/web.md): views, and what happened between two of
// them.
#pragma once

#include <boost/json/object.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/all.hpp"
#include "games/any.hpp"

namespace protocols::web {

/// Labels of the log for those who end a game otherwise than by a move, by their own doing or not.
inline constexpr std::string_view kLeft = "left";
inline constexpr std::string_view kTimeUp = "ran out of time";
inline constexpr std::string_view kResigned = "resigned";

/// A line of the log: what one act was.
struct LogLine {
  std::uint64_t seq = 0;
  base::Seat who;
  std::string text;   ///< the move in notation; empty where not everybody may know it
  std::string label;  ///< for people
  std::optional<int> points{};
  int takes_back = 0;  ///< how many moves before it no longer stand

  bool is_time_up() const { return label == kTimeUp; }
};

/// All that was told of a table.
struct Told {
  std::size_t game = 0;  ///< in games::All
  std::string options;
  games::Viewer viewer;
  int seats = 0;
  std::vector<LogLine> log;
  boost::json::object state;
};

// What a stranger wrote is read with Boost's own checks, which throw; whoever calls these catches
// std::exception.

/// Code::malformed if no game can stand so.
base::Result<games::AnyView> read_view(const Told& told, const games::Kits& kits);
base::Result<games::chess::View> read_chess(const Told& told, const games::Kits& kits);
base::Result<games::scrabble::View> read_scrabble(const Told& told, const games::Kits& kits);
base::Result<games::spectrangle::View> read_spectrangle(const Told& told, const games::Kits& kits);
base::Result<games::shelfie::View> read_shelfie(const Told& told, const games::Kits& kits);

LogLine read_line(const boost::json::value& line);
std::vector<LogLine> read_log(const boost::json::value& lines);
std::optional<games::Outcome> read_outcome(const boost::json::value& outcome);
std::optional<base::Seat> read_seat(const boost::json::value& seat);
std::vector<int> read_numbers(const boost::json::value& numbers);

/// A view before an act and after it.
template <class View>
struct Between {
  const View& before;
  const View& after;
};

/// What the line tells, as the game's own events. Without the views around it only the act itself: what
/// followed from it (tiles drawn, the end) is not in the line. Empty for a line that tells of nothing in the
/// game.
std::vector<games::AnyEvent> read_events(std::size_t game, const LogLine& line);
std::vector<games::AnyEvent> read_events(const LogLine& line, const games::AnyView& before,
                                         const games::AnyView& after);

std::optional<games::chess::Event> read_chess_event(const LogLine& line);
std::optional<games::scrabble::Event> read_scrabble_event(const LogLine& line);
std::optional<games::spectrangle::Event> read_spectrangle_event(const LogLine& line);
std::optional<games::shelfie::Event> read_shelfie_event(const LogLine& line);

std::vector<games::chess::Event> complete(games::chess::Event act, Between<games::chess::View> views);
std::vector<games::scrabble::Event> complete(games::scrabble::Event act,
                                             Between<games::scrabble::View> views);
std::vector<games::spectrangle::Event> complete(games::spectrangle::Event act,
                                                Between<games::spectrangle::View> views);
std::vector<games::shelfie::Event> complete(const games::shelfie::Event& act,
                                            Between<games::shelfie::View> views);

/// How things look to somebody whose move was sent and is not yet answered: there is nothing to do.
games::AnyView while_asked(games::AnyView view, const games::AnyMove& move);

}  // namespace protocols::web
