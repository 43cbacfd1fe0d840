// What was told, against what is durable.
#include "harness/witness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>

#include "harness/virtual_server.hpp"

namespace harness {

void Witness::told(base::PlayerId player, const table::Notice& notice) {
  if (!replaced_.contains(player)) std::visit([&](const auto& one) { hear(player, one); }, notice);
}

void Witness::told_answer(base::PlayerId player, const protocols::Answer& answer) {
  if (replaced_.contains(player)) return;
  if (const auto* hall = std::get_if<protocols::HallAnswer>(&answer)) look(*hall->overview);
  if (const auto* replay = std::get_if<std::shared_ptr<const protocols::Replay>>(&answer)) look(**replay);
}

const Witness::Place* Witness::place_of(base::PlayerId player) const {
  const auto found = places_.find(player);
  return found == places_.end() ? nullptr : &found->second;
}

std::string Witness::missed_by(base::PlayerId player) {
  const auto* place = place_of(player);
  const auto* ledger = place == nullptr || !place->eyes ? nullptr : ledger_of(place->table);
  if (ledger == nullptr || ledger->table.outcome() || ledger->table.has_left(*place->eyes)) return {};
  const auto comes_or_goes = [&](const auto& act) {
    return act.entry.who == place->eyes && (act.entry.text == table::kAway || act.entry.text == table::kBack);
  };
  const auto last = std::ranges::find_if(std::views::reverse(ledger->acts), comes_or_goes);
  if (last != ledger->acts.rend() && last->entry.text == table::kAway) return {};  // has gone from the table
  for (auto at = place->acts; at < ledger->acts.size(); ++at) {
    const auto& entry = ledger->acts[at].entry;
    if (ledger->acts[at].events.empty()) continue;
    return fmt::format("peer {} was never told of act {} at table {} ('{}')", player.value, at + 1,
                       place->table.value, entry.text);
  }
  return {};
}

std::string Witness::compare(const table::Hall& hall) {
  std::string wrong;
  static_cast<void>(journal_.read_all(
      [&](const store::StoredTable& stored) {
        if (wrong.empty()) wrong = compare(stored, hall.tables().find_table(stored.header.table));
      },
      [](base::TableId, const base::Error&) {}));
  return wrong;
}

std::string Witness::compare(const store::StoredTable& stored, const table::Table* live) {
  const auto id = stored.header.table.value;
  const auto* kept = ledger_of(stored.header.table);
  if (kept == nullptr) return problem_;
  const auto outcome = kept->table.outcome();
  if (live != nullptr && !(*live == kept->table))
    return fmt::format("table {} differs from what is kept", id);
  if (stored.closing && outcome != stored.closing->outcome)
    return fmt::format("table {} was closed with another outcome than it has", id);
  if (!stored.closing && outcome && !games::has_presence(kept->table.state()))
    return fmt::format("table {} is over, and is not closed", id);
  if (!stored.closing && live == nullptr)
    return fmt::format("table {} is not closed, and is not in the hall", id);
  return {};
}

/// Brought up to what the journal holds now: what is durable never changes, it only grows.
Witness::Ledger* Witness::ledger_of(base::TableId table) {
  const auto stored = journal_.read(table);
  if (!stored) return nullptr;
  auto found = ledgers_.find(table);
  if (found == ledgers_.end()) {
    auto opened = table::Table::open(harness::kits(), stored->header);
    if (!opened) {
      complain({}, fmt::format("table {} cannot be opened: {}", table.value, opened.error().detail));
      return nullptr;
    }
    found = ledgers_.emplace(table, Ledger{*std::move(opened), {}}).first;
  }
  auto& ledger = found->second;
  while (ledger.acts.size() < stored->entries.size()) {
    const auto& entry = stored->entries[ledger.acts.size()];
    auto events = ledger.table.advance(entry);
    if (!events) {
      complain({}, fmt::format("table {} does not replay: {}", table.value, events.error().detail));
      return nullptr;
    }
    ledger.acts.push_back({entry, *std::move(events), ledger.table.to_move()});
  }
  return &ledger;
}

void Witness::hear(base::PlayerId player, const table::Started& started) {
  auto* ledger = ledger_of(started.table);
  if (ledger == nullptr)
    return complain(player, fmt::format("was seated at table {}, which is not durable", started.table.value));
  places_[player] = {started.table, started.seat};
  if (ledger->acts.empty()) check_view(player, *ledger, places_[player], started.view);
}

void Witness::hear(base::PlayerId player, const table::Resumed& resumed) {
  const auto table = resumed.seat.table;
  auto* ledger = ledger_of(table);
  if (ledger == nullptr || ledger->acts.size() < resumed.acts) {
    return complain(player,
                    fmt::format("came back to {} acts at table {}, of which {} are durable", resumed.acts,
                                table.value, ledger == nullptr ? 0 : ledger->acts.size()));
  }
  const bool visits = resumed.watches && !resumed.screen;
  places_[player] = {table, visits ? games::Viewer{} : games::Viewer{resumed.seat.seat}, resumed.acts};
  if (ledger->acts.size() == resumed.acts) check_view(player, *ledger, places_[player], resumed.seat.view);
}

void Witness::hear(base::PlayerId player, const table::Happened& happened) {
  const auto found = places_.find(player);
  if (found == places_.end()) return complain(player, "was told of an act at no table");
  auto& place = found->second;
  const auto* ledger = ledger_of(place.table);
  if (ledger == nullptr) return complain(player, "was told of an act at a table that is not durable");
  const auto& acts = ledger->acts;
  while (place.acts < acts.size() && acts[place.acts].events.empty()) ++place.acts;
  if (place.acts >= acts.size()) {
    return complain(player, fmt::format("was told of act {} at table {}, of which {} are durable",
                                        place.acts + 1, place.table.value, acts.size()));
  }
  const auto& act = acts[place.acts];
  const auto seen = table::seen_by(place.eyes, act.entry, act.events, act.to_move);
  const auto& expected = seen[place.events];
  if (expected.who != happened.who || expected.event != happened.event ||
      expected.to_move != happened.to_move || expected.last != happened.last ||
      expected.flagged != happened.flagged) {
    return complain(player,
                    fmt::format("was told something else of act {} at table {} ('{}') than is durable",
                                place.acts + 1, place.table.value, act.entry.text));
  }
  ++place.events;
  if (!happened.last) return;
  ++place.acts;
  place.events = 0;
  if (place.acts == acts.size()) check_view(player, *ledger, place, happened.view);
}

void Witness::hear(base::PlayerId player, const table::Over& over) {
  const auto found = places_.find(player);
  if (found == places_.end()) return complain(player, "was told the end of no game");
  const auto* ledger = ledger_of(found->second.table);
  if (ledger == nullptr || ledger->table.outcome() != over.outcome) {
    complain(player, fmt::format("was told the end of table {} ({}), which is not durable",
                                 found->second.table.value, over.outcome.reason));
  }
}

void Witness::hear(base::PlayerId player, const table::Elsewhere& elsewhere) {
  if (elsewhere.what == table::Elsewhere::What::signed_in) return;
  places_.erase(player);
  if (elsewhere.what == table::Elsewhere::What::replaced) replaced_.insert(player);
}

void Witness::look(const table::Overview& overview) {
  for (const auto& facts : overview.tables) {
    const auto* ledger = ledger_of(facts.table);
    if (ledger == nullptr || ledger->acts.size() < facts.acts)
      complain({}, fmt::format("the hall shows {} acts of table {}, which are not durable", facts.acts,
                               facts.table.value));
  }
  for (const auto& facts : overview.finished) {
    const auto* ledger = ledger_of(facts.table);
    if (ledger == nullptr || !facts.outcome || ledger->table.outcome() != facts.outcome)
      complain({},
               fmt::format("the hall lists table {} as finished, which is not durable", facts.table.value));
  }
}

void Witness::look(const protocols::Replay& replay) {
  const auto* ledger = ledger_of(replay.table.table);
  if (ledger == nullptr || !ledger->table.outcome())
    complain({}, fmt::format("table {} was replayed before its end was durable", replay.table.table.value));
}

void Witness::check_view(base::PlayerId player, const Ledger& ledger, const Place& place,
                         const std::shared_ptr<const games::AnyView>& view) {
  if (view != nullptr && *view != games::view(ledger.table.state(), place.eyes)) {
    complain(player, fmt::format("sees table {} otherwise than it stands after {} acts", place.table.value,
                                 ledger.acts.size()));
  }
}

/// The first is the cause.
void Witness::complain(base::PlayerId player, std::string what) {
  if (problem_.empty())
    problem_ = player.value == 0 ? std::move(what) : fmt::format("peer {} {}", player.value, what);
}

}  // namespace harness
