// The audience of one table, without a hall: who is told what, with whose eyes.
#include "table/audience.hpp"

#include <gtest/gtest.h>

#include "games/scrabble/rules.hpp"
#include "games/scrabble/testing.hpp"
#include "table/testing.hpp"

namespace {

using namespace table;
using table::testing::kNow;

/// Two who play Scrabble, of whom one has two tabs, and three who watch: with nobody's eyes, and with those
/// of each seat.
class AudienceTest : public ::testing::Test {
 protected:
  AudienceTest() {
    kits_.of<games::scrabble::Kit>().lexicon = games::scrabble::testing::lexicon_of("CAT DOG");
    Header header{{1},
                  "scrabble",
                  *games::complete_options(kits_, "scrabble", ""),
                  1,
                  games::facts_of("scrabble")->revision,
                  kNow,
                  {{"anna", "web"}, {"bert", "web"}}};
    arrive(kAnna, "10.0.0.1", Views::no);
    arrive(kTab, "token:b", Views::yes);
    arrive(kOtherTab, "token:b", Views::yes);
    sitting_.emplace(
        Sitting{*Table::open(kits_, header), {kAnna, people_.person_of(kTab)}, Wishes(2), {{}, {}}});
    for (std::uint64_t id = 10; id < 13; ++id) arrive({id}, "10.0.0.1", Views::yes);
    people_.at({11}).eyes = Seat{0};
    people_.at({12}).eyes = Seat{1};
    sitting_->watchers = {{10}, {11}, {12}};
  }
  void arrive(PlayerId player, const std::string& address, Views views) {
    people_.arrive(player, {.protocol = "web", .address = address, .name = {}, .views = views});
  }
  /// An act of which others may know less than whose it is.
  Step act() {
    const auto before = sitting_->table;
    const auto seat = *before.to_move();
    for (const auto& move : games::moves(games::view(before.state(), seat))) {
      auto step = sitting_->table.play(seat, move, kNow);
      const bool secret = step && std::ranges::any_of(step->events, [&](const auto& event) {
                            return games::redact(event, seat) != games::redact(event, std::nullopt);
                          });
      if (secret) return *std::move(step);
      sitting_->table = before;
    }
    ADD_FAILURE() << "nothing is secret";
    return {};
  }
  std::vector<games::AnyEvent> told_to(PlayerId player) const {
    std::vector<games::AnyEvent> list;
    for (const auto& [told, notice] : effects_.tell) {
      if (const auto* one = std::get_if<Happened>(&notice); one != nullptr && told == player)
        list.push_back(one->event);
    }
    return list;
  }

  static constexpr PlayerId kAnna{1};
  static constexpr PlayerId kTab{2};
  static constexpr PlayerId kOtherTab{3};
  games::Kits kits_;
  People people_{ComeBack::same_address};
  Audience audience_{people_};
  std::optional<Sitting> sitting_;
  Effects effects_;
};

TEST_F(AudienceTest, EverybodySeesWithTheirOwnEyes) {
  const auto step = act();
  audience_.tell_step(*sitting_, step, effects_);
  const auto seen = [&](games::Viewer viewer) {
    std::vector<games::AnyEvent> list;
    for (const auto& event : step.events) list.push_back(games::redact(event, viewer));
    return list;
  };
  ASSERT_NE(seen(Seat{0}), seen(Seat{1}));
  EXPECT_EQ(told_to(kAnna), seen(Seat{0}));
  EXPECT_EQ(told_to(people_.person_of(kTab)), seen(Seat{1}));
  EXPECT_EQ(told_to({10}), seen(std::nullopt));
  EXPECT_EQ(told_to({11}), seen(Seat{0}));
  EXPECT_EQ(told_to({12}), seen(Seat{1}));
}

TEST_F(AudienceTest, WhoAsksForViewsGetsOneWithTheLastEvent) {
  audience_.tell_step(*sitting_, act(), effects_);
  for (const auto& [player, notice] : effects_.tell) {
    const auto& happened = std::get<Happened>(notice);
    EXPECT_EQ(happened.view != nullptr, happened.last && player != kAnna);
    if (happened.view != nullptr && player == PlayerId{10}) {
      EXPECT_EQ(*happened.view, games::view(sitting_->table.state(), std::nullopt));
    }
  }
}

TEST_F(AudienceTest, WhoSitsIsToldFirst) {
  audience_.tell(*sitting_, Presence{{1}, false}, effects_);
  ASSERT_EQ(effects_.tell.size(), 5);
  EXPECT_EQ(effects_.tell[0].first, kAnna);
  EXPECT_EQ(effects_.tell[2].first, PlayerId{10});
  sitting_->players[0].reset();
  effects_ = {};
  audience_.tell(*sitting_, Presence{{0}, false}, effects_);
  EXPECT_EQ(effects_.tell.size(), 4) << "nobody sits there";
}

TEST_F(AudienceTest, OffersAreForThoseWhoHearThem) {
  people_.at({10}).hears = Hears::offers;
  audience_.tell_hearers(*sitting_, Offered{{0}, Proposal::draw, Offered::Fate::made}, effects_);
  ASSERT_EQ(effects_.tell.size(), 1);
  EXPECT_EQ(effects_.tell[0].first, PlayerId{10});
  EXPECT_TRUE(people_.all_hear_offers({{10}}));
  EXPECT_FALSE(people_.all_hear_offers({{10}, {11}}));
}

TEST_F(AudienceTest, WhatAPersonIsToldGoesToTheTabsThatShowIt) {
  const auto person = people_.person_of(kTab);
  const auto spread = [&](const Notice& notice) {
    effects_ = {};
    effects_.tell.emplace_back(person, notice);
    effects_.tell.emplace_back(kAnna, notice);
    audience_.spread(effects_);
    std::vector<PlayerId> told;
    for (const auto& one : effects_.tell) told.push_back(one.first);
    return told;
  };
  EXPECT_EQ(spread(Presence{{0}, true}), (std::vector{kTab, kAnna})) << "the other is not welcomed yet";
  people_.at(kOtherTab).welcomed = true;
  EXPECT_EQ(spread(Presence{{0}, true}), (std::vector{kTab, kOtherTab, kAnna}));
  people_.at(kOtherTab).watched = TableId{9};
  EXPECT_EQ(spread(Presence{{0}, true}), (std::vector{kTab, kAnna})) << "it shows another table";
  EXPECT_EQ(spread(Renamed{"a", "b"}), (std::vector{kTab, kOtherTab, kAnna}));
}

TEST_F(AudienceTest, CompanyIsWhoSitsTogether) {
  EXPECT_EQ(audience_.company_of(kAnna), std::vector{kAnna}) << "alone";
  people_.at(kAnna).sitting = &*sitting_;
  EXPECT_EQ(audience_.company_of(kAnna), (std::vector{kAnna, people_.person_of(kTab)}));
  EXPECT_TRUE(Audience::is_apart(people_.at(kAnna)));
  EXPECT_FALSE(Audience::is_apart(people_.at({10})));
}

}  // namespace
