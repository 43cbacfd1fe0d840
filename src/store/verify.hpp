// Whether a game that was exported was fair (docs/formats/journal.md, "Verifying").
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/any.hpp"
#include "store/journal.hpp"

namespace store {

/// A finished game as a file tells it.
struct Claim {
  StoredTable table;  ///< with its closing; without the times of its acts, which decide nothing
  base::Key salt{};
  base::Key commitment{};
  std::optional<std::string> position{};  ///< how it stood in the end
};

/// Reads what `to_json` writes, one game or a list of them. Code::malformed says why one is none of a
/// finished game.
std::vector<base::Result<Claim>> read_claims(std::string_view json);

/// Commitment, deal, every move and the result. Code::corrupt says what is wrong; Code::other_kit if the game
/// cannot be replayed with these words or rules.
base::Result<void> verify(const games::Kits& kits, const Claim& claim);

}  // namespace store
