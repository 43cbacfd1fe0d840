// A hall for one stranger: our half of the protocol, our rules, and bots to play against.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bots/all.hpp"
#include "protocols/all.hpp"
#include "table/hall.hpp"

namespace client::check {

/// What happened that somebody who watches the stranger may want to know.
struct Watch {
  int moves = 0;                             ///< of the stranger that were taken
  int refused_by_plot = 0;                   ///< moves that were refused though they are right
  bool seated = false;                       ///< a game has begun
  bool over = false;                         ///< it has ended
  std::optional<base::Seat> to_move{};       ///< in it
  std::optional<base::Seat> seat{};          ///< of the stranger
  bool asked_out_of_turn = false;            ///< a move came while it was another's turn
  std::vector<protocols::Remark> remarks{};  ///< what the stranger did wrong
};

/// One stranger and those whom the stranger plays. Nothing happens but in these calls.
class Host {
 public:
  Host(const protocols::Protocol& protocol, const games::Kits& kits, std::uint64_t seed);

  void receive(std::string_view bytes);
  /// The stranger is gone.
  void hang_up();
  void tick();
  /// The next move of whichever bot is to move; false if none is.
  bool move_bot();
  /// All bots leave, whatever they do.
  void send_bots_away();
  /// The next move of the stranger is refused, though it may be right.
  void refuse_next() { refuses_ = true; }

  std::string take_output() { return session_->take_output(); }
  bool finished() const { return session_->finished(); }
  const Watch& watch() const { return watch_; }

 private:
  struct Companion {
    base::PlayerId player;
    std::shared_ptr<const games::AnyView> view{};
    base::Seat seat{};
    std::optional<base::Seat> to_move{};
    bool playing = false;
    bool had_enough = true;  ///< it has said that it wants no other game
  };

  void work();
  void ask(base::PlayerId player, const table::Request& request);
  void deliver(table::Effects effects);
  void tell_stranger(const table::Notice& notice);
  void tell(Companion& companion, const table::Notice& notice);
  void bring_companions(const table::Seek& seek);

  const protocols::Protocol& protocol_;
  const games::Kits& kits_;
  protocols::Switches switches_;
  table::Hall hall_;
  base::Rng rng_;
  base::Time now_{};
  std::unique_ptr<protocols::Session> session_;
  base::PlayerId stranger_{1};
  std::map<base::PlayerId, Companion> companions_;
  std::uint64_t next_player_ = 2;
  bool refuses_ = false;
  bool gone_ = false;
  Watch watch_;
};

}  // namespace client::check
