// Finished games as files for those who visit the web listener.
#pragma once

#include "games/any.hpp"
#include "server/web/site.hpp"
#include "store/journal.hpp"

namespace server::web {

/// Whether a finished game is for that browser ("": for anybody).
using MayRecall = std::function<bool(const store::StoredTable& finished, std::string_view browser)>;

/// Only finished games: of a running one, players would learn too much. What is given must outlive what is
/// returned.
Export export_from(const games::Kits& kits, store::Journal& journal, MayRecall may_recall);

}  // namespace server::web
