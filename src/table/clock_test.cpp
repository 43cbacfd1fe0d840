// Clocks: their rules as text, the counting, and tables that are replayed with them.
#include "table/clock.hpp"

#include <gtest/gtest.h>

#include "games/chess/rules.hpp"
#include "table/standing.hpp"
#include "table/table.hpp"

namespace {

using namespace table;
using namespace std::chrono_literals;

TEST(ClockRules, AreReadAsTheyAreWritten) {
  for (const auto* text : {"", "move=60", "300+5", "180+0", "1+0", "move=1", "86400+3600"})
    EXPECT_EQ(write_clock(*read_clock(text)), text);
  EXPECT_EQ(write_clock(*read_clock("none")), "");
  EXPECT_EQ(*read_clock("300+5"), (ClockRule{ClockRule::Kind::fischer, 300s, 5s}));
  EXPECT_EQ(*read_clock("move=60"), (ClockRule{ClockRule::Kind::per_move, 60s, 0s}));
  for (const auto* wrong : {"300", "+5", "300+", "0+5", "move=0", "move=", "move=86401", "5:00", "300+3601",
                            "300+-1", "300+5+1", " 300+5", "None"}) {
    const auto rule = read_clock(wrong);
    ASSERT_FALSE(rule) << wrong;
    EXPECT_EQ(rule.error().code, base::Code::bad_options);
    EXPECT_NE(rule.error().detail.find("300+5"), std::string::npos) << "says what is meant";
  }
}

TEST(Clocks, FischerAddsAfterEachTurn) {
  Clock clock(*read_clock("10+2"), 2);
  clock.charge({0}, 4s);
  EXPECT_EQ(clock.left({0}), 6s);
  clock.press({0});
  EXPECT_EQ(clock.left({0}), 8s);
  EXPECT_EQ(clock.left({1}), 10s);
  clock.charge({0}, 9s);
  EXPECT_EQ(clock.left({0}), 0s) << "never below";
  clock.pass({0});
  EXPECT_EQ(clock.left({0}), 0s) << "a turn that was not made brings nothing";
}

TEST(Clocks, PerMoveIsFullAgainAfterEachTurn) {
  Clock clock(*read_clock("move=10"), 3);
  clock.charge({2}, 9s);
  EXPECT_EQ(clock.left({2}), 1s);
  clock.press({2});
  EXPECT_EQ(clock.left({2}), 10s);
  clock.charge({1}, 3s);
  clock.pass({1});
  EXPECT_EQ(clock.left({1}), 10s);
}

TEST(Clocks, WithoutARuleNothingRunsOut) {
  Clock clock;
  EXPECT_FALSE(clock.is_set());
  clock.charge({0}, 1h);
  clock.press({0});
  EXPECT_EQ(clock, Clock());
}

/// A table of chess with a clock, and every entry that it gave.
class ClockedTable : public ::testing::Test {
 protected:
  void open(std::string_view clock, std::string_view options = "") {
    Header header{{7}, "chess", std::string(options), 1, 1, kStart, {{"anna", "web"}, {"bert", "web"}}};
    header.clock = clock;
    table_.emplace(*Table::open(kits_, header));
    entries_.clear();
  }
  void take(Result<Step> step) {
    ASSERT_TRUE(step) << step.error().detail;
    entries_.push_back(step->entry);
    const auto rebuilt = replay(kits_, table_->header(), entries_);
    ASSERT_TRUE(rebuilt) << rebuilt.error().detail;
    EXPECT_EQ(*rebuilt, *table_) << "after " << entries_.back().text;
  }
  void play(std::string_view move, base::Duration thought = {}) {
    now_ += thought;
    take(table_->play(*table_->to_move(), *games::read("chess", move), {now_, thought}));
  }
  const games::chess::State& state() const { return games::get<games::chess::State>(table_->state()); }

  static constexpr Time kStart = Time(1'700'000'000'000ms);
  games::Kits kits_;
  std::optional<Table> table_;
  std::vector<Entry> entries_;
  Time now_ = kStart;
};

TEST_F(ClockedTable, WhatIsChargedIsReplayed) {
  open("60+2");
  play("e2e4", 5s);
  EXPECT_EQ(entries_.back().charged, 5s);
  EXPECT_EQ(table_->clock().left(), (std::vector<base::Duration>{57s, 60s}));
  play("e7e5", 1500ms);
  EXPECT_EQ(table_->clock().left(), (std::vector<base::Duration>{57s, 60500ms}));
  take(table_->rename({1}, "Berta", {now_ + 3s, 3s}));
  EXPECT_EQ(table_->clock().left({0}), 54s) << "whoever is to move thinks meanwhile";
}

TEST_F(ClockedTable, WhoseTimeIsUpLoses) {
  open("60+2");
  play("e2e4", 5s);
  EXPECT_FALSE(table_->flag({0}, now_)) << "not on turn";
  take(table_->flag({1}, {now_ + 60s, 60s}));
  EXPECT_EQ(table_->outcome(), (Outcome{{{0}}, {}, "time"}));
  EXPECT_EQ(table_->clock().left({1}), 0s);
  EXPECT_FALSE(table_->flag({1}, now_));
}

TEST_F(ClockedTable, WithoutAClockNoTimeIsUp) {
  open("");
  EXPECT_FALSE(table_->flag({0}, now_));
}

TEST_F(ClockedTable, TimeUpAgainstOneWhoCannotMateIsADraw) {
  for (const auto& [fen, drawn] : std::initializer_list<std::pair<std::string_view, bool>>{
           {"8/8/4k3/8/8/4K3/4P3/8_w_-_-_0_1", true},    // against a king
           {"8/8/4kn2/8/8/4K3/4P3/8_w_-_-_0_1", false},  // a pawn may stand in its own king's way
           {"8/8/4kn2/8/8/4K3/4Q3/8_w_-_-_0_1", true},   // but a queen cannot
           {"8/8/4kn2/8/8/4K3/4R3/8_w_-_-_0_1", false},
           {"8/8/4kb2/8/8/4K3/4R3/8_w_-_-_0_1", true},
           {"8/8/4kb2/8/8/4K3/4P3/8_w_-_-_0_1", false},
           {"8/8/3bkb2/8/8/4K3/4R3/8_w_-_-_0_1", true},  // bishops of one colour
           {"8/8/4kbb1/8/8/4K3/4R3/8_w_-_-_0_1", false},
           {"8/8/4kbn1/8/8/4K3/4Q3/8_w_-_-_0_1", false},
           {"8/8/4kp2/8/8/4K3/4Q3/8_w_-_-_0_1", false}}) {
    open("60+0", "start=" + std::string(fen));
    take(table_->flag({0}, {now_ + 60s, 60s}));
    EXPECT_EQ(table_->outcome()->winners.size(), drawn ? 2 : 1) << fen;
    EXPECT_EQ(table_->outcome()->reason, "time");
  }
}

TEST_F(ClockedTable, InOtherGamesTimeUpIsLeaving) {
  Header header{{7},
                "spectrangle",
                "",
                1,
                games::facts_of("spectrangle")->revision,
                kStart,
                {{"anna", "web"}, {"bert", "web"}}};
  header.clock = "move=20";
  table_.emplace(*Table::open(kits_, header));
  const auto first = *table_->to_move();
  take(table_->flag(first, {now_ + 20s, 20s}));
  ASSERT_TRUE(table_->outcome());
  EXPECT_EQ(table_->outcome()->reason, "time");
  EXPECT_EQ(std::ranges::count(table_->outcome()->winners, first), 0);
}

TEST_F(ClockedTable, ATurnOfSeveralMovesIsOneTurn) {
  Header header{{7},
                "shelfie",
                "",
                1,
                games::facts_of("shelfie")->revision,
                kStart,
                {{"anna", "web"}, {"bert", "web"}, {"carl", "web"}}};
  header.clock = "move=20";
  table_.emplace(*Table::open(kits_, header));
  const auto first = *table_->to_move();
  const auto step = [&] {
    const auto moves = games::moves(games::view(table_->state(), table_->to_move()));
    now_ += 3s;
    take(table_->play(*table_->to_move(), moves.front(), {now_, 3s}));
  };
  step();
  while (table_->to_move() == first) {
    EXPECT_LT(table_->clock().left(first), 20s);
    step();
  }
  EXPECT_EQ(table_->clock().left(first), 20s);
  const auto second = *table_->to_move();
  take(table_->flag(second, {now_ + 20s, 20s}));
  EXPECT_FALSE(table_->outcome()) << "two are left, who play on";
  EXPECT_NE(table_->to_move(), second);
  EXPECT_TRUE(table_->has_left(second));
}

TEST_F(ClockedTable, MovesAreTakenBackUntilWhoAskedIsToMove) {
  open("60+2");
  EXPECT_EQ(table_->plies_to({0}), std::nullopt);
  EXPECT_FALSE(table_->take_back({0}, now_));
  const auto start = state();
  play("e2e4", 5s);
  EXPECT_EQ(table_->plies_to({0}), 1);
  EXPECT_EQ(table_->plies_to({1}), std::nullopt) << "Black has made no move";
  const auto after_one = state();
  play("d7d5", 1s);
  play("e4d5", 1s);
  const auto after_three = state();
  play("d8d5", 1s);
  EXPECT_EQ(table_->plies_to({0}), 2);
  take(table_->take_back({1}, {now_ + 2s, 2s}));
  EXPECT_EQ(entries_.back().text, "!takeback=1");
  EXPECT_EQ(state(), after_three);
  EXPECT_EQ(table_->to_move(), Seat{1});
  take(table_->take_back({1}, now_));
  EXPECT_EQ(entries_.back().text, "!takeback=2");
  EXPECT_EQ(state(), after_one);
  EXPECT_EQ(table_->standing_moves(), 1U);
  EXPECT_EQ(standing_moves(entries_), 1U);
  take(table_->take_back({0}, now_));
  EXPECT_EQ(state(), start);
  EXPECT_EQ(table_->clock().left(), (std::vector<base::Duration>{56s, 62s})) << "times stay as they are";
  EXPECT_FALSE(table_->take_back({0}, now_));
  play("d2d4", 1s);
}

TEST_F(ClockedTable, AgreementIsADraw) {
  open("");
  play("e2e4");
  take(table_->agree({1}, now_));
  EXPECT_EQ(entries_.back().text, "!draw");
  EXPECT_EQ(table_->outcome(), (Outcome{{{0}, {1}}, {}, "agreement"}));
  EXPECT_FALSE(table_->agree({0}, now_));
  EXPECT_FALSE(table_->take_back({0}, now_));
}

TEST_F(ClockedTable, NonsenseInTheJournalIsCorrupt) {
  open("60+2");
  for (const auto* text : {"!takeback=1", "!takeback=0", "!takeback=x", "!flags"}) {
    Entry entry{{7}, 0, now_, {0}, text};
    EXPECT_EQ(table_->advance(entry).error().code, Code::corrupt) << text;
  }
  auto header = table_->header();
  header.clock = "soon";
  EXPECT_EQ(Table::open(kits_, header).error().code, Code::corrupt);
}

}  // namespace
