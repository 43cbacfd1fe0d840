// A player of chess who lets others come through.
#pragma once

#include <span>

#include "games/any.hpp"

namespace bots::chess {

/// Takes nothing and ends nothing as long as there is another move, so that pawns of the other side reach the
/// last rank.
games::AnyMove choose_gently(const games::AnyView& view, std::span<const games::AnyMove> candidates,
                             base::Rng& rng);

}  // namespace bots::chess
