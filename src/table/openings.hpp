// Openings: the tables that begin, in a lobby that is complete or for those who want another game.
#pragma once

#include <string>
#include <vector>

#include "table/parts.hpp"
#include "table/seeds.hpp"

namespace table {

/// Opens tables. A table begins in a lobby as soon as it is complete, whatever made it so: each change of who
/// is in it or ready goes through here. Each table has a seed of its own.
class Openings {
 public:
  /// The parts outlive it.
  Openings(Parts& parts, Seeds seeds) : parts_(parts), seeds_(std::move(seeds)) {}

  /// A table for players in seat order, who sit nowhere yet; the lobby is one that stands, or none.
  Result<Sitting*> open(const Kind& kind, const std::string& lobby, const std::vector<PlayerId>& players,
                        Time now, Effects& effects);
  /// Opens the table once everybody is there, and not only bots.
  void begin_if_complete(Lobby& lobby, Time now, Effects& effects);
  /// Somebody in a lobby is ready.
  void be_ready(PlayerId player, Time now, Effects& effects);
  /// Somebody leaves the lobby that they are in.
  void leave_lobby(PlayerId player, Time now, Effects& effects);

 private:
  void tell_wish(const Lobby& lobby, const Wished& wished, Effects& effects) const;

  Parts& parts_;
  Seeds seeds_;
};

}  // namespace table
