// The client's half of the Clarkson Scrabble protocol: keeps board, rack, scores and whose turn it is.
#pragma once

#include "protocols/line_halves.hpp"
#include "protocols/scrabble-clarkson/words.hpp"

namespace protocols::scrabble_clarkson {

/// Gathers in the lobby until as many are there as were sought, then is ready. Tolerates what servers in the
/// wild do: unknown lines, a board in other lines or with spaces, players who are named late.
class Client final : public LineClient {
 public:
  explicit Client(const games::Kits& kits) : kits_(kits) {}

  base::Result<void> ask(const Request& request) override;
  std::optional<games::AnyView> view() const override;

 private:
  /// What OK or NOK answers.
  enum class Sent : std::uint8_t { nothing, hello, userset, ready, move };

  void read(std::string_view said) override;
  bool read_board(std::string_view line);
  void read_hello();
  void read_ok();
  void read_nok(std::string_view why);
  void read_userjoin(std::string_view name);
  void read_userchange(std::string_view names);
  void read_starting();
  void read_score(std::string_view rest);
  void read_tiles(std::string_view tiles);
  void read_turn(std::string_view name);
  void read_winner(std::string_view rest);

  base::Result<void> play(const games::scrabble::Move& move);
  void seek_another();
  void send(std::string_view line);
  void send_name_or_ready();
  void gathered(std::string_view who);
  void be_ready_when_enough();
  std::optional<base::Seat> seat_of(std::string_view name);
  void count_tiles();
  void end_turn(std::optional<base::Seat> to_move);
  games::scrabble::Event what_happened(base::Seat who) const;

  const games::Kits& kits_;
  Sent sent_ = Sent::nothing;
  std::string name_;
  int seats_ = 0;  ///< how many are to play; 0: nothing was sought yet
  bool named_ = false;
  bool ready_ = false;
  std::vector<std::string> present_;  ///< the others in the lobby
  std::vector<std::string> players_;  ///< by seat: in the order in which the server named them
  std::optional<games::scrabble::View> game_;
  bool begun_ = false;                          ///< the first turn was named
  std::optional<games::scrabble::Move> asked_;  ///< the own move that waits for its answer
  bool reading_board_ = false;
  std::vector<games::scrabble::Tile> squares_;  ///< of the board that is being read
  games::scrabble::Board board_before_;         ///< when the turn began
  int score_before_ = 0;                        ///< of the player on turn
  bool turn_told_ = false;                      ///< something was said about the turn that is going on
};

}  // namespace protocols::scrabble_clarkson
