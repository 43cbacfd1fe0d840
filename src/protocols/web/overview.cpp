// The hall as a browser is told of it.
#include "protocols/web/overview.hpp"

#include "base/json.hpp"
#include "protocols/web/state.hpp"

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

base::Value describe_running(const table::TableFacts& table) {
  auto facts = facts_of(table);
  if (table.view) facts.push_back({"state", describe(*table.view, {}, std::nullopt)});
  return facts;
}

base::Value describe_finished(const table::TableFacts& table) {
  auto facts = facts_of(table);
  facts.push_back({"closed", base::millis(table.closed)});
  return facts;
}

/// A list of what each is told as.
template <class Things, class Describe>
base::List each(const Things& things, Describe describe_one) {
  base::List list;
  list.reserve(things.size());
  for (const auto& one : things) list.push_back(describe_one(one));
  return list;
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

std::string write_hall(const table::Overview& overview) {
  return base::write_json(base::object({{"type", "hall"},
                                        {"lobbies", each(overview.lobbies, describe_lobby)},
                                        {"tables", each(overview.tables, describe_running)},
                                        {"running", overview.running},
                                        {"finished", each(overview.finished, describe_finished)}}));
}

}  // namespace protocols::web
