// Records on their way into PostgreSQL.
#include "store/postgres/batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "store/options_column.hpp"

namespace store::postgres {
namespace {

/// The lock on the node's row lasts until the commit: who raises the epoch waits for it, and whoever comes
/// later finds no row. FOR KEY SHARE would not do: it does not conflict with raising the epoch.
constexpr std::string_view kFence =
    "WITH me AS MATERIALIZED (SELECT 1 FROM nodes WHERE id = $1 AND epoch = $2 FOR SHARE)";

constexpr std::string_view kEntries =
    "unnest($3::bigint[], $4::int[], $5::bigint[], $6::smallint[], $7::bigint[], $8::bigint[], $9::text[]) "
    "AS u(table_id, seq, at, who, charged, forgiven, text)";
constexpr std::string_view kHeaders =
    "unnest($10::bigint[], $11::text[], $12::text[], $13::bigint[], $14::int[], $15::text[], $16::bigint[], "
    "$17::bigint[], $18::text[], $19::text[], $20::text[]) "
    "AS u(id, game, options, seed, revision, chairs, opened, closed, outcome, lobby, clock)";
constexpr std::string_view kClosings =
    "unnest($21::bigint[], $22::bigint[], $23::text[]) AS u(id, closed, outcome)";
constexpr std::string_view kSeats =
    "unnest($24::bigint[], $25::smallint[], $26::text[], $27::text[], $28::text[], $29::text[]) "
    "AS u(table_id, seat, name, key, address, protocol)";
constexpr std::string_view kNames =
    "unnest($30::bigint[], $31::smallint[], $32::text[], $33::text[]) AS u(table_id, seat, name, key)";

const std::string& entries_statement() {
  static const auto sql = fmt::format(
      "{} INSERT INTO entries (table_id, seq, at, who, charged, forgiven, text) SELECT u.* FROM me, {}",
      kFence, kEntries);
  return sql;
}

const std::string& whole_statement() {
  static const auto sql = fmt::format(
      "{}, h AS (INSERT INTO tables (id, game, options, seed, revision, chairs, opened, closed, outcome, "
      "lobby, "
      "clock) SELECT u.* FROM me, {} RETURNING 1), "
      "e AS (INSERT INTO entries (table_id, seq, at, who, charged, forgiven, text) SELECT u.* FROM me, {} "
      "RETURNING 1), "
      "c AS (UPDATE tables SET closed = u.closed, outcome = u.outcome FROM me, {} WHERE tables.id = u.id "
      "RETURNING 1), "
      "s AS (INSERT INTO seats (table_id, seat, name, key, address, protocol) SELECT u.* FROM me, {}), "
      "n AS (UPDATE seats SET name = u.name, key = u.key FROM me, {} WHERE (seats.table_id, seats.seat) = "
      "(u.table_id, u.seat)), "
      "g AS (DELETE FROM seats USING me WHERE table_id = ANY($21::bigint[])) "
      "SELECT (SELECT count(*) FROM me), (SELECT count(*) FROM h), (SELECT count(*) FROM e), (SELECT "
      "count(*) "
      "FROM c)",
      kFence, kHeaders, kEntries, kClosings, kSeats, kNames);
  return sql;
}

/// As the whole statement, but only counts what is there, to the word.
const std::string& look_statement() {
  static const auto sql = fmt::format(
      "{} SELECT (SELECT count(*) FROM me), "
      "(SELECT count(*) FROM tables t JOIN {} ON t.id = u.id AND (t.game, t.options, t.seed, t.chairs, "
      "t.opened) "
      "= (u.game, u.options, u.seed, u.chairs, u.opened)), "
      "(SELECT count(*) FROM entries e JOIN {} ON (e.table_id, e.seq) = (u.table_id, u.seq) AND (e.at, "
      "e.who, "
      "e.text) = (u.at, u.who, u.text)), "
      "(SELECT count(*) FROM tables t JOIN {} ON t.id = u.id AND (t.closed, t.outcome) = (u.closed, "
      "u.outcome))",
      kFence, kHeaders, kEntries, kClosings);
  return sql;
}

std::int64_t number(TableId table) { return static_cast<std::int64_t>(table.value); }

template <std::size_t N>
void put(Values& values, const std::array<List, N>& lists) {
  for (const auto& list : lists) values.emplace_back(list.text());
}

/// Whether the same may be taken another time: not what is wrong with the records themselves.
Fate fate_of(const Connection& connection) {
  const auto& state = connection.last_state();
  const bool is_wrong = state.starts_with("22") || state.starts_with("23") || state.starts_with("42");
  return !connection.is_lost() && is_wrong ? Fate::refused : Fate::unknown;
}

constexpr auto kDouble = "23505";

}  // namespace

void Batch::add(const Record& record) {
  seats_.add(record);
  if (const auto* header = std::get_if<Header>(&record)) opened_.push_back(*header);
  if (const auto* entry = std::get_if<Entry>(&record)) entries_.push_back(*entry);
  if (const auto* closing = std::get_if<Closing>(&record)) {
    closings_.emplace(closing->table, *closing);
    closed_.push_back(closing->table);
  }
}

Values Batch::entries() const {
  std::array<List, 7> lists;
  for (const auto& entry : entries_) {
    lists[0].add(number(entry.table));
    lists[1].add(static_cast<std::int64_t>(entry.seq));
    lists[2].add(base::millis(entry.at));
    lists[3].add(static_cast<std::int64_t>(entry.who.value));
    lists[4].add(entry.charged.count());
    lists[5].add(entry.forgiven.count());
    lists[6].add(std::string_view(entry.text));
  }
  Values values;
  put(values, lists);
  return values;
}

/// A table that is opened and closed at once is closed from the beginning: an UPDATE of the same statement
/// does not see it.
Values Batch::headers() const {
  std::array<List, 11> lists;
  for (const auto& header : opened_) {
    const auto closing = closings_.find(header.table);
    lists[0].add(number(header.table));
    lists[1].add(std::string_view(header.game));
    lists[2].add(std::string_view(write_options_column(header)));
    lists[3].add(static_cast<std::int64_t>(header.seed.number()));
    lists[4].add(static_cast<std::int64_t>(header.revision));
    lists[5].add(std::string_view(table::write_chairs(header.chairs)));
    lists[6].add(base::millis(header.opened));
    if (closing == closings_.end()) {
      lists[7].add_nothing();
      lists[8].add_nothing();
    } else {
      lists[7].add(base::millis(closing->second.at));
      lists[8].add(std::string_view(table::write_outcome(closing->second.outcome)));
    }
    lists[9].add(std::string_view(header.lobby));
    lists[10].add(std::string_view(header.clock));
  }
  Values values;
  put(values, lists);
  return values;
}

Values Batch::closings() const {
  std::array<List, 3> lists;
  for (const auto& [table, closing] : closings_) {
    if (std::ranges::find(opened_, table, &Header::table) != opened_.end()) continue;
    lists[0].add(number(table));
    lists[1].add(base::millis(closing.at));
    lists[2].add(std::string_view(table::write_outcome(closing.outcome)));
  }
  Values values;
  put(values, lists);
  return values;
}

Fate Batch::append(Connection& connection, const Hold& hold, base::Error& why) const {
  const bool plain = opened_.empty() && closings_.empty() && seats_.empty();
  const auto fate = plain ? append_entries(connection, hold, why) : append_all(connection, hold, why);
  if (fate != Fate::refused || connection.last_state() != kDouble) return fate;
  return look_whether_durable(connection, hold, why);
}

Fate Batch::append_entries(Connection& connection, const Hold& hold, base::Error& why) const {
  Values values{std::to_string(hold.node), std::to_string(hold.epoch)};
  std::ranges::move(entries(), std::back_inserter(values));
  const auto done = connection.run(entries_statement(), values);
  if (!done) {
    why = done.error();
    return fate_of(connection);
  }
  if (std::cmp_equal(done->changed(), entries_.size())) return Fate::durable;
  why = lost_hold(hold).error();
  return Fate::fenced;
}

namespace {

/// All that the whole statement is given, and the first of it to the look.
template <std::size_t N>
Values whole_values(const Hold& hold, std::array<Values, N> parts) {
  Values values{std::to_string(hold.node), std::to_string(hold.epoch)};
  for (auto& part : parts) std::ranges::move(part, std::back_inserter(values));
  return values;
}

}  // namespace

Fate Batch::append_all(Connection& connection, const Hold& hold, base::Error& why) const {
  const auto done = connection.run(
      whole_statement(),
      whole_values<5>(hold, {entries(), headers(), closings(), seats_.seated(), seats_.renamed()}));
  if (!done) {
    why = done.error();
    return fate_of(connection);
  }
  if (done->integer(0, 0) == 1) return Fate::durable;
  why = lost_hold(hold).error();
  return Fate::fenced;
}

/// They are there already: because an earlier try has made them durable, of which nothing was heard, or
/// because somebody else has written them.
Fate Batch::look_whether_durable(Connection& connection, const Hold& hold, base::Error& why) const {
  const auto found =
      connection.run(look_statement(), whole_values<3>(hold, {entries(), headers(), closings()}));
  if (!found) {
    why = found.error();
    return fate_of(connection);
  }
  if (found->integer(0, 0) == 0) {
    why = lost_hold(hold).error();
    return Fate::fenced;
  }
  const auto changed_later = std::ranges::count_if(closings_, [&](const auto& one) {
    return std::ranges::find(opened_, one.first, &Header::table) == opened_.end();
  });
  const bool all = std::cmp_equal(found->integer(0, 1), opened_.size()) &&
                   std::cmp_equal(found->integer(0, 2), entries_.size()) &&
                   found->integer(0, 3) == changed_later;
  if (all) return Fate::durable;
  why = {Code::corrupt, "the database has other acts where these belong: somebody else has written into it"};
  return Fate::refused;
}

}  // namespace store::postgres
