// The server's half of the chess protocol.
#pragma once

#include "protocols/chess/words.hpp"
#include "protocols/line_halves.hpp"

namespace protocols::chess {

class Session final : public LineSession {
 public:
  std::optional<Request> next() override;
  void tell(const Notice& notice) override;
  bool finished() const override { return stage_ == Stage::finished; }
  bool asks_by_itself() const override { return stage_ == Stage::arrived; }

 private:
  /// Where the conversation stands.
  enum class Stage : std::uint8_t { arrived, waiting, playing, promoting, over, answered, finished };

  std::optional<Request> read(std::string_view line);
  std::optional<Request> read_move_line(const Words& words);
  std::optional<Request> read_promotion_line(const Words& words);
  std::optional<Request> read_replay_line(const Words& words);
  std::optional<Request> refuse(Ordinal ordinal, base::Reason code, std::string_view why);

  void on(const table::Accepted& accepted);
  void on(const table::Refused& refused);
  void on(const table::Started& started);
  void on(const table::Happened& happened);
  void on(const table::Over& over);
  void on(const table::Agreed& agreed);
  void on(const table::Gathered& /*gathered*/) {}  // the protocol has no words for these
  void on(const table::Renamed& /*renamed*/) {}
  void on(const table::Listed& /*listed*/) {}
  void on(const table::Presence& /*presence*/) {}
  void on(const table::BesidesTheGame auto& /*unheard*/) {}
  void on(const table::Resumed& /*resumed*/) {}
  void on(const table::Said& /*said*/) {}

  std::string line_;
  Stage stage_ = Stage::arrived;
  bool colored_ = false;  ///< COLOR was sent; a rematch keeps the colours (ruling 11)
  bool on_turn_ = false;  ///< as far as this player was told
  base::Seat seat_;
  games::chess::Move asked_;  ///< the step that was asked for last
};

}  // namespace protocols::chess
