// The refusals that games have of their own, for those who name no game.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace games {

/// Those of one game; none if it has none, or there is no such game. Of all games for an empty name.
std::vector<base::Reason> refusals_of(std::string_view game);
/// The one of that word.
std::optional<base::Reason> find_refusal(std::string_view word);

}  // namespace games
