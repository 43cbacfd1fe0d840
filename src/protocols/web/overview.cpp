// The hall as a browser is told of it.
#include "protocols/web/overview.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <span>

#include "base/json.hpp"
#include "protocols/web/state.hpp"
#include "table/lookout.hpp"

namespace protocols::web {
namespace {

base::Value describe_lobby(const table::Overview::Lobby& lobby) {
  return base::object({{"game", lobby.game},
                       {"options", lobby.options},
                       {"lobby", lobby.name},
                       {"seats", lobby.seats},
                       {"present", describe_sitters(lobby.present)},
                       {"clock", lobby.clock},
                       {"playing", false}});
}

/// Who plays or has played; whether they are connected is only told at the table.
base::Value describe_players(const std::vector<table::Sitter>& sitters) {
  base::List list;
  list.reserve(sitters.size());
  for (const auto& sitter : sitters)
    list.push_back(base::object({{"name", sitter.name}, {"protocol", sitter.protocol}}));
  return list;
}

base::Value describe_finished(const table::TableFacts& table) {
  auto facts = facts_of(table);
  facts.push_back({"closed", base::millis(table.closed)});
  return facts;
}

/// Those of all nodes; all lobbies of a game are at one.
std::vector<const table::OverviewPart::Lobby*> lobbies_in(std::span<const table::OverviewPart* const> parts) {
  std::vector<const table::OverviewPart::Lobby*> all;
  for (const auto game : games::names()) {
    for (const auto* part : parts) {
      for (const auto& lobby : part->lobbies) {
        if (lobby.game == game && all.size() < table::kMostLobbies) all.push_back(&lobby);
      }
    }
  }
  return all;
}

/// The newest of all nodes. A table that has just moved may be told of by two.
std::vector<const table::OverviewPart::Table*> tables_in(std::span<const table::OverviewPart* const> parts) {
  std::vector<const table::OverviewPart::Table*> all;
  for (const auto* part : parts) {
    for (const auto& table : part->tables) all.push_back(&table);
  }
  if (parts.size() == 1) return all;
  std::ranges::sort(all, std::greater{}, [](const auto* one) { return std::pair(one->opened, one->table); });
  const auto same = std::ranges::unique(all, {}, [](const auto* one) { return one->table; });
  all.erase(same.begin(), same.end());
  if (all.size() > table::kMostTables) all.resize(table::kMostTables);
  return all;
}

/// The view stands at the end of what is said of the table.
std::string write_table(const table::OverviewPart::Table& table) {
  return fmt::format("{},\"state\":{}}}", std::string_view(table.text).substr(0, table.text.size() - 1),
                     table.view);
}

}  // namespace

base::Value describe_sitters(const std::vector<table::Sitter>& sitters) {
  base::List list;
  list.reserve(sitters.size());
  for (const auto& sitter : sitters) {
    list.push_back(
        base::object({{"name", sitter.name}, {"protocol", sitter.protocol}, {"here", sitter.here}}));
  }
  return list;
}

base::Members facts_of(const table::TableFacts& table) {
  return {{"table", table.table.value},
          {"game", table.game},
          {"options", table.options},
          {"clock", table.clock},
          {"players", describe_players(table.sitters)},
          {"acts", table.acts},
          {"outcome", describe_outcome(table.outcome)}};
}

table::OverviewPart write_part(const table::Overview& overview) {
  table::OverviewPart part;
  part.running = overview.running;
  if (!overview.finished.empty()) part.closed = overview.finished.front().closed;
  part.lobbies.reserve(overview.lobbies.size());
  for (const auto& lobby : overview.lobbies)
    part.lobbies.push_back({lobby.game, base::write_json(describe_lobby(lobby))});
  part.tables.reserve(overview.tables.size());
  for (const auto& table : overview.tables) {
    auto& one = part.tables.emplace_back(table.table, table.opened, base::write_json(facts_of(table)));
    if (table.view) one.view = base::write_json(describe(*table.view, {}, std::nullopt));
  }
  return part;
}

std::string write_hall(const table::Overview& overview) {
  const auto own = write_part(overview);
  std::vector<const table::OverviewPart*> parts{&own};
  for (const auto& other : overview.others) parts.push_back(other.get());
  std::vector<std::string> lobbies;
  for (const auto* lobby : lobbies_in(parts)) lobbies.push_back(lobby->text);
  std::vector<std::string> tables;
  std::size_t pictures = 0;
  for (const auto* table : tables_in(parts)) {
    const bool has_picture = !table->view.empty() && pictures++ < table::kMostPictures;
    tables.push_back(has_picture ? write_table(*table) : table->text);
  }
  std::size_t running = 0;
  for (const auto* part : parts) running += part->running;
  std::vector<std::string> finished;
  finished.reserve(overview.finished.size());
  for (const auto& table : overview.finished) finished.push_back(base::write_json(describe_finished(table)));
  return fmt::format(R"({{"type":"hall","lobbies":[{}],"tables":[{}],"running":{},"finished":[{}]}})",
                     fmt::join(lobbies, ","), fmt::join(tables, ","), running, fmt::join(finished, ","));
}

}  // namespace protocols::web
