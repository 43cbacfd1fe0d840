// A host for one stranger: our half of the protocol, our rules, and bots to play against.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/meant.hpp"
#include "host/host.hpp"

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
  int unknown_words = 0;                     ///< moves that another server might have taken
};

/// One stranger and those whom the stranger plays. Nothing happens but in these calls.
class Host final : host::Surroundings {
 public:
  Host(const protocols::Protocol& protocol, const games::Kits& kits, const bots::Bot& opponent,
       std::uint64_t seed);

  void receive(std::string_view bytes);
  /// What was received last needs no judgement any more: the game is looked at as it stands now.
  void forget_message() { before_message_.reset(); }
  /// The stranger is gone.
  void hang_up();
  void tick();
  /// The next move of whichever bot is to move; false if none is.
  bool move_bot();
  /// All bots leave, whatever they do.
  void send_bots_away();
  /// The next move of the stranger is refused, though it may be right.
  void refuse_next() { refuses_ = true; }

  std::string take_output() { return std::exchange(output_, {}); }
  bool finished() const { return finished_; }
  const Watch& watch() const { return watch_; }
  /// How the game stands, as the stranger sees it: a FEN, or a board of lines; "" if the game has neither.
  std::string position() const;
  /// A move that would be right, or would have been in place of what was received last, in the game's own
  /// notation; "" if the stranger is not to move.
  std::string right_move() const;
  /// What was meant by a message that was refused; the one before it is what the stranger said last.
  std::vector<Meant> meant(std::string_view message, std::string_view before) const;
  /// Whether a message is half a move, and another must follow.
  bool is_half(std::string_view message) const;

 private:
  // Surroundings
  void send(base::PlayerId player, std::string_view bytes, base::Time now) override;
  void close(base::PlayerId player) override;
  void think(base::PlayerId bot, const host::Question& question) override;
  bool may_ask(base::PlayerId player, base::Time now) override;
  void handle(table::Hall& hall, const host::Asked& asked, table::Effects& effects) override;
  void took_turn(base::PlayerId player, const host::Turn& turn, base::Time now) override;
  void told(base::PlayerId player, const table::Notice& notice) override;

  void settle();
  const table::Table* table() const;
  const games::AnyState* state() const;
  std::optional<games::AnyView> view() const;
  base::Result<void> try_out(const games::AnyMove& move) const;
  void forgive_words(const table::Play& play, const table::Effects& effects);
  bool refuse(const table::Request& request, table::Effects& effects);
  void bring_bots(const table::Seek& seek);

  const protocols::Protocol& protocol_;
  const bots::Bot& opponent_;
  host::Host host_;
  base::Time now_{};
  std::vector<base::PlayerId> bots_;
  std::deque<std::pair<base::PlayerId, host::Question>> questions_;  ///< to bots, in their order
  bool bots_wait_ = false;  ///< a game is over, and they have not said yet that they want no other
  bool refuses_ = false;
  bool forgives_ = false;  ///< what comes next is refused on purpose, and not the stranger's fault
  bool finished_ = false;
  std::optional<base::TableId> table_;
  std::optional<games::AnyState> before_message_;  ///< how the game stood then; a refusal may cost the turn
  std::string output_;
  Watch watch_;
};

}  // namespace client::check
