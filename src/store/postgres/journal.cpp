// The journal in PostgreSQL.
#include "store/postgres/journal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "store/postgres/fold.hpp"
#include "store/postgres/reader.hpp"
#include "store/postgres/schema.hpp"

namespace store::postgres {
namespace {

using Clock = std::chrono::steady_clock;

/// How long one statement of the writer may take, and of the reader, which may read a lot.
constexpr auto kWriterPatience = std::chrono::seconds(5);
constexpr auto kReaderPatience = std::chrono::seconds(60);
constexpr auto kFirstPause = std::chrono::milliseconds(20);
constexpr auto kLongestPause = std::chrono::milliseconds(500);
/// A server that is to end tries for so long at most.
constexpr auto kLastPatience = std::chrono::seconds(3);

constexpr std::size_t kFoldPiece = 50;
constexpr std::size_t kFoldAtOnce = 5000;

base::Time wall_clock() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return base::from_millis(std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
}

std::unexpected<base::Error> said(const base::Error& error) {
  return fail(error.code, fmt::format("the database: {}", error.detail));
}

}  // namespace

Result<std::unique_ptr<PostgresJournal>> PostgresJournal::open(JournalSettings settings,
                                                               OnSettled on_settled) {
  auto lock = DirectoryLock::take(settings.directory);
  if (!lock) return std::unexpected(std::move(lock).error());
  auto writer = Connection::open(settings.url, kWriterPatience);
  if (!writer) return std::unexpected(std::move(writer).error());
  if (auto right = check_clock(*writer, wall_clock()); !right)
    return std::unexpected(std::move(right).error());
  if (auto made = make_schema(*writer, settings.how); !made) return said(made.error());
  auto node = number_of(settings.directory, *writer);
  if (!node) return said(node.error());
  settings.how.node = *node;
  Result<Hold> hold = Hold{.node = *node, .epoch = -1};  // none that a node ever had
  if (settings.how.company == Company::alone) hold = postgres::claim(*writer, settings.how);
  if (!hold) return said(hold.error());
  auto reader = Connection::open(settings.url, kReaderPatience);
  if (!reader) return std::unexpected(std::move(reader).error());
  std::unique_ptr<PostgresJournal> journal(new PostgresJournal(std::move(settings), *std::move(lock),
                                                               *std::move(writer), *std::move(reader),
                                                               *std::move(hold), std::move(on_settled)));
  if (auto learned = journal->learn(); !learned) return said(learned.error());
  journal->start_writer();
  return journal;
}

PostgresJournal::PostgresJournal(JournalSettings settings, DirectoryLock lock, Connection writer,
                                 Connection reader, Hold hold, OnSettled on_settled)
    : GroupedJournal(std::move(on_settled)),
      settings_(std::move(settings)),
      lock_(std::move(lock)),
      writer_(std::move(writer)),
      hold_(std::move(hold)),
      sequence_(is_alone() ? Sequence::Writers::one : Sequence::Writers::several),
      next_hold_(hold_),
      reader_(std::move(reader)),
      heart_(is_alone() ? std::make_unique<Heart>(settings_.url, hold_,
                                                  [this](const base::Error& why) { lose(why); })
                        : nullptr) {}

PostgresJournal::~PostgresJournal() {
  end_writer();
  heart_.reset();
  if (!writer_.is_lost()) static_cast<void>(retire(writer_, hold_));
}

void PostgresJournal::lose(const base::Error& why) {
  std::call_once(lost_, [&] { settings_.on_lost(why); });
}

void PostgresJournal::use(const Hold& hold) {
  const std::lock_guard guard(holding_);
  next_hold_ = hold;
}

/// Learns from the database which entry must come next at every open table, if nobody else writes, and what
/// is to be folded.
Result<void> PostgresJournal::learn() {
  auto unfolded = find_unfolded(reader_, hold_.node);
  if (!unfolded) return std::unexpected(std::move(unfolded).error());
  unfolded_ = *std::move(unfolded);
  if (!is_alone()) {
    sequence_ = Sequence(Sequence::Writers::several);
    return {};
  }
  Sequence fresh;
  auto read = postgres::read_unfinished(
      reader_,
      [&](const Record& record) {
        if (const auto* header = std::get_if<Header>(&record)) fresh.know(header->table, 0);
        if (const auto* entry = std::get_if<Entry>(&record)) fresh.know(entry->table, entry->seq + 1);
      },
      [](TableId, const base::Error&) {});
  if (!read) return read;
  sequence_ = std::move(fresh);
  return {};
}

Result<void> PostgresJournal::connect_writer() {
  if (!writer_.is_lost()) return {};
  auto opened = Connection::open(settings_.url, kWriterPatience);
  if (!opened) return std::unexpected(std::move(opened).error());
  if (auto there = check_last(*opened); !there) {
    if (there.error().code == Code::corrupt) lose(there.error());
    return there;
  }
  writer_ = *std::move(opened);
  return {};
}

/// A replica that was not synchronous may lack what the database before it had: going on there would leave
/// gaps.
Result<void> PostgresJournal::check_last(Connection& connection) const {
  if (!last_) return {};
  const auto found = connection.run(
      "SELECT EXISTS (SELECT 1 FROM entries WHERE table_id = $1 AND seq = $2) OR "
      "EXISTS (SELECT 1 FROM tables WHERE id = $1 AND acts IS NOT NULL)",
      {std::to_string(last_->first.value), std::to_string(last_->second)});
  if (!found) return std::unexpected(found.error());
  if (found->text(0, 0) == "t") return {};
  return fail(
      Code::corrupt,
      fmt::format("the database lacks moves that players were told of, the last of table {} among them",
                  last_->first.value));
}

/// With a new epoch nothing can become durable any more that an earlier try may have left under way.
Result<void> PostgresJournal::reopen() {
  return start_over([&]() -> Result<void> {
    const std::lock_guard guard(reading_);
    if (auto connected = connect_writer(); !connected) return connected;
    if (auto renewed = renew_hold(); !renewed) return renewed;
    if (reader_.is_lost()) {
      auto opened = Connection::open(settings_.url, kReaderPatience);
      if (!opened) return std::unexpected(std::move(opened).error());
      reader_ = *std::move(opened);
    }
    return learn();
  });
}

/// In company whoever joins anew has raised the epoch already.
Result<void> PostgresJournal::renew_hold() {
  if (!is_alone()) {
    const std::lock_guard guard(holding_);
    if (next_hold_.epoch == hold_.epoch) return lost_hold(hold_);
    hold_ = next_hold_;
    return {};
  }
  auto renewed = renew(writer_, hold_);
  if (!renewed) {
    if (renewed.error().code == Code::corrupt) lose(renewed.error());
    return std::unexpected(std::move(renewed).error());
  }
  hold_ = *std::move(renewed);
  return {};
}

/// One statement with every append that follows; those that do not are left out.
Result<void> PostgresJournal::write(const Group& group, const Fates& fates) {
  Batch batch;
  for (std::size_t at = 0; at < fates.size(); ++at) {
    if (!fates[at]) continue;
    for (const auto& record : group.appends[at]) batch.add(record);
  }
  if (auto written = write_batch(batch); !written) {
    // What was not kept may still come until the epoch is another: this node must join anew.
    return is_alone() ? written : fail(Code::corrupt, written.error().detail);
  }
  if (const auto* entry = batch.last_entry()) last_ = {entry->table, entry->seq};
  std::ranges::copy(batch.closed(), std::back_inserter(unfolded_));
  return {};
}

/// Where the database does not answer, the same is tried again until it does or patience is at its end:
/// nobody is told anything meanwhile, and nobody has to go.
Result<void> PostgresJournal::write_batch(const Batch& batch) {
  const auto begun = Clock::now();
  base::Error why;
  for (auto pause = kFirstPause;; pause = std::min(2 * pause, kLongestPause)) {
    if (auto connected = connect_writer(); !connected) {
      why = connected.error();
      if (why.code == Code::corrupt) return std::unexpected(why);
    } else {
      const auto fate = batch.append(writer_, hold_, why);
      if (fate == Fate::durable) return {};
      if (fate == Fate::fenced && is_alone()) lose(why);
      if (fate != Fate::unknown) return std::unexpected(why);
      ++in_doubt_;
    }
    const auto tried = Clock::now() - begun;
    if (tried > settings_.patience || (is_ending() && tried > kLastPatience)) return std::unexpected(why);
    std::this_thread::sleep_for(pause);
  }
}

/// A failure leaves all as it is, and nothing depends on it: the next start folds what is left.
void PostgresJournal::do_chores(Leisure leisure) {
  if (unfolded_.empty() || (leisure == Leisure::busy && unfolded_.size() < kFoldAtOnce)) return;
  const auto piece = std::min(kFoldPiece, unfolded_.size());
  const auto tables = std::span(unfolded_).last(piece);
  static_cast<void>(fold(writer_, hold_, tables));
  unfolded_.resize(unfolded_.size() - piece);
}

/// A connection that was lost since it was used last is made anew.
template <class Read>
auto PostgresJournal::read_with(Read read) -> decltype(read()) {
  const std::lock_guard guard(reading_);
  for (int tries = 0;; ++tries) {
    if (reader_.is_lost()) {
      auto opened = Connection::open(settings_.url, kReaderPatience);
      if (!opened) return std::unexpected(std::move(opened).error());
      reader_ = *std::move(opened);
    }
    auto done = read();
    if (done || !reader_.is_lost() || tries > 0) return done;
  }
}

Result<void> PostgresJournal::read_unfinished(const Visitor& visit, const OnDamage& on_damage) {
  if (is_alone()) {
    const std::lock_guard guard(reading_);
    return postgres::read_unfinished(reader_, visit, on_damage);
  }
  return read_with([&] { return read_unfinished_of(reader_, settings_.how.node, visit, on_damage); });
}

Result<std::optional<TableId>> PostgresJournal::read_piece(const Piece& piece, const TableVisitor& visit,
                                                           const OnDamage& on_damage) {
  return read_with([&] { return postgres::read_piece(reader_, piece, visit, on_damage); });
}

Result<StoredTable> PostgresJournal::read(TableId table) {
  return read_with([&] { return read_table(reader_, table); });
}

Result<std::vector<StoredTable>> PostgresJournal::read_several(std::span<const TableId> tables) {
  return read_with([&] { return read_tables(reader_, tables); });
}

Result<void> PostgresJournal::read_all(const TableVisitor& visit, const OnDamage& on_damage) {
  const std::lock_guard guard(reading_);
  return postgres::read_all(reader_, visit, on_damage);
}

Result<std::vector<StoredTable>> PostgresJournal::last_finished(std::size_t most) {
  return read_with([&] { return postgres::last_finished(reader_, most); });
}

Result<TableId> PostgresJournal::last_table() {
  return read_with([&] { return postgres::last_table(reader_); });
}

}  // namespace store::postgres
