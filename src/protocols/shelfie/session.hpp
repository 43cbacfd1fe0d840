// The server's half of the GC41 protocol of My Shelfie, in whichever encoding the client speaks.
#pragma once

#include <memory>

#include "protocols/session.hpp"
#include "protocols/shelfie/coding.hpp"
#include "protocols/shelfie/messages.hpp"

namespace protocols::shelfie {

class Session final : public protocols::Session {
 public:
  explicit Session(const SessionContext& context);

  void receive(std::string_view bytes) override;
  std::optional<Request> next() override;
  void tell(const Notice& notice) override;
  void tick() override;
  void show(std::string_view words) override;
  bool hungry() const override { return coding_.hungry(); }
  std::size_t untaken() const override { return coding_.untaken(); }
  bool finished() const override { return finished_; }

 private:
  /// Where the player is.
  enum class Stage : std::uint8_t {
    stranger,   ///< has not logged in
    named,      ///< has, and is led back to a game unless the choice of a lobby is sent first
    choosing,   ///< in the global lobby
    gathering,  ///< in a game lobby
    playing,
    over,  ///< has been sent END_GAME and not acknowledged it
  };
  /// The request that waits for its answer.
  enum class Asked : std::uint8_t { nothing, name, lobby, any_lobby, move, release };

  std::optional<Request> read(const java::Tree& message);
  std::optional<Request> read_login(const Parts& parts);
  std::optional<Request> read_lobby(java::KeyLobbyPayload key, const java::Tree& message, java::Value value);
  std::optional<Request> read_phase(java::TurnPhase phase, const java::Tree& message, java::Value value);
  std::optional<Request> read_trouble();
  std::optional<Request> open_lobby(int seats, table::Make make);

  std::optional<Request> refuse(java::KeyErrorPayload key, java::ErrorType error, base::Reason code,
                                std::string_view why);
  std::optional<Request> refuse_data(java::ErrorType error, base::Reason code, std::string_view why);
  void refuse_bytes();
  void turn_away(std::optional<std::string_view> nickname, java::ErrorType error, base::Reason code,
                 std::string_view why);

  void on(const table::Accepted& accepted);
  void on(const table::Refused& refused);
  void on(const table::Gathered& gathered);
  void on(const table::Started& started);
  void on(const table::Resumed& resumed);
  void on(const table::Happened& happened);
  void on(const table::Presence& presence);
  void on(const table::BesidesTheGame auto& /*unheard*/) {}
  void on(const table::Over& over);
  void on(const table::Said& /*said*/) {}
  void on(const table::Agreed& /*agreed*/) {}
  void on(const table::Renamed& /*renamed*/) {}  // nicknames never change
  void on(const table::Listed& /*listed*/) {}

  /// What one act did that the players are told of once all of it is known.
  struct Act {
    std::optional<games::shelfie::TurnEnded> ended;
    std::optional<base::Seat> went;
    std::optional<base::Seat> came_back;
    std::optional<base::Seat> alone;  ///< the only one left here
    bool was_paused = false;          ///< the game waited before it
  };

  void note(const games::shelfie::Event& event);
  void tell_act(const Act& act);
  void refuse_move(const base::Error& error);
  void sit_down(const table::Started& started, Stage stage);
  void send(const java::Tree& message);
  void send_lobby_choice();
  void send_only_player(std::string_view nickname);
  const games::shelfie::View& view() const { return games::get<games::shelfie::View>(*view_); }
  Sight sight() const { return {view(), players_}; }

  const games::shelfie::RulesFile& rules_;
  Coding coding_;
  Stage stage_ = Stage::stranger;
  Asked asked_ = Asked::nothing;
  bool enters_ = false;  ///< a lobby, and is to be welcomed there
  bool makes_ = false;   ///< a lobby is to be made, since there was none to join (ruling 7)
  bool made_ = false;    ///< that was asked for, and is not told yet
  bool finished_ = false;
  std::string nickname_;
  std::string lobby_;
  base::Seat seat_;
  std::vector<std::string> players_;            ///< of the game, by seat
  std::shared_ptr<const games::AnyView> view_;  ///< how the game stands
  Act act_;
};

}  // namespace protocols::shelfie
