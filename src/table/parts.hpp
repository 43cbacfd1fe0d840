// What the hall knows, in parts; the rules between them stand on these and keep nothing of their own.
#pragma once

#include "table/audience.hpp"
#include "table/gatherings.hpp"
#include "table/held_seats.hpp"
#include "table/lookout.hpp"
#include "table/places.hpp"

namespace table {

struct HallSettings {
  base::Seed seed{};       ///< of the seeds of all tables, to repeat a test
  TableId first_table{1};  ///< ids below it are in the journal already
  base::Duration hold{};   ///< how long a seat of a restored table waits for its player
  base::Duration grace{};  ///< how long the seat of a player with a name waits whose connection broke
  base::Duration abandon = std::chrono::minutes(10);  ///< how long a paused game waits for players to return
  ComeBack come_back = ComeBack::same_address;
  Clocks clocks{};              ///< of new tables, where nobody asks for another
  Seeds::Source fresh_seed{};   ///< gives each table its own; none: all come from `seed`
  TableNumbers numbers{};       ///< gives each table its own; none: they are counted from `first_table`
  std::uint64_t most_acts = 0;  ///< so many acts end a game without a result; 0: none do
};

struct Parts {
  Parts(const games::Kits& kits, const HallSettings& settings)
      : people(settings.come_back),
        audience(people),
        tables(kits, settings.first_table, settings.numbers),
        gatherings(kits, settings.clocks, people),
        places(people, tables),
        seats(tables, people.names()) {}
  Parts(const Parts&) = delete;  // they know each other
  Parts& operator=(const Parts&) = delete;

  People people;
  Audience audience;
  Tables tables;
  RunningClocks clocks;
  Gatherings gatherings;
  Lookout lookout;
  Places places;
  HeldSeats seats;
};

}  // namespace table
