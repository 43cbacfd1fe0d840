// The parts of a hall to test one rule at a time, without a hall.
#pragma once

#include <gtest/gtest.h>

#include "table/attendance.hpp"
#include "table/testing.hpp"

namespace table::testing {

/// People, tables and the rules on which most others stand; a test adds the one that it is about.
class PartsTest : public ::testing::Test {
 protected:
  explicit PartsTest(HallSettings settings = {.seed = 1}) : settings_(settings) {}

  PlayerId arrive(const std::string& address = "10.0.0.1", Hears hears = Hears::offers,
                  const std::string& account = "") {
    const PlayerId player{next_++};
    parts_.people.arrive(player, {.protocol = "web",
                                  .address = address,
                                  .name = {},
                                  .hears = hears,
                                  .host = "10.0.0.1",
                                  .account = account});
    return player;
  }
  PlayerId arrive_as(const std::string& name) {
    const auto player = arrive();
    parts_.people.call(player, name, Naming::chosen);
    return player;
  }
  const Visitor& at(PlayerId player) const { return parts_.people.self_of(player); }

  /// A table without a lobby; nothing of how it began is in `effects_`.
  Sitting& open(const std::vector<PlayerId>& players, const std::string& game = "chess",
                const std::string& clock = "") {
    Effects begun;
    auto& sitting = **openings_.open({game, "", clock}, "", players, now_, begun);
    for (const auto& start : begun.clocks)
      parts_.clocks.start(parts_.tables.at(start.table).table, sitting.thinking, now_);
    return sitting;
  }
  /// A standing lobby in which all gather, and are ready but for the last.
  Lobby& gather(const std::vector<PlayerId>& players, const std::string& game = "chess") {
    Lobby* lobby = nullptr;
    for (const auto player : players) {
      const Seek seek{.game = game, .ready = player != players.back(), .standing = true, .lobby = "club"};
      lobby = &parts_.gatherings.enter(player, seek, *parts_.gatherings.kind_of(seek), effects_);
    }
    effects_ = {};
    return *lobby;
  }
  /// The table of those who are ready in a standing lobby.
  Sitting& begin_in_lobby(const std::vector<PlayerId>& players, const std::string& game = "chess") {
    auto& lobby = gather(players, game);
    openings_.be_ready(players.back(), now_, effects_);
    effects_ = {};
    return parts_.tables.at(*lobby.table);
  }
  /// The end of a chess game.
  void resign(Sitting& sitting, Seat seat) {
    recorder_.record(sitting, *sitting.table.resign(seat, now_), effects_);
  }

  template <class What>
  auto told() const {
    return told_in<What>(effects_);
  }
  template <class What>
  std::size_t journalled() const {
    return static_cast<std::size_t>(std::ranges::count_if(
        effects_.journal, [](const Record& one) { return std::holds_alternative<What>(one); }));
  }

  HallSettings settings_;
  games::Kits kits_;
  Parts parts_{kits_, settings_};
  Recorder recorder_{parts_};
  Openings openings_{parts_, Seeds(base::Seed{1})};
  Course course_{parts_, recorder_, openings_, settings_};
  Renaming renaming_{parts_, recorder_};
  Attendance attendance_{parts_, openings_, course_, renaming_, settings_};
  Effects effects_;
  Time now_ = kNow;
  std::uint64_t next_ = 1;
};

}  // namespace table::testing
