// What the journal keeps of a table: how it was opened, every act in order, how it was closed.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/error.hpp"
#include "base/ids.hpp"
#include "base/seed.hpp"
#include "base/time.hpp"
#include "games/game.hpp"

namespace table {

using base::Code;
using base::fail;
using base::PlayerId;
using base::Result;
using base::Seat;
using base::TableId;
using base::Time;
using games::Outcome;

/// Who sat down, and by which protocol they came.
struct Chair {
  std::string name;
  std::string protocol;
  std::string address{};  ///< whence they came, without the port; may be empty

  friend bool operator==(const Chair&, const Chair&) = default;
};

/// Everything that, with the entries, gives the table back.
struct Header {
  TableId table;
  std::string game;
  std::string options;  ///< in the game's shortest form
  base::Seed seed{};
  int revision = 0;  ///< of the game's rules
  Time opened{};
  std::vector<Chair> chairs;
  std::string lobby{};  ///< the standing lobby in which it is played, if any
  std::string clock{};  ///< the players' time (clock.hpp); empty: as much as they like

  friend bool operator==(const Header&, const Header&) = default;
};

/// One act at a table. `text` is a move in the game's notation, or an act of the table's own (below).
struct Entry {
  TableId table;
  std::uint64_t seq = 0;  ///< counted from 0 without gaps
  Time at{};
  Seat who;
  std::string text;
  base::Duration charged{};   ///< the time that it took whoever was to move, where a clock runs
  base::Duration forgiven{};  ///< besides: the time in which the server itself did not run

  friend bool operator==(const Entry&, const Entry&) = default;
};

inline constexpr std::string_view kLeave = "!leave";      ///< the seat's player left for good
inline constexpr std::string_view kAbandon = "!abandon";  ///< nobody came back; the game ends
inline constexpr std::string_view kAway = "!away";        ///< the seat's player went away
inline constexpr std::string_view kBack = "!back";        ///< and came back
inline constexpr std::string_view kSeen = "!seen";        ///< the seat's player has seen how the game ended
inline constexpr std::string_view kFlag = "!flag";        ///< the seat's time was up
inline constexpr std::string_view kDraw = "!draw";        ///< the seat's player agreed to a draw
inline constexpr std::string_view kResign = "!resign";    ///< the seat's player gave the game up
inline constexpr std::string_view kTakeback =
    "!takeback=";                                    ///< the seat got back so many moves, its own the first
inline constexpr std::string_view kName = "!name=";  ///< the seat's player has the name that follows, escaped

/// The table is closed; its outcome is what replaying the entries gives.
struct Closing {
  TableId table;
  Time at{};
  Outcome outcome;

  friend bool operator==(const Closing&, const Closing&) = default;
};

using Record = std::variant<Header, Entry, Closing>;

TableId table_of(const Record& record);

/// A name as one word, and back: spaces, '/' and '%' are written %20, %2F, %25.
std::string escape_name(std::string_view name);
Result<std::string> unescape_name(std::string_view text);

/// All chairs as one readable line, and back: "anna/chess/127.0.0.1 bert/web". Names are escaped.
std::string write_chairs(std::span<const Chair> chairs);
Result<std::vector<Chair>> read_chairs(std::string_view text);

/// An outcome as one readable line, and back: "checkmate winners=0" or "finished winners=0,2 scores=12,7,12".
std::string write_outcome(const Outcome& outcome);
Result<Outcome> read_outcome(std::string_view text);

/// Appends an entry without its table as one line with its end, and reads it without: "3 1764000000123 1
/// e7e5", and where time was charged "3 1764000000123 1 e7e5 2450" (milliseconds),
/// with what was forgiven "3 1764000000123 1 e7e5 2450 6000".
void write_entry(std::string& text, const Entry& entry);
Result<Entry> read_entry(TableId table, std::string_view line);

}  // namespace table
