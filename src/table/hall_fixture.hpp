// A hall to test, with people who ask and hear.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>

#include "table/hall.hpp"
#include "table/testing.hpp"

namespace table::testing {

class HallTest : public ::testing::Test {
 protected:
  explicit HallTest(HallSettings settings = {.seed = 1, .hold = std::chrono::seconds(120)})
      : settings_(settings), hall_(std::in_place, kits_, settings) {}

  PlayerId arrive(std::string_view address = "10.0.0.1") {
    const PlayerId player{next_++};
    hall_->arrive(player, "web", address);
    return player;
  }
  PlayerId arrive_as(const std::string& name, std::string_view address = "10.0.0.1") {
    const auto player = arrive(address);
    EXPECT_EQ(ask(player, Name{name}), std::nullopt);
    return player;
  }

  /// What was refused; nothing if it was accepted. What everybody was told afterwards is in `told_`.
  std::optional<Code> ask(PlayerId player, const Request& request) {
    effects_ = {};
    hall_->handle(player, request, now_, effects_);
    EXPECT_EQ(effects_.tell.front().first, player) << "the answer comes first";
    if (const auto* refused = std::get_if<Refused>(&effects_.tell.front().second)) {
      EXPECT_EQ(effects_.tell.size(), 1);
      EXPECT_TRUE(effects_.journal.empty());
      return refused->error.code.kind;
    }
    EXPECT_TRUE(std::holds_alternative<Accepted>(effects_.tell.front().second));
    return std::nullopt;
  }

  std::optional<Code> seek(PlayerId player) { return ask(player, Seek{"chess", "", 2}); }

  /// What somebody sees who looks around.
  Overview look_around(PlayerId player) {
    effects_ = {};
    return *hall_->look_around(player, now_, effects_);
  }

  template <class What>
  auto told() const {
    return told_in<What>(effects_);
  }

  /// Time passes, and the hall is woken whenever it wants to be.
  void pass(base::Duration time) {
    effects_ = {};
    for (const auto until = now_ + time; now_ < until;) {
      now_ = std::clamp(hall_->timekeeper().next_wake().value_or(until), now_, until);
      hall_->wake(now_, effects_);
    }
  }
  /// The player's connection breaks.
  void lose(PlayerId player) {
    effects_ = {};
    hall_->lose(player, Loss::connection, now_, effects_);
  }

  /// The server dies; the journal gives the first table back.
  void restart() {
    const auto table = *hall_->tables().find_table({1});
    hall_.emplace(kits_, settings_);
    hall_->restore(table, now_);
  }

  games::Kits kits_;
  HallSettings settings_;
  std::optional<Hall> hall_;
  Effects effects_;
  Time now_ = kNow;
  std::uint64_t next_ = 1;
};

}  // namespace table::testing
