// Finished games as files.
#include "server/web/export.hpp"

#include "store/export_formats.hpp"
#include "store/finished.hpp"

namespace server::web {

Export export_from(const games::Kits& kits, store::Journal& journal) {
  return [&kits, &journal](base::TableId table, std::string_view format) -> base::Result<std::string> {
    const auto stored = store::read_finished(kits, journal, table);
    if (!stored) return std::unexpected(stored.error());
    if (format == "pgn") return store::to_pgn(kits, *stored);
    if (format == "gcg") return store::to_gcg(kits, *stored);
    return store::to_json(kits, *stored).text + '\n';
  };
}

}  // namespace server::web
