// What a player knows of where they are: made of notices, shown by the screen.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/play/clock_face.hpp"
#include "client/play/pictures.hpp"
#include "games/faces.hpp"
#include "protocols/query.hpp"

namespace client::play {

/// One line of what happened.
struct Line {
  enum class Kind : std::uint8_t { move, said, told, wrong };

  Kind kind;
  std::string text;

  friend bool operator==(const Line&, const Line&) = default;
};

struct Scene {
  enum class Stage : std::uint8_t {
    connecting,
    lobby,
    playing,
    over,
    lost,  ///< no connection, and none is being made
  };

  Stage stage = Stage::connecting;
  std::vector<std::string> players;  ///< by seat
  games::Viewer seat;
  std::string name{};  ///< the player's own
  std::optional<games::AnyView> view;
  Pictures pictures = Pictures::own;
  std::optional<games::Story> story;   ///< tells what happens in a game that is not drawn
  std::optional<games::AnyView> told;  ///< the view before what happens next, where notices have told one
  std::optional<table::Outcome> outcome;
  bool against_bots = false;            ///< all others are known to be such
  bool parted = false;                  ///< there is no other game with the same people
  std::optional<ClockFace> clock;       ///< the players' time, if it is counted
  std::optional<table::Offered> offer;  ///< that waits for its answer
  base::Time now{};                     ///< when the next notice is heard

  std::string lobby;
  std::vector<std::string> present;  ///< in the lobby; empty names: only how many
  int wanted = 0;                    ///< how many the game is for; 0: any number
  std::string rule;                  ///< of the clock there
  std::vector<table::Listed::Lobby> lobbies;
  std::shared_ptr<const table::Overview> overview;

  std::vector<Line> lines;    ///< what happened; the oldest are forgotten in the end
  bool connected = false;     ///< there is somebody at the other end
  bool understood = false;    ///< the server said something of the protocol
  bool name_refused = false;  ///< another name is needed before anything else
};

/// What somebody is told who finds their seat again.
inline constexpr std::string_view kBackInGame = "You are back in your game.";

/// Takes a notice in.
void hear(Scene& scene, const table::Notice& notice);
/// And what the server answers.
void hear(Scene& scene, const protocols::Answer& answer);

void add_line(Scene& scene, Line::Kind kind, std::string text);

/// How a game ended, as the player of that seat would say it.
std::string in_words(const table::Outcome& outcome, const std::vector<std::string>& players,
                     games::Viewer seat);

/// What became of an offer, as the player of that seat would say it.
std::string in_words(const table::Offered& offered, const std::vector<std::string>& players,
                     games::Viewer seat);

/// What somebody else wants after a game.
std::string in_words(const table::Wished& wished);

/// An error as a sentence with a capital letter and a full stop.
std::string in_words(const base::Error& error);
std::string as_sentence(std::string_view text);

}  // namespace client::play
