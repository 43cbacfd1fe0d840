// Who sits where at tables that go on.
#include "store/postgres/seats.hpp"

#include <array>

#include "store/postgres/reader.hpp"
#include "table/accounts.hpp"

namespace store::postgres {
namespace {

template <std::size_t N>
Values texts_of(const std::array<List, N>& lists) {
  Values values;
  for (const auto& list : lists) values.emplace_back(list.text());
  return values;
}

}  // namespace

void SeatChanges::add(const Record& record) {
  if (const auto* header = std::get_if<Header>(&record)) {
    for (std::size_t seat = 0; seat < header->chairs.size(); ++seat)
      seated_[{header->table, static_cast<std::uint8_t>(seat)}] = header->chairs[seat];
  }
  if (const auto* entry = std::get_if<Entry>(&record);
      entry != nullptr && entry->text.starts_with(table::kName)) {
    const auto name = table::unescape_name(std::string_view(entry->text).substr(table::kName.size()));
    if (name) rename({entry->table, entry->who.value}, *name);
  }
  if (const auto* closing = std::get_if<Closing>(&record)) close(closing->table);
}

void SeatChanges::rename(const Place& place, const std::string& name) {
  const auto fresh = seated_.find(place);
  if (fresh == seated_.end()) {
    renamed_[place] = name;
  } else {
    fresh->second.name = name;
  }
}

/// One statement may not both change a row and take it away.
void SeatChanges::close(TableId table) {
  std::erase_if(seated_, [&](const auto& one) { return one.first.first == table; });
  std::erase_if(renamed_, [&](const auto& one) { return one.first.first == table; });
}

Values SeatChanges::seated() const {
  std::array<List, 6> lists;
  for (const auto& [place, chair] : seated_) {
    lists[0].add(static_cast<std::int64_t>(place.first.value));
    lists[1].add(static_cast<std::int64_t>(place.second));
    lists[2].add(std::string_view(chair.name));
    lists[3].add(std::string_view(table::account_key(chair.name)));
    lists[4].add(std::string_view(chair.address));
    lists[5].add(std::string_view(chair.protocol));
  }
  return texts_of(lists);
}

Values SeatChanges::renamed() const {
  std::array<List, 4> lists;
  for (const auto& [place, name] : renamed_) {
    lists[0].add(static_cast<std::int64_t>(place.first.value));
    lists[1].add(static_cast<std::int64_t>(place.second));
    lists[2].add(std::string_view(name));
    lists[3].add(std::string_view(table::account_key(name)));
  }
  return texts_of(lists);
}

Result<void> fill_seats(Connection& connection) {
  SeatChanges all;
  auto read = read_unfinished(
      connection, [&](const Record& record) { all.add(record); }, [](TableId, const base::Error&) {});
  if (!read) return read;
  const auto done = connection.run(
      "INSERT INTO seats (table_id, seat, name, key, address, protocol) SELECT * FROM "
      "unnest($1::bigint[], $2::smallint[], $3::text[], $4::text[], $5::text[], $6::text[])",
      all.seated());
  if (!done) return std::unexpected(done.error());
  return {};
}

}  // namespace store::postgres
