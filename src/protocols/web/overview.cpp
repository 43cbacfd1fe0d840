// The hall as a browser is told of it.
#include "protocols/web/overview.hpp"

namespace protocols::web {
namespace {

std::string write_lobby(const table::Overview::Lobby& lobby) {
  return write_object({{"game", write_text(lobby.game)},
                       {"options", write_text(lobby.options)},
                       {"lobby", write_text(lobby.name)},
                       {"seats", write_number(lobby.seats)},
                       {"present", write_sitters(lobby.present)},
                       {"clock", write_text(lobby.clock)},
                       {"playing", "false"}});
}

/// Who plays or has played; whether they are connected is only told at the table.
std::string write_players(const std::vector<table::Sitter>& sitters) {
  std::vector<std::string> list;
  list.reserve(sitters.size());
  for (const auto& sitter : sitters) {
    list.push_back(
        write_object({{"name", write_text(sitter.name)}, {"protocol", write_text(sitter.protocol)}}));
  }
  return write_list(list);
}

}  // namespace

std::string write_sitters(const std::vector<table::Sitter>& sitters) {
  std::vector<std::string> list;
  list.reserve(sitters.size());
  for (const auto& sitter : sitters) {
    list.push_back(write_object({{"name", write_text(sitter.name)},
                                 {"protocol", write_text(sitter.protocol)},
                                 {"here", write_bool(sitter.here)}}));
  }
  return write_list(list);
}

Members facts_of(const table::TableFacts& table) {
  return {{"table", write_number(static_cast<long long>(table.table.value))},
          {"game", write_text(table.game)},
          {"options", write_text(table.options)},
          {"clock", write_text(table.clock)},
          {"players", write_players(table.sitters)},
          {"acts", write_number(static_cast<long long>(table.acts))},
          {"outcome", write_outcome(table.outcome)}};
}

std::string write_hall(const table::Overview& overview) {
  std::vector<std::string> lobbies;
  lobbies.reserve(overview.lobbies.size());
  for (const auto& lobby : overview.lobbies) lobbies.push_back(write_lobby(lobby));
  std::vector<std::string> tables;
  tables.reserve(overview.tables.size());
  for (const auto& table : overview.tables) {
    auto facts = facts_of(table);
    if (table.view) facts.emplace_back("state", write_object(describe(*table.view, {}, std::nullopt)));
    tables.push_back(write_object(facts));
  }
  std::vector<std::string> finished;
  finished.reserve(overview.finished.size());
  for (const auto& table : overview.finished) {
    auto facts = facts_of(table);
    facts.emplace_back("closed", write_number(base::millis(table.closed)));
    finished.push_back(write_object(facts));
  }
  return write_object({{"type", "\"hall\""},
                       {"lobbies", write_list(lobbies)},
                       {"tables", write_list(tables)},
                       {"running", write_number(static_cast<long long>(overview.running))},
                       {"finished", write_list(finished)}});
}

}  // namespace protocols::web
