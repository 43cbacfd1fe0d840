// A chess bot that looks a few moves ahead, alpha-beta over material and places, and may overlook some.
#pragma once

#include <span>

#include "base/rng.hpp"
#include "games/chess/rules.hpp"

namespace bots::chess::simple {

/// How much of the board a player sees.
struct Sight {
  int depth = 6;      ///< moves ahead, as far as the budget goes; captures are followed to their end
  int overlooks = 0;  ///< per cent of the near captures; of quiet and of distant moves more
};

/// One of the candidates, which must be legal moves of the view's viewer and not empty. The work is bounded
/// by a number of positions (a few tens of milliseconds), never by a clock, so the same rng gives the same
/// choice. It claims a draw only if it is losing, or if nothing else is among the candidates.
games::chess::Move choose(const games::chess::View& view, std::span<const games::chess::Move> candidates,
                          base::Rng& rng, Sight sight = {});

/// What the position is worth to the side to move once nobody wants to capture any more, in hundredths of a
/// pawn.
int settled_worth(const games::chess::State& state);

}  // namespace bots::chess::simple
