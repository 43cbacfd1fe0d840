// A table of one's own, against bots: a client half that needs no server.
#pragma once

#include "bots/all.hpp"
#include "protocols/session.hpp"
#include "table/table.hpp"

namespace client::play {

struct LocalSettings {
  const games::Kits* kits = nullptr;  ///< outlives the table
  std::string game;
  int seats = 2;
  std::string name;  ///< of the player
  std::uint64_t seed = 0;
};

/// Speaks as a server would, by notices. Bots do not move by themselves: who runs the table asks whose turn
/// it is and plays for them.
class LocalTable final : public protocols::Client {
 public:
  explicit LocalTable(LocalSettings settings);

  void receive(std::string_view /*bytes*/) override {}
  base::Result<void> ask(const table::Request& request) override;
  std::optional<games::AnyView> view() const override;

  /// A bot that is to move, and what it sees.
  struct Turn {
    base::Seat seat;
    games::AnyView view;
  };
  std::optional<Turn> bots_turn() const;
  void bot_plays(base::Seat seat, const games::AnyMove& move);

 private:
  base::Result<void> open();
  base::Result<void> act(base::Result<table::Step> step);

  LocalSettings settings_;
  base::Rng rng_;
  base::Seat own_;
  std::optional<table::Table> table_;
};

}  // namespace client::play
