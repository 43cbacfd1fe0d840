// A table of one's own, against bots: a client half that needs no server.
#pragma once

#include <deque>
#include <functional>

#include "client/play/kept_game.hpp"
#include "host/host.hpp"

namespace client::play {

struct LocalSettings {
  const games::Kits* kits = nullptr;  ///< outlives the table
  std::string game;
  int seats = 2;
  std::string name;  ///< of the player
  std::uint64_t seed = 0;
  const bots::Bot* bot = nullptr;  ///< that all the others are
  std::string clock{};             ///< the players' time (table/clock.hpp); "": it is not counted
  std::optional<int> seat{};       ///< the player's own, from 0; none: by chance
  /// Told of the game before anybody is told of what happened in it; nullptr: nobody keeps it.
  std::function<void(const KeptGame& game)> keep{};
  std::optional<KeptGame> resumed{};  ///< the first game, which was begun before
};

/// Speaks as a server would, by notices of a host of its own. Bots do not move by themselves: who runs the
/// table asks whose turn it is and plays for them. Time does not pass by itself either.
class LocalTable final : public protocols::Client, host::Surroundings {
 public:
  explicit LocalTable(LocalSettings settings);

  void receive(std::string_view /*bytes*/) override {}
  base::Result<void> ask(const table::Request& request) override;
  std::optional<games::AnyView> view() const override;

  /// It is so late now; whose time is up loses it.
  void keep_time(base::Time now);
  /// When that is to be called again, if at all.
  std::optional<base::Time> next_wake() const;

  /// A bot that is to move, and what it sees.
  struct Turn {
    base::PlayerId bot;
    std::uint64_t number = 0;  ///< no other turn has it
    games::AnyView view;
    const bots::Bot* mind = nullptr;  ///< how it thinks
  };
  /// All of the game by now.
  const KeptGame& game() const { return game_; }
  std::optional<Turn> bots_turn() const;
  /// Nothing if the game has gone on, or back, since then.
  void bot_plays(const Turn& turn, const games::AnyMove& move);

 private:
  class OwnSeat;

  // Surroundings
  void send(base::PlayerId /*player*/, std::string_view /*bytes*/, base::Time /*now*/) override {}
  void think(base::PlayerId bot, const host::Question& question) override;
  void told(base::PlayerId player, const table::Notice& notice) override;

  base::Result<void> open();
  base::Result<void> reopen(KeptGame game);
  void sit_down();
  void settle();
  void keep_records(const std::vector<table::Record>& records);
  void tell_past(const table::Resumed& resumed);
  base::Result<void> handle_own(const table::Request& request);

  LocalSettings settings_;
  base::Rng rng_;
  int own_;  ///< as which one comes in, and so the seat
  base::Time now_{};
  std::optional<host::Host> host_;  ///< a new one for each game
  OwnSeat* seat_ = nullptr;         ///< the player's session there
  bool begun_ = false;              ///< the game in it has
  std::deque<Turn> turns_;          ///< of bots, in their order
  KeptGame game_;
  std::uint64_t turn_ = 0;  ///< the number of the last
  std::shared_ptr<const games::AnyView> view_;
};

}  // namespace client::play
