// How things stand in the hall, as a visitor may see it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "table/messages.hpp"

namespace table {

/// A table as a visitor sees it.
struct TableFacts {
  TableId table;
  std::string game;
  std::string options;
  std::vector<Sitter> sitters;
  std::uint64_t acts = 0;
  std::optional<Outcome> outcome{};
  Time closed{};                                    ///< of a finished game
  std::shared_ptr<const games::AnyView> view = {};  ///< of a game that goes on
  std::string clock = {};
  Time opened{};
};

/// What one of several nodes knows of the hall, ready to be told: so no views cross between nodes.
struct OverviewPart {
  struct Lobby {
    std::string game;
    std::string text;
  };
  struct Table {
    TableId table;
    Time opened{};
    std::string text;
    std::string view{};  ///< empty: none is shown
  };
  std::vector<Lobby> lobbies{};
  std::vector<Table> tables{};  ///< newest first
  std::size_t running = 0;
  Time closed{};  ///< when the last game ended of which that node knows
};

struct Overview {
  struct Lobby {
    std::string game;
    std::string options;
    std::string name;
    int seats = 0;  ///< as of Gathered
    std::vector<Sitter> present;
    std::string clock = {};
  };
  std::vector<Lobby> lobbies;        ///< in which no game is going on
  std::vector<TableFacts> tables;    ///< games that go on, newest first
  std::size_t running = 0;           ///< how many there are, also those that are not among `tables`
  std::vector<TableFacts> finished;  ///< the last ones, newest first
  std::vector<std::shared_ptr<const OverviewPart>> others{};  ///< of the same hall, at other nodes
};

}  // namespace table
