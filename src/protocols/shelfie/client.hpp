// The client's half of the GC41 protocol of My Shelfie, in the encoding of its choice.
#pragma once

#include "base/rng.hpp"
#include "protocols/session.hpp"
#include "protocols/shelfie/coding.hpp"
#include "protocols/shelfie/known.hpp"
#include "protocols/shelfie/messages.hpp"

namespace protocols::shelfie {

/// Who seeks a game of the least number of players joins the first open lobby, whatever it is for. Who seeks
/// a larger one tries the lobbies by their numbers and opens one if there is none.
class Client final : public protocols::Client {
 public:
  Client(const games::Kits& kits, Encoding encoding);

  void receive(std::string_view bytes) override;
  base::Result<void> ask(const Request& request) override;
  void tick() override;
  std::optional<games::AnyView> view() const override;

 private:
  void read(const java::Tree& message);
  void read_connection(const java::Tree& message, const Parts& parts);
  void read_error(const java::Tree& message, const Parts& parts);
  void read_lobby_error(java::ErrorType error);
  void read_data(const java::Tree& message, const Parts& parts, java::TurnPhase phase);
  void read_start(const java::Tree& message, java::Value data);
  void read_turn(const java::Tree& message, java::Value data);
  void read_over(const java::Tree& message, java::Value data);
  void read_done(games::shelfie::Phase phase);

  base::Result<void> play(const games::shelfie::Move& move);
  void rematch(table::Wish wish);
  void choose_lobby();
  void join(int lobby);
  void set_presence(std::string_view nickname, games::shelfie::Presence presence);
  void everybody_else_is_away();
  void something_wrong();
  void send(const java::Tree& message);
  void refuse(java::ErrorType error);
  void confused(std::string_view why);

  const games::shelfie::RulesFile& rules_;
  Coding coding_;
  base::Rng rng_{1};
  std::string nickname_;
  bool choosing_ = false;      ///< the server waits for the choice of a lobby
  std::optional<int> wanted_;  ///< how many are to play, until a lobby is found
  int seats_ = 0;              ///< as asked for last
  int knocked_ = 0;            ///< the number of the lobby that was tried last
  int patience_ = 0;           ///< how often to look again before opening a lobby of one's own
  bool looks_again_ = false;   ///< at the next ping
  int silence_ = 0;            ///< ticks since the last ping
  int strangers_ = 0;          ///< lines in a row that are no message
  std::optional<Known> game_;
  std::optional<games::shelfie::Move> asked_;  ///< the own move that waits for its answer
};

}  // namespace protocols::shelfie
