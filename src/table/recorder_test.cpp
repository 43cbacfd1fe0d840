// The recorder alone: what one act leads to.
#include "table/recorder.hpp"

#include "table/parts_fixture.hpp"

namespace {

using namespace table;
using namespace table::testing;

class RecorderTest : public table::testing::PartsTest {
 protected:
  Step play(Sitting& sitting, Seat seat, std::string_view move) {
    return *sitting.table.play(seat, *games::read("chess", move), now_);
  }
};

TEST_F(RecorderTest, AnActIsWrittenDownOnceAndToldToAll) {
  const auto anna = arrive();
  const auto bert = arrive();
  const auto carl = arrive();
  auto& sitting = open({anna, bert}, "chess", "60+2");
  parts_.places.watch(carl, sitting, std::nullopt);
  recorder_.record(sitting, play(sitting, kFirst, "e2e4"), effects_);
  ASSERT_EQ(effects_.journal.size(), 1);
  EXPECT_EQ(std::get<Entry>(effects_.journal[0]).text, "e2e4");
  const auto happened = told<Happened>();
  ASSERT_EQ(happened.size(), 3);
  EXPECT_EQ(happened[2].first, carl);
  EXPECT_EQ(sitting.thinking.running, std::nullopt) << "the other has not been told yet";
  EXPECT_EQ(effects_.clocks.size(), 1);
}

TEST_F(RecorderTest, AnOfferLapsesByTheNextMoveOfTheOther) {
  auto& sitting = open({arrive(), arrive()});
  sitting.offers.make(kSecond, Proposal::draw);
  recorder_.record(sitting, play(sitting, kFirst, "e2e4"), effects_);
  ASSERT_EQ(told<Offered>().size(), 2);
  EXPECT_EQ(told<Offered>()[0].second.fate, Offered::Fate::lapsed);
}

TEST_F(RecorderTest, TheEndIsClosedToldAndRemembered) {
  const auto anna = arrive_as("anna");
  auto& sitting = open({anna, arrive_as("bert")});
  parts_.places.get_up(anna);
  parts_.seats.hold(sitting, kFirst, now_ + std::chrono::minutes(1));
  resign(sitting, kSecond);
  EXPECT_EQ(journalled<Entry>(), 1);
  EXPECT_EQ(journalled<Closing>(), 1);
  EXPECT_EQ(told<Over>().size(), 1) << "only bert is here";
  EXPECT_EQ(parts_.people.names().seat_for("anna"), nullptr) << "no seat waits in a game that is over";
  EXPECT_EQ(parts_.lookout.look(now_, parts_.gatherings, parts_.tables)->finished.size(), 1);
}

TEST_F(RecorderTest, AGameWithPresenceIsNotClosedByItsEnd) {
  auto& sitting = open({arrive(), arrive()}, "shelfie");
  recorder_.record(sitting, *sitting.table.abandon(now_), effects_);
  EXPECT_EQ(journalled<Entry>(), 1);
  EXPECT_EQ(journalled<Closing>(), 0) << "all have to see it first";
  EXPECT_EQ(told<Over>().size(), 2);
}

}  // namespace
