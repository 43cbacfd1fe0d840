// The server's half of the Twente Scrabble protocol.
#pragma once

#include <array>

#include "protocols/all.hpp"
#include "protocols/scrabble-twente/words.hpp"
#include "protocols/scrabble.hpp"

namespace protocols::scrabble_twente {

inline constexpr std::string_view kRetry = "twente-retry";
inline constexpr std::string_view kSingleGame = "twente-single-game";
inline constexpr std::string_view kNoChat = "twente-no-chat";
inline constexpr std::string_view kNoTeamplay = "twente-no-teamplay";

inline constexpr std::array kSwitches{
    Switch{kRetry, "scrabble-twente: a refused move does not lose the turn"},
    Switch{kSingleGame, "scrabble-twente: one game at a time, with E010 and E015"},
    Switch{kNoChat, "scrabble-twente: without the feature CHAT"},
    Switch{kNoTeamplay, "scrabble-twente: without the feature TEAMPLAY: games of two only"},
    protocols::scrabble::kCommon,
};

class Session final : public protocols::Session {
 public:
  explicit Session(const SessionContext& context);

  void receive(std::string_view bytes) override { framing_.receive(bytes); }
  std::optional<Request> next() override;
  void tell(const Notice& notice) override;
  void show(std::string_view words) override;
  bool hungry() const override { return framing_.hungry(); }
  std::size_t untaken() const override { return framing_.untaken(); }
  bool finished() const override { return finished_; }

 private:
  /// The request that waits for its answer.
  enum class Asked : std::uint8_t { nothing, name, game, move, forfeit, chat };

  std::optional<Request> read(std::string_view message);
  std::optional<Request> read_announce(const Units& units);
  std::optional<Request> read_request_game(const Units& units);
  std::optional<Request> read_make_move(const Units& units);
  std::optional<Request> read_send_chat(const Units& units);
  std::optional<Request> refuse(std::string_view error, base::Reason code, std::string_view why);

  void on(const table::Accepted& accepted);
  void on(const table::Refused& refused);
  void on(const table::Gathered& gathered);
  void on(const table::Started& started);
  void on(const table::Resumed& resumed);
  void on(const table::Happened& happened);
  void on(const table::Over& over);
  void on(const table::Said& said);
  void on(const table::Agreed& /*agreed*/) {}    // there is no rematch: who wants to play asks again
  void on(const table::Renamed& /*renamed*/) {}  // who was announced keeps that name for this protocol
  void on(const table::Listed& /*listed*/) {}
  void on(const table::Presence& /*presence*/) {}
  void on(const table::BesidesTheGame auto& /*unheard*/) {}

  template <class... Unit>
  void send(const Unit&... units);
  void sit_down(const table::Started& started);
  void send_inform(const table::Happened& happened);
  void send_turn(std::optional<base::Seat> to_move);

  bool retry_;
  bool chat_;
  bool teamplay_;
  table::Rooms rooms_;
  std::string_view options_;  ///< of the tables
  Framing framing_;
  std::string message_;
  Asked asked_ = Asked::nothing;
  std::string name_;        ///< as announced
  bool announced_ = false;  ///< and welcomed
  bool chats_ = false;      ///< the client announced CHAT
  bool playing_ = false;
  bool on_turn_ = false;   ///< as far as this player was told
  bool forfeits_ = false;  ///< a refused move loses the turn (ruling 4): to be asked for next
  bool finished_ = false;
  base::Seat seat_;
  std::vector<std::string> players_;
  std::optional<table::Happened> informs_;  ///< what INFORMMOVE will tell, once NEWTILES was sent (ruling 7)
};

}  // namespace protocols::scrabble_twente
