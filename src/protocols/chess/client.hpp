// The client's half of the chess protocol: keeps the position, since the wire says only moves.
#pragma once

#include "protocols/chess/words.hpp"
#include "protocols/line_halves.hpp"

namespace protocols::chess {

/// Sends only legal moves (ruling 13: servers in the wild die on an illegal one).
class Client final : public LineClient {
 public:
  void hang_up() override;
  base::Result<void> ask(const Request& request) override;
  std::optional<games::AnyView> view() const override;

 private:
  void read(std::string_view line) override;
  void read_color(const Words& words);
  void read_move_line(const Words& words);
  void read_promotion_line(const Words& words);
  void read_replay(const Words& words);
  void read_error(const Words& words);
  void read_strange(std::string_view line);

  base::Result<void> play(const games::chess::Move& move);
  void start(base::Seat seat);
  void opponent_plays(const games::chess::Move& move);
  games::chess::End counted_end() const;
  void happened(base::Seat who, std::vector<games::chess::Event> events);

  base::Seat seat_;
  std::optional<games::chess::State> game_;
  std::optional<games::chess::State> before_own_move_;  ///< what stands if the server refuses it
  std::optional<games::chess::Move> half_move_;         ///< the opponent's, while its promotion is awaited
  std::vector<Notice>
      held_;  ///< of an own move where the server may have counted a draw: told if it plays on
  bool asked_again_ = false;
  bool time_up_ = false;  ///< the server has said so (ruling 15)
  std::string strange_;   ///< the first line that is no message
  int strangers_ = 0;     ///< how many such lines came in a row
};

}  // namespace protocols::chess
