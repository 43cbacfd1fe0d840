// The client's half of the Twente Scrabble protocol: keeps board, rack and scores, since the wire says only
// moves.
#pragma once

#include "protocols/scrabble-twente/words.hpp"
#include "protocols/session.hpp"

namespace protocols::scrabble_twente {

/// Whether a client announces the features that it has (CHAT), or none.
enum class Flags : std::uint8_t { announced, none };

/// Tolerates what servers in the wild do: unknown commands, errors with free text, extra arguments, other
/// case in names, INFORMMOVE for GAMEOVER.
class Client final : public protocols::Client {
 public:
  explicit Client(const games::Kits& kits, Flags flags = Flags::announced) : kits_(kits), flags_(flags) {}

  void receive(std::string_view bytes) override;
  base::Result<void> ask(const Request& request) override;
  std::optional<games::AnyView> view() const override;

 private:
  void read(std::string_view message);
  void read_start(const Units& units);
  void read_turn(const Units& units);
  void read_tiles_drawn(const Units& units);
  void read_inform(const Units& units);
  void read_over(const Units& units);
  void read_error(const Units& units);
  void read_word_inform(const Units& units, base::Seat seat);
  void read_swap_inform(const Units& units, base::Seat seat);

  base::Result<void> play(const games::scrabble::Move& move);
  base::Result<void> seek(int seats);
  void announce();
  void request_game();
  void read_welcome();
  std::optional<base::Seat> seat_of(std::string_view name) const;
  void put_asked_tiles_down();
  void place(const games::scrabble::Move& word, base::Seat seat);
  void end_turn(base::Seat seat);
  void happened(base::Seat who, games::scrabble::Event event);
  void confused(std::string why);
  template <class... Unit>
  void send(const Unit&... units);

  const games::Kits& kits_;
  Flags flags_;
  Framing framing_;
  /// How far it is with the server: games are asked for only by whom the server has welcomed.
  enum class Known : std::uint8_t { stranger, announced, welcome };
  Known known_ = Known::stranger;
  bool wants_game_ = false;   ///< one is to be asked for as soon as that may be
  bool speaks_last_ = false;  ///< something was said since the server's last message
  std::string name_;
  int seats_ = kFewestPlayers;  ///< as asked for last
  std::vector<std::string> players_;
  std::optional<games::scrabble::View> game_;   ///< of the game being played
  std::optional<base::Seat> left_;              ///< who has left it
  bool begun_ = false;                          ///< its first turn was told
  std::optional<games::scrabble::Move> asked_;  ///< the own move that waits for its answer
  bool put_down_ = false;                       ///< its tiles have left the rack
};

}  // namespace protocols::scrabble_twente
