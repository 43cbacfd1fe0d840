// The client's half of the Spectrangle protocol: keeps board, hands, scores and whose turn it is, since the
// wire says only moves and tiles.
#pragma once

#include "protocols/line_halves.hpp"
#include "protocols/spectrangle/words.hpp"

namespace protocols::spectrangle {

/// Tolerates what servers in the wild do: unknown commands, commas between names, lobbies listed without the
/// one who is told, tiles that come before or long after the turn that they belong to, or before START.
class Client final : public LineClient {
 public:
  base::Result<void> ask(const Request& request) override;
  /// Seats are counted in turn order. Where a move cannot be asked for now, it is not this player's turn.
  std::optional<games::AnyView> view() const override;

 private:
  /// A tile that a player was given when the hand was full, or before there was a game.
  struct Early {
    std::string player;
    games::spectrangle::Tile tile;
  };

  void read(std::string_view line) override;
  void read_lobby(const Words& words);
  void read_start(const Words& words);
  void read_tile(const Words& words);
  void read_update(const Words& words);
  void read_score(const Words& words);
  void read_error(const Words& words);
  void read_chat(const Words& words);
  void read_lobbies(const Words& words);

  void enable_chat();
  base::Result<void> seek(const table::Seek& wanted);
  base::Result<void> play(const games::spectrangle::Move& move);
  void be_ready_when_enough_are_here();
  std::optional<base::Seat> seat_of(std::string_view name) const;
  bool give(base::Seat seat, games::spectrangle::Tile tile);
  void give_early_tiles();
  void begin_when_dealt();
  void begin();
  void owe_tile(base::Seat seat);
  games::spectrangle::Event carry_out(base::Seat seat, const games::spectrangle::Move& move);
  bool somebody_left() const;
  void send(std::string_view line);

  std::string name_;
  int seats_ = kFewestPlayers;        ///< how many must be here before this player is ready
  std::vector<std::string> present_;  ///< in the lobby, this player included
  bool joining_ = false;              ///< JOIN was not answered yet
  bool wants_ready_ = false;
  bool chats_ = false;  ///< the extension was enabled

  std::vector<std::string> players_;                  ///< of the game being played, in turn order
  std::optional<games::spectrangle::Position> game_;  ///< as far as it is known
  base::Seat own_;
  bool begun_ = false;                    ///< the hands were dealt
  bool asked_ = false;                    ///< a move waits for its answer
  int in_bag_ = 0;                        ///< by count, since tiles may be told late
  std::array<int, kMostPlayers> owed_{};  ///< by seat: tiles drawn that were not told yet
  std::vector<Early> early_;
};

}  // namespace protocols::spectrangle
