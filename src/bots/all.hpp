// Which bots there are. A bot sees only a view, so it cannot cheat. A new one is a file and a row in all.cpp.
#pragma once

#include <span>
#include <string_view>

#include "games/any.hpp"

namespace bots {

struct Bot {
  std::string_view game;   ///< "" for one that plays every game
  std::string_view level;  ///< its name on the command line
  std::string_view about;  ///< a line for people
  /// Picks one of the candidates, of which there is at least one.
  games::AnyMove (*choose)(const games::AnyView& view, std::span<const games::AnyMove> candidates,
                           base::Rng& rng);
  /// Whether it takes a draw that is offered; nullptr: never.
  bool (*takes_draw)(const games::AnyView& view) = nullptr;
};

/// All bots; those of one game stand from weak to strong.
std::span<const Bot> all();

/// Those that were made for that game, from weak to strong.
std::span<const Bot> made_for(std::string_view game);

/// The bot of that level for that game; nullptr if there is none. Games that go on ask for it by the name
/// that their journal has, so no name may go.
const Bot* find(std::string_view game, std::string_view level);

/// Whom to play against if nothing else was said: the one in the middle of those made for the game, the
/// weaker of two.
const Bot& usual(std::string_view game);

const Bot& strongest(std::string_view game);

}  // namespace bots
