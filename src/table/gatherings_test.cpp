// Gatherings without tables: who comes into which lobby, and what is to begin.
#include "table/gatherings.hpp"

#include <gtest/gtest.h>

namespace {

using namespace table;

class GatheringsTest : public ::testing::Test {
 protected:
  PlayerId arrive(Hears hears = Hears::offers, std::string_view protocol = "web") {
    const PlayerId player{next_++};
    people_.arrive(player, {.protocol = protocol, .address = "10.0.0.1", .name = {}, .hears = hears});
    return player;
  }
  /// The table that is to begin, if any.
  std::optional<Beginning> seek(PlayerId player, const Seek& request) {
    effects_ = {};
    const auto kind = gatherings_.kind_of(request);
    EXPECT_TRUE(kind);
    EXPECT_TRUE(gatherings_.check(player, request, *kind));
    return gatherings_.begin(gatherings_.enter(player, request, *kind, effects_), seeds_, effects_);
  }

  games::Kits kits_;
  People people_{ComeBack::same_address};
  Gatherings gatherings_{kits_, {{"chess", "60+2"}}, people_};
  Seeds seeds_{base::Seed{1}};
  Effects effects_;
  std::uint64_t next_ = 1;
};

TEST_F(GatheringsTest, AKindHasTheHostsClockAndIsTriedOut) {
  EXPECT_EQ(gatherings_.kind_of({.game = "chess"})->clock, "60+2");
  EXPECT_EQ(gatherings_.kind_of({.game = "chess", .clock = "none"})->clock, "");
  EXPECT_EQ(gatherings_.kind_of({.game = "chess", .clock = "soon"}).error().code, Code::bad_options);
  EXPECT_EQ(gatherings_.kind_of({.game = "chess", .seats = 3}).error().code, Code::bad_seats);
  EXPECT_FALSE(gatherings_.kind_of({.game = "halma"}));
}

TEST_F(GatheringsTest, TwoWhoQueueAreToBegin) {
  const auto anna = arrive();
  const auto bert = arrive();
  EXPECT_FALSE(seek(anna, {.game = "chess", .seats = 2}));
  ASSERT_NE(people_.at(anna).lobby, nullptr);
  const auto beginning = seek(bert, {.game = "chess", .seats = 2});
  ASSERT_TRUE(beginning);
  EXPECT_EQ(beginning->kind, (Kind{"chess", "", "60+2"}));
  EXPECT_EQ(beginning->players, (std::vector{anna, bert}));
  EXPECT_EQ(beginning->lobby, "") << "it does not stand";
  EXPECT_EQ(people_.at(anna).lobby, nullptr);
}

TEST_F(GatheringsTest, WhoAsksForTheFirstSeatGetsItIfAllHearOffers) {
  const auto anna = arrive();
  const auto bert = arrive();
  seek(anna, {.game = "chess", .seats = 2, .first = First::other});
  EXPECT_EQ(seek(bert, {.game = "chess", .seats = 2})->players, (std::vector{bert, anna}));
  const auto carl = arrive(Hears::game_only);
  seek(anna, {.game = "chess", .seats = 2, .first = First::other});
  EXPECT_EQ(seek(carl, {.game = "chess", .seats = 2})->players, (std::vector{anna, carl}));
}

TEST_F(GatheringsTest, ALobbyThatStandsKeepsItsPeople) {
  const Seek request{.game = "chess", .seats = 2, .standing = true, .lobby = "club"};
  const auto anna = arrive();
  const auto bert = arrive();
  seek(anna, request);
  const auto beginning = seek(bert, request);
  ASSERT_TRUE(beginning);
  EXPECT_EQ(beginning->lobby, "club");
  auto& lobby = *people_.at(anna).lobby;
  EXPECT_EQ(&lobby, people_.at(bert).lobby);
  const Header header{{7}, "chess", "", 1, 1, {}, {}, "club", "60+2"};
  EXPECT_EQ(gatherings_.find(header), &lobby);
  EXPECT_EQ(gatherings_.lobby_of(header), nullptr) << "not of that table";
  lobby.table = TableId{7};
  EXPECT_EQ(gatherings_.lobby_of(header), &lobby);
  EXPECT_FALSE(gatherings_.begin(lobby, seeds_, effects_)) << "they play";
  gatherings_.end(header, effects_);
  EXPECT_FALSE(gatherings_.begin(lobby, seeds_, effects_)) << "nobody is ready";
  gatherings_.be_ready(anna, effects_);
  gatherings_.be_ready(bert, effects_);
  EXPECT_EQ(gatherings_.begin(lobby, seeds_, effects_)->players, (std::vector{bert, anna}))
      << "they take turns";
}

TEST_F(GatheringsTest, ALobbyGoesWithTheLast) {
  const Seek request{.game = "chess", .ready = false, .standing = true, .lobby = "club"};
  const auto anna = arrive();
  const auto bert = arrive();
  seek(anna, request);
  seek(bert, request);
  EXPECT_EQ(gatherings_.list("chess").lobbies.size(), 1);
  EXPECT_EQ(gatherings_.leave(anna, effects_), people_.at(bert).lobby);
  EXPECT_EQ(people_.at(anna).lobby, nullptr);
  gatherings_.replace(bert, anna);
  EXPECT_EQ(people_.at(bert).lobby, nullptr);
  EXPECT_EQ(gatherings_.list("chess").lobbies[0].present, std::vector{people_.at(anna).name});
  EXPECT_EQ(gatherings_.leave(anna, effects_), nullptr);
  EXPECT_TRUE(gatherings_.list("chess").lobbies.empty());
}

TEST_F(GatheringsTest, OthersMayQueueForAnotherSize) {
  const auto anna = arrive();
  const auto bert = arrive();
  const Seek three{.game = "shelfie", .seats = 3};
  const Seek two{.game = "shelfie", .seats = 2};
  seek(anna, three);
  const auto kind = *gatherings_.kind_of(two);
  EXPECT_EQ(gatherings_.other_queue(bert, two, kind), 3);
  EXPECT_EQ(gatherings_.other_queue(anna, two, kind), std::nullopt) << "their own";
}

TEST_F(GatheringsTest, BotsDoNotWaitForPeople) {
  const auto bot = arrive(Hears::offers, kBotProtocol);
  EXPECT_FALSE(seek(bot, {.game = "chess", .seats = 2}));
  ASSERT_EQ(effects_.tell.size(), 2);
  EXPECT_EQ(std::get<Gathered>(effects_.tell[1].second).change, Gathered::Change::left) << "it is to go";
}

}  // namespace
