// What a client was told of a table, and the view that it makes of that (docs/formats/web.md).
#pragma once

#include <string>
#include <vector>

#include "base/value.hpp"
#include "games/faces.hpp"

namespace protocols::web {

/// All that was told of a table.
struct Told {
  std::string game;
  std::string options;
  games::Viewer viewer;
  int seats = 0;
  std::vector<games::LogLine> log;
  base::Value state;
};

/// The document's rule: each member of the patch as a whole.
void merge(const base::Value& patch, base::Value& state);

/// Code::malformed if no game can stand so. Throws Nonsense (reading.hpp) where STATE lacks what it must
/// have.
base::Result<games::AnyView> read_view(const Told& told, const games::Kits& kits);

}  // namespace protocols::web
