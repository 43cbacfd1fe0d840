// Games as other programs read them.
#pragma once

#include <string>
#include <string_view>

#include "games/any.hpp"
#include "store/journal.hpp"

namespace store {

/// A table as one line of JSON (docs/formats/journal.md, "Export").
struct Json {
  std::string text;
  base::Result<void> replayed;  ///< why it does not say how the game stands, where it should
};
Json to_json(const games::Kits& kits, const StoredTable& stored);

/// A game in a format of its own (games::all_formats). Code::unknown_game if it is another game, or what the
/// writer says; else as table::replay.
base::Result<std::string> to_format(std::string_view format, const games::Kits& kits,
                                    const StoredTable& stored);

}  // namespace store
