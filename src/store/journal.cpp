// The journal: what every keeper can do by what else it can.
#include "store/journal.hpp"

#include <map>

namespace store {

Result<std::optional<TableId>> Journal::read_piece(const Piece& piece, const TableVisitor& visit,
                                                   const OnDamage& on_damage) {
  std::map<TableId, StoredTable> tables;
  const auto collect = [&](const Record& record) {
    const auto id = table_of(record);
    const bool is_of_it = piece.shards.contains(cluster::shard_of(id)) && id > piece.after;
    if (!is_of_it || piece.but.contains(id)) return;
    if (const auto* header = std::get_if<Header>(&record)) tables[id].header = *header;
    if (const auto* entry = std::get_if<Entry>(&record)) tables[id].entries.push_back(*entry);
  };
  if (auto read = read_unfinished(collect, on_damage); !read) return std::unexpected(std::move(read).error());
  std::size_t visited = 0;
  for (const auto& [id, stored] : tables) {
    visit(stored);
    if (++visited == piece.most) return id;
  }
  return std::nullopt;
}

}  // namespace store
