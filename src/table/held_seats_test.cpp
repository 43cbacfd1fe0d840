// Seats that wait: at their tables and in the book of names alike.
#include "table/held_seats.hpp"

#include <gtest/gtest.h>

#include "table/testing.hpp"

namespace {

using namespace table;
using namespace std::chrono_literals;
using namespace table::testing;

class HeldSeatsTest : public ::testing::Test {
 protected:
  /// A table to which nobody has come back.
  Sitting& restore(std::uint64_t id) {
    const Header header{{id},
                        "chess",
                        "",
                        1,
                        games::facts_of("chess")->revision,
                        kNow,
                        {{"anna", "web", "10.0.0.1"}, {"bert", "web", "10.0.0.2"}}};
    return tables_.restore(*Table::open(kits_, header));
  }

  games::Kits kits_;
  Tables tables_{kits_, {1}};
  NameBook names_;
  HeldSeats seats_{tables_, names_};
};

TEST_F(HeldSeatsTest, ASeatWaitsUnderItsPlayersName) {
  auto& sitting = restore(1);
  seats_.hold(sitting, kSecond, kNow + 10s);
  EXPECT_EQ(sitting.held[1], kNow + 10s);
  EXPECT_EQ(tables_.next_alarm(), kNow + 10s);
  ASSERT_NE(names_.seat_for("bert"), nullptr);
  EXPECT_EQ(names_.seat_for("bert")->place, (Place{{1}, kSecond}));
  EXPECT_EQ(names_.seat_for("bert")->address, "10.0.0.2");
  EXPECT_EQ(names_.seat_for("anna"), nullptr);
}

TEST_F(HeldSeatsTest, ASeatThatIsReleasedIsFoundNoMore) {
  auto& sitting = restore(1);
  seats_.hold(sitting, kFirst, kNow + 10s);
  seats_.hold(sitting, kSecond, std::nullopt);
  seats_.release(sitting, kFirst);
  EXPECT_EQ(names_.seat_for("anna"), nullptr);
  EXPECT_NE(names_.seat_for("bert"), nullptr);
  EXPECT_FALSE(tables_.take_alarm(kNow + 10s)) << "it rings for nothing";
  seats_.release_all(sitting);
  EXPECT_TRUE(names_.seats().empty());
  EXPECT_TRUE(sitting.is_deserted());
}

TEST_F(HeldSeatsTest, AnotherSeatOfThatNameWaitsOn) {
  auto& old = restore(1);
  auto& fresh = restore(2);
  seats_.hold(old, kFirst, kNow + 10s);
  seats_.hold(fresh, kFirst, kNow + 10s);
  seats_.release(old, kFirst);
  ASSERT_NE(names_.seat_for("anna"), nullptr);
  EXPECT_EQ(names_.seat_for("anna")->place.table, TableId{2});
}

}  // namespace
