// Gatherings: who waits in which lobby for what kind of table, and which table is to begin.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "table/clock.hpp"
#include "table/lobbies.hpp"
#include "table/overview.hpp"
#include "table/people.hpp"
#include "table/seeds.hpp"

namespace table {

/// A table that is to begin.
struct Beginning {
  Kind kind;
  std::string lobby;              ///< that stands; empty: there is none any more
  std::vector<PlayerId> players;  ///< by seat
};

/// Lobbies and those in them: everybody in a lobby knows so (Visitor::lobby), and is in no other. A lobby
/// goes with the last who is in it, unless a table is played there. Opens no table.
class Gatherings {
 public:
  /// Kits and people outlive it. The clocks are those of new tables, where nobody asks for another.
  Gatherings(const games::Kits& kits, Clocks clocks, People& people)
      : kits_(kits), clocks_(std::move(clocks)), people_(people) {}

  /// What kind of table is sought. It was tried out: a table of that kind can be opened. Code::bad_seats,
  /// Code::bad_options and what the game says.
  Result<Kind> kind_of(const Seek& seek) const;
  /// How many players the lobby is for in which somebody else waits for a game of the same kind but another
  /// size.
  std::optional<int> other_queue(PlayerId player, const Seek& seek, const Kind& kind) const;
  /// Whether the player, once in no lobby, could come into one. Code::no_lobby, Code::lobby_full.
  Result<void> check(PlayerId player, const Seek& seek, const Kind& kind);

  /// Somebody who may, and is in no lobby, comes into one, which is made if need be.
  Lobby& enter(PlayerId player, const Seek& seek, const Kind& kind, Effects& effects);
  /// Somebody comes back to the game of a lobby that stands.
  void rejoin(PlayerId player, Lobby& lobby, Effects& effects);
  /// Somebody leaves the lobby that they are in. It, if others are still there, who are told.
  Lobby* leave(PlayerId player, Effects& effects);
  /// Another has the player's place in the lobby, if they are in one.
  void replace(PlayerId player, PlayerId other);
  /// Somebody in a lobby is ready; who sees that in another tab is told.
  Lobby& be_ready(PlayerId player, Effects& effects);

  /// The table that is to begin in the lobby, now that all in it are ready: if it does not stand, it is gone.
  /// Bots do not wait for people: who hears that only bots are left goes.
  std::optional<Beginning> begin(Lobby& lobby, Seeds& seeds, Effects& effects);

  /// The standing lobby in which a table that was rebuilt is played, made if there is none.
  Lobby& obtain(const Header& header);
  /// The standing lobby in which the table began; nullptr if there is none any more.
  Lobby* find(const Header& header);
  /// The same, unless it has gone on without the table.
  Lobby* lobby_of(const Header& header);
  /// Where it is said what is said at the table: in the lobby that stands, or at the table alone.
  std::shared_ptr<Chat> chat_of(const Header& header);
  /// The table is gone: its lobby waits for the next game, or goes, too.
  void end(const Header& header, Effects& effects);

  /// All lobbies of a game are gone, and nobody is told so; who was in them.
  std::vector<PlayerId> disband(std::string_view game);

  /// What somebody is told who is in the lobby, with what only they may know.
  Gathered gathered_for(const Lobby& lobby, PlayerId player, Gathered::Change change,
                        const std::string& who) const;
  /// The standing lobbies of a game that are no secret.
  Listed list(std::string_view game) const;
  /// The lobbies in which people wait for others, and that are no secret, as many as are shown at most.
  std::vector<Overview::Lobby> open_lobbies(std::size_t most) const;

 private:
  Result<void> check_kind(const Seek& seek, std::string_view options) const;
  void arrange(Lobby& lobby, std::vector<PlayerId>& players, Seeds& seeds) const;
  Gathered gathered_in(const Lobby& lobby, Gathered::Change change, const std::string& who) const;
  void tell(const Lobby& lobby, Gathered::Change change, const std::string& who, Effects& effects) const;
  bool are_bots(const Lobby& lobby) const;
  void send_bots_away(const Lobby& lobby, Effects& effects) const;

  const games::Kits& kits_;
  Clocks clocks_;
  People& people_;
  Lobbies lobbies_;
};

}  // namespace table
