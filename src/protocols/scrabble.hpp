// What the two Scrabble protocols share: tables at which players of both sit.
#pragma once

#include "games/scrabble/refusals.hpp"
#include "protocols/all.hpp"

namespace protocols::scrabble {

/// Lobbies and queues of both protocols meet, and what is played is the common rule set
/// (docs/formats/scrabble-notation.md).
inline constexpr Switch kCommon{
    "scrabble-common", "scrabble-twente and scrabble-clarkson: players of both meet, by the common rules"};
inline constexpr std::string_view kCommonOptions = "rules=common";

/// See protocols::Sparring::excuse.
inline base::Error excuse(const games::AnyMove& /*move*/) {
  return {games::scrabble::Refusals::unknown_word, "that is no word in this house"};
}

}  // namespace protocols::scrabble
