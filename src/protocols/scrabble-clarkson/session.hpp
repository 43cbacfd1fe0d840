// The server's half of the Clarkson Scrabble protocol.
#pragma once

#include <array>

#include "protocols/all.hpp"
#include "protocols/line_halves.hpp"
#include "protocols/scrabble-clarkson/names.hpp"
#include "protocols/scrabble-clarkson/words.hpp"
#include "protocols/scrabble.hpp"

namespace protocols::scrabble_clarkson {

inline constexpr std::string_view kSingleGame = "clarkson-single-game";

inline constexpr std::array kSwitches{
    Switch{kSingleGame, "scrabble-clarkson: one game at a time; who comes later is sent away"},
    protocols::scrabble::kCommon,
};

/// Silence in the lobby is counted in these; after so many, who has not said READY must go (ruling 25).
inline constexpr base::Duration kTick = std::chrono::seconds(10);
inline constexpr int kPatience = 60;

class Session final : public LineSession {
 public:
  explicit Session(const SessionContext& context);

  std::optional<Request> next() override;
  void tell(const Notice& notice) override;
  void tick() override;
  void show(std::string_view words) override { shown_.append(". ").append(words); }
  bool finished() const override { return stage_ == Stage::finished; }

 private:
  enum class Stage : std::uint8_t {
    greeting,   ///< HELLO has not been taken yet
    arriving,   ///< it has: a name and the lobby are asked for
    gathering,  ///< in the lobby
    playing,
    over,  ///< the game is over, and the player has stayed
    finished,
  };
  /// The request that waits for its answer, or is to be made next.
  enum class Asked : std::uint8_t {
    nothing,
    address,           ///< to be called by one's address
    address_and_port,  ///< that was taken
    lobby,
    lobby_again,  ///< and be ready
    ready,
    name,
    place,
    exchange,
    pass,
  };

  std::optional<Request> arrive();
  std::optional<Request> read(std::string_view line);
  std::optional<Request> read_greeting(const Words& words);
  std::optional<Request> read_ready();
  std::optional<Request> read_userset(std::string_view name);
  std::optional<Request> read_move(const Words& words);
  table::Seek seek() const;

  void on(const table::Accepted& accepted);
  void on(const table::Refused& refused);
  void on(const table::Gathered& gathered);
  void on(const table::Renamed& renamed);
  void on(const table::Started& started);
  void on(const table::Resumed& resumed) { on(resumed.seat); }
  void on(const table::Happened& happened);
  void on(const table::Over& over);
  void on(const table::Said& /*said*/) {}      // there is no chat
  void on(const table::Agreed& /*agreed*/) {}  // nor a rematch: READY leads to the open lobby
  void on(const table::Listed& /*listed*/) {}
  void on(const table::Presence& /*presence*/) {}
  void on(const table::BesidesTheGame auto& /*unheard*/) {}

  void say_line(std::string_view line);
  std::optional<Request> refuse(base::Error error);
  std::optional<Request> refuse(base::Reason code, std::string_view words);
  void dismiss();
  void say_done(std::string_view words);
  void welcome(const table::Gathered& gathered);
  void send_tiles();
  void send_score(base::Seat seat, int score);
  void send_turn(std::optional<base::Seat> to_move);

  std::string address_;
  std::uint16_t port_;
  table::Rooms rooms_;
  bool common_;  ///< players of other protocols may be in the lobby
  std::string line_;
  std::string shown_;  ///< for people, until it was told
  Stage stage_ = Stage::greeting;
  Asked asked_ = Asked::nothing;
  Asked due_ = Asked::nothing;  ///< what the session itself asks for next
  bool entering_ = false;       ///< the lobby has been found, and its people are not known yet
  bool ready_ = false;
  bool on_turn_ = false;  ///< as far as this player was told
  int silence_ = 0;       ///< ticks since the last line
  base::Seat seat_;
  std::string name_;
  std::vector<std::string> players_;  ///< names by seat
  Names names_;
  games::scrabble::Rack rack_;
};

}  // namespace protocols::scrabble_clarkson
