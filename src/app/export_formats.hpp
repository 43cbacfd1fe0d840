// Games as other programs read them.
#pragma once

#include <string>

#include "store/journal.hpp"

namespace app {

/// A table as one line of JSON (docs/formats/journal.md, "Export").
std::string to_json(const store::StoredTable& stored);

/// A chess game as PGN. Code::unknown_game if it is another game, Code::corrupt if its moves do not replay.
base::Result<std::string> to_pgn(const store::StoredTable& stored);

}  // namespace app
