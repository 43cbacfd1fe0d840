// Finished games as files for those who visit the web listener.
#pragma once

#include "games/any.hpp"
#include "server/web/site.hpp"
#include "store/journal.hpp"

namespace server::web {

/// Only finished games: of a running one, players would learn too much. What is given must outlive what is
/// returned.
Export export_from(const games::Kits& kits, store::Journal& journal);

}  // namespace server::web
