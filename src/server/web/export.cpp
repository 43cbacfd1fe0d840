// Finished games as files.
#include "server/web/export.hpp"

#include <fmt/format.h>

#include "store/export_formats.hpp"

namespace server::web {

Export export_from(const games::Kits& kits, store::Journal& journal) {
  return [&kits, &journal](base::TableId table, std::string_view format) -> base::Result<std::string> {
    const auto stored = journal.read(table);
    if (!stored || !stored->closing) {
      return base::fail(base::Code::storage,
                        fmt::format("there is no finished game of the number {}", table.value));
    }
    if (format == "pgn") return store::to_pgn(kits, *stored);
    if (format == "gcg") return store::to_gcg(kits, *stored);
    return store::to_json(kits, *stored).text + '\n';
  };
}

}  // namespace server::web
