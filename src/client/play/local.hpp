// A table of one's own, against bots: a client half that needs no server.
#pragma once

#include "bots/all.hpp"
#include "protocols/session.hpp"
#include "table/hall.hpp"

namespace client::play {

struct LocalSettings {
  const games::Kits* kits = nullptr;  ///< outlives the table
  std::string game;
  int seats = 2;
  std::string name;  ///< of the player
  std::uint64_t seed = 0;
  const bots::Bot* bot = nullptr;  ///< that all the others are
  std::string clock{};             ///< the players' time (table/clock.hpp); "": it is not counted
};

/// Speaks as a server would, by notices of a hall of its own. Bots do not move by themselves: who runs the
/// table asks whose turn it is and plays for them. Time does not pass by itself either.
class LocalTable final : public protocols::Client {
 public:
  explicit LocalTable(LocalSettings settings);

  void receive(std::string_view /*bytes*/) override {}
  base::Result<void> ask(const table::Request& request) override;
  std::optional<games::AnyView> view() const override;

  /// It is so late now; whose time is up loses it.
  void keep_time(base::Time now);
  /// When that is to be called again, if at all.
  std::optional<base::Time> next_wake() const;

  /// A bot that is to move, what it sees, and after how many acts.
  struct Turn {
    base::Seat seat;
    games::AnyView view;
    std::uint64_t acts = 0;
  };
  std::optional<Turn> bots_turn() const;
  /// Nothing if the game has gone on, or back, since then.
  void bot_plays(const Turn& turn, const games::AnyMove& move);

 private:
  base::Result<void> open();
  base::Result<void> handle(base::Seat seat, const table::Request& request);
  void deliver(const table::Effects& effects);
  void hear(const table::Notice& notice);
  std::optional<table::Reply> answer(base::Seat bot, const table::Notice& notice) const;
  const table::Table* table() const;

  LocalSettings settings_;
  base::Rng rng_;
  base::Seat own_;
  base::Time now_{};
  std::optional<table::Hall> hall_;  ///< a new one for each game
  bool begun_ = false;               ///< the game in it has
  std::shared_ptr<const games::AnyView> view_;
};

}  // namespace client::play
