// A sitting: a table in the hall, and the people around it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "table/chat.hpp"
#include "table/clocks.hpp"
#include "table/messages.hpp"
#include "table/offers.hpp"
#include "table/table.hpp"
#include "table/visitor.hpp"
#include "table/wishes.hpp"

namespace table {

/// Nobody sits on a seat that waits for its player: for no seat there is somebody in `players` and a time in
/// `held`.
struct Sitting {
  Table table;
  std::vector<std::optional<PlayerId>> players;  ///< by seat; nobody when away
  Wishes wishes;                                 ///< once the game is over
  std::vector<std::optional<Time>> held;         ///< by seat: how long it waits for its player
  std::optional<Time> paused_until{};            ///< when a paused game is given up
  std::vector<PlayerId> watchers{};
  Thinking thinking{};
  Offers offers{};
  std::shared_ptr<Chat> chat{};   ///< of the standing lobby, or its own
  std::uint64_t said_before = 0;  ///< lines that were there when the game began

  /// Now, and how long whoever is to move has thought until now.
  Moment moment(Time now) const { return table::moment(table, thinking, now); }
  /// How the clocks stand; nothing where there are none.
  std::shared_ptr<const Times> times(Time now) const { return table::times_of(table, thinking, now); }
  /// Whether nobody sits here, and no seat waits for anybody.
  bool is_deserted() const;
  /// From now on it is said there what is said here. Those with a seat may know it again when they come back.
  void talk_in(std::shared_ptr<Chat> room);
  /// What a browser may know of what was said here, whose person has that seat.
  std::vector<Said> said_to(Seat seat, const std::string& token) const;
  /// Who has a seat here, by seat.
  std::vector<Sitter> sitters() const;
};

/// What somebody is told who sits down at a table, or stands by it.
Started seat_facts(const Sitting& sitting, games::Viewer viewer, Time now);
/// What somebody is told who comes back to their seat.
Resumed resumed_at(const Sitting& sitting, const Visitor& someone, Time now);
/// Whether somebody sits at a table whose game goes on.
bool plays(const Visitor& someone);

inline Seat seat_at(std::size_t index) { return {static_cast<std::uint8_t>(index)}; }

}  // namespace table
