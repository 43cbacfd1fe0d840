// What is asked of the server and not of the hall, and what it answers: only browsers do so.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "protocols/account_query.hpp"
#include "protocols/wire_query.hpp"
#include "table/overview.hpp"

namespace protocols {

/// A finished game from its beginning to its end, as a visitor may see it.
struct Replay {
  /// What one act did, and how things stood after it. The first step has no act.
  struct Step {
    std::vector<table::Happened> events;
    games::AnyView view;
    std::vector<base::Duration> left = {};  ///< by seat, if there is a clock
  };
  table::TableFacts table;
  base::Time opened{};
  std::vector<Step> steps;
  std::string written = {};  ///< by query::Replay::write
};

namespace query {

/// How things stand in the whole hall.
struct Hall {
  /// Writes it down for who asks: once for all who look at the same time.
  std::string (*write)(const table::Overview& overview) = nullptr;
};

/// How the clocks stand of the table that one sees. It is told as a table::ClockReading.
struct Clocks {};

/// A finished game.
struct Replay {
  base::TableId table;
  /// Writes it down for who asks, wherever it is read: that takes a while. May be called on any thread.
  std::function<std::string(const protocols::Replay&)> write = {};
};

/// To see a running game with the eyes of one of its seats, whose player has given away its key. It is told
/// as a table::Resumed.
struct SeatPage {
  base::TableId table;
  base::Seat seat;
  std::string key;
};

}  // namespace query

/// Each is answered as a request is, by exactly one Accepted or Refused. What was asked for is told right
/// behind Accepted.
using Query = std::variant<query::Hall, query::Clocks, query::Replay, query::SeatPage, query::Account,
                           query::Connections, query::Follow, query::Unfollow, query::Transcript>;

/// How things stand in the hall, or stood a moment ago.
struct HallAnswer {
  std::shared_ptr<const table::Overview> overview;
  std::shared_ptr<const std::string> written{};  ///< by query::Hall::write
};

/// What whoever follows a connection overhears is told again and again, without any Accepted.
using Answer = std::variant<HallAnswer, std::shared_ptr<const Replay>, AccountAnswer, std::vector<Connection>,
                            Overheard, Transcript>;

}  // namespace protocols
