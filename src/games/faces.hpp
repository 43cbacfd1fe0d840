// How any game of the list is shown, told in words and read back: what protocols for people call.
#pragma once

#include <boost/core/noncopyable.hpp>
#include <memory>
#include <string_view>
#include <vector>

#include "games/any.hpp"
#include "games/face.hpp"

namespace games {

/// Whether seats are White's and Black's (games::HasColors); false of an unknown game.
bool has_colors(std::string_view game);

/// Whether players may resign, agree on a draw and on taking moves back (games::HasOffers).
bool has_offers(std::string_view game);

/// Whether lobbies keep their name and people while these play (games::HasStandingLobbies).
bool has_standing_lobbies(std::string_view game);

/// Tells of a game in words. It follows the game from its beginning, since some name moves by the position.
class Story {
 public:
  /// At the beginning of a game of that name, which there must be.
  Story(std::string_view game, std::string_view options);

  Line note(const AnyEvent& event) { return teller_->note(event); }

  /// Knows which game it is.
  class Teller : boost::noncopyable {
   public:
    virtual ~Teller() = default;
    virtual Line note(const AnyEvent& event) = 0;
  };

 private:
  std::unique_ptr<Teller> teller_;
};

/// Code::malformed if no game can stand so, or somebody is named who does not sit there; Code::unknown_game.
Result<AnyView> read_view(const Kits& kits, std::string_view game, const Description& told);

/// What the line tells, as the game's own events. Without the views around it only the act itself: what
/// followed from it (tiles drawn, the end) is not in the line. Empty for a line that tells of nothing in the
/// game.
std::vector<AnyEvent> read_events(std::string_view game, const LogLine& line);
std::vector<AnyEvent> read_events(const LogLine& line, const AnyView& before, const AnyView& after);

/// How things look to somebody whose move was sent and is not yet answered: there is nothing to do.
AnyView while_asked(const AnyView& view, Seat asker, const AnyMove& move);

/// What the move would bring to who sees this, or why it would be refused. Code::not_at_table where there is
/// nothing to try (games::HasPreviews).
Result<base::Members> preview(const AnyView& view, std::string_view move);

}  // namespace games
