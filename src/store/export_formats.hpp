// Games as other programs read them.
#pragma once

#include <optional>
#include <string>

#include "games/any.hpp"
#include "store/journal.hpp"

namespace store {

/// A table as one line of JSON (docs/formats/journal.md, "Export").
struct Json {
  std::string text;
  base::Result<void> replayed;  ///< why it does not say how the game stands, where it should
};
Json to_json(const games::Kits& kits, const StoredTable& stored);

/// How a game of Scrabble or Spectrangle stands, as one line; nothing of other games.
std::optional<std::string> position_of(const games::AnyState& state);

/// A chess game as PGN. Code::unknown_game if it is another game, Code::corrupt if its moves do not replay.
base::Result<std::string> to_pgn(const games::Kits& kits, const StoredTable& stored);

/// A game of Scrabble as GCG. Code::unknown_game if it is another game, Code::bad_seats if it is not of two,
/// else as table::replay.
base::Result<std::string> to_gcg(const games::Kits& kits, const StoredTable& stored);

}  // namespace store
