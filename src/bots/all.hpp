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

/// The bot of that level for that game; the strongest if the level is "". nullptr if there is none.
const Bot* find(std::string_view game, std::string_view level);

}  // namespace bots
