// Finished games as files.
#include "server/web/export.hpp"

#include "store/export_formats.hpp"
#include "store/finished.hpp"

namespace server::web {

Export export_from(const games::Kits& kits, store::Journal& journal, MayRecall may_recall) {
  return [&kits, &journal, may_recall = std::move(may_recall)](
             base::TableId table, std::string_view format,
             std::string_view browser) -> base::Result<std::string> {
    const auto stored = store::read_finished(kits, journal, table);
    if (!stored) return std::unexpected(stored.error());
    if (!may_recall(*stored, browser)) return store::no_finished(table);
    if (format == "json") return store::to_json(kits, *stored).text + '\n';
    return store::to_format(format, kits, *stored);
  };
}

}  // namespace server::web
