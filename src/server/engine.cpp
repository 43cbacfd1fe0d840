// The engine: one round takes all requests that wait, appends all their records at once, tells what is
// durable.
#include "server/engine.hpp"

#include <algorithm>
#include <set>

namespace server {
namespace {

table::HallSettings hall_settings(const EngineSettings& settings, store::Journal& journal) {
  const auto last = journal.last_table();
  return {settings.seed, TableId{last ? last->value + 1 : 1}, settings.hold};
}

}  // namespace

Engine::Engine(const games::Kits& kits, store::Journal& journal, Wire& wire, Observer& observer,
               const EngineSettings& settings)
    : kits_(kits),
      journal_(journal),
      wire_(wire),
      observer_(observer),
      hall_(kits, hall_settings(settings, journal)) {}

Result<Engine::Recovery> Engine::recover(Time now) {
  std::unordered_map<TableId, table::Table> tables;
  std::unordered_set<TableId> damaged;
  const auto spoil = [&](TableId id, const base::Error& error) {
    tables.erase(id);
    damaged.insert(id);
    observer_.damaged(id, error);
  };
  auto read = journal_.read_unfinished([&](const store::Record& record) {
    const auto id = table_of(record);
    if (const auto* header = std::get_if<store::Header>(&record)) {
      auto table = table::Table::open(kits_, *header);
      if (!table) return spoil(id, table.error());
      tables.emplace(id, *std::move(table));
    } else if (const auto found = tables.find(id); found != tables.end()) {
      if (auto done = found->second.advance(std::get<store::Entry>(record)); !done) spoil(id, done.error());
    }
  });
  if (!read) return std::unexpected(std::move(read).error());
  const Recovery recovery{tables.size(), damaged.size()};
  for (auto& [id, table] : tables) hall_.restore(std::move(table), now);
  return recovery;
}

void Engine::open(PlayerId player, const protocols::Protocol& protocol, Time /*now*/) {
  hall_.arrive(player, protocol.name);
  auto& talk = talks_.emplace(player, Talk{&protocol, protocol.serve()}).first->second;
  observer_.connected(protocol);
  touch(player, talk);
}

void Engine::receive(PlayerId player, std::string_view bytes, Time /*now*/) {
  const auto found = talks_.find(player);
  if (found == talks_.end()) return;
  found->second.session->receive(bytes);
  touch(player, found->second);
}

void Engine::closed(PlayerId player, Time now) {
  if (talks_.contains(player)) end(player, now);
}

void Engine::settled(const store::Settled& settled, Time now) {
  observer_.committed(settled);
  while (!unsettled_.empty() && unsettled_.front().position <= settled.position) {
    const auto tables = std::move(unsettled_.front().tables);
    unsettled_.pop_front();
    if (settled.result) continue;
    for (const auto table : std::set(tables.begin(), tables.end()))
      rebuild(table, settled.result.error(), now);
  }
  durable_ = settled.position;
}

void Engine::wake(Time now) { execute(hall_.wake(now)); }

void Engine::settle(Time now) {
  do {
    for (const auto player : std::exchange(touched_, {})) {
      const auto found = talks_.find(player);
      if (found == talks_.end()) continue;
      found->second.touched = false;
      pump(player, found->second, now);
    }
    if (touched_.empty()) append_gathered();
    deliver();
  } while (!touched_.empty());
}

/// Takes the effects up: records wait for this round's append, notices for their records.
void Engine::execute(table::Effects effects) {
  const bool lasting = !effects.journal.empty();
  for (const auto& record : effects.journal) {
    if (const auto* entry = std::get_if<store::Entry>(&record);
        entry != nullptr && !entry->text.starts_with('!')) {
      if (const auto* table = hall_.find(entry->table)) observer_.moved(table->header().game);
    }
  }
  std::ranges::move(effects.journal, std::back_inserter(gathered_));
  const auto after = lasting || !gathered_.empty() ? position_ + 1 : position_;
  for (auto& [player, notice] : effects.tell) outbox_.push_back({after, player, std::move(notice)});
}

void Engine::append_gathered() {
  if (gathered_.empty()) return;
  std::vector<TableId> tables;
  for (const auto& record : gathered_) tables.push_back(table_of(record));
  unsettled_.push_back({++position_, std::move(tables)});  // first: a keeper may settle at once
  static_cast<void>(journal_.append(std::exchange(gathered_, {})));
}

void Engine::deliver() {
  while (!outbox_.empty() && outbox_.front().after <= durable_) {
    const auto letter = std::move(outbox_.front());
    outbox_.pop_front();
    const auto found = talks_.find(letter.player);
    if (found == talks_.end()) continue;
    auto& talk = found->second;
    if (std::holds_alternative<table::Accepted>(letter.notice) ||
        std::holds_alternative<table::Refused>(letter.notice)) {
      talk.unanswered = false;
    }
    talk.session->tell(letter.notice);
    touch(letter.player, talk);
  }
}

void Engine::touch(PlayerId player, Talk& talk) {
  if (std::exchange(talk.touched, true)) return;
  touched_.push_back(player);
}

/// Takes requests from the session until one is on its way or none is left; then sends what it says.
void Engine::pump(PlayerId player, Talk& talk, Time now) {
  if (!talk.unanswered) {
    if (const auto request = talk.session->next()) {
      talk.unanswered = true;
      observer_.requested(*talk.protocol);
      execute(hall_.handle(player, *request, now));
    }
  }
  for (const auto& remark : talk.session->take_remarks()) observer_.remarked(*talk.protocol, player, remark);
  flush(player, talk, now);
}

void Engine::flush(PlayerId player, Talk& talk, Time now) {
  if (const auto output = talk.session->take_output(); !output.empty()) wire_.send(player, output);
  if (talk.session->finished()) {
    wire_.close(player);
    end(player, now);
    return;
  }
  if (const bool wanted = talk.session->hungry(); wanted != talk.reading) {
    talk.reading = wanted;
    wire_.set_reading(player, wanted);
  }
}

/// The conversation is over, by whichever side.
void Engine::end(PlayerId player, Time now) {
  const auto found = talks_.find(player);
  observer_.disconnected(*found->second.protocol);
  talks_.erase(found);
  execute(hall_.depart(player, now));
}

/// What a table did was not made durable: nobody is told, its players are let go, and what is durable stands
/// again.
void Engine::rebuild(TableId table, const base::Error& why, Time now) {
  observer_.damaged(table, why);
  for (const auto player : hall_.evict(table)) {
    wire_.close(player);
    end(player, now);
  }
  const auto stored = journal_.read(table);
  if (!stored || stored->closing) return;
  if (auto rebuilt = table::replay(kits_, stored->header, stored->entries))
    hall_.restore(*std::move(rebuilt), now);
}

}  // namespace server
