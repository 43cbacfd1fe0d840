// Who is taken for dead, and when this node falls silent.
#include "cluster/membership.hpp"

#include <gtest/gtest.h>

namespace cluster {
namespace {

using std::chrono::milliseconds;

constexpr NodeId kSelf{1};
constexpr NodeId kOther{2};

Steady at(long long count) { return base::from_millis(count); }

struct Watch {
  Membership membership{kSelf, {.beat = milliseconds(500)}};
  Picture picture{{{kSelf, 1}, {kOther, 4}}, {}};

  /// One beat of our own, which takes no time.
  void beat(long long now) {
    membership.sent(at(now));
    ++picture.nodes[0].beat;
    membership.came(picture, at(now));
  }
};

TEST(Membership, WhoseBeatStandsStillForALeaseIsDead) {
  Watch watch;
  for (int now = 0; now < 3000; now += 500) {
    watch.beat(now);
    EXPECT_TRUE(watch.membership.dead().empty()) << now;
  }
  watch.beat(3000);
  ASSERT_EQ(watch.membership.dead().size(), 1U);
  EXPECT_EQ(watch.membership.dead()[0].node, kOther);
  EXPECT_EQ(watch.membership.dead()[0].epoch, 4U);
  EXPECT_EQ(watch.membership.living().size(), 1U);
}

TEST(Membership, LooksWhenALeaseIsOver) {
  Watch watch;
  watch.beat(0);
  ++watch.picture.nodes[1].beat;
  watch.beat(400);
  for (int now = 900; now < 3400; now += 500) {
    EXPECT_EQ(watch.membership.next_beat(), at(now)) << "as ever";
    watch.beat(now);
  }
  ASSERT_TRUE(watch.membership.dead().empty());
  watch.beat(3300);
  EXPECT_EQ(watch.membership.next_beat(), at(3400)) << "not only at 3800";
  watch.beat(3400);
  EXPECT_EQ(watch.membership.dead().size(), 1U);
  EXPECT_EQ(watch.membership.next_beat(), at(3900)) << "once is enough";
}

TEST(Membership, WhoBeatsNowAndThenLives) {
  Watch watch;
  for (int now = 0; now < 20'000; now += 500) {
    if (now % 2500 == 0) ++watch.picture.nodes[1].beat;
    watch.beat(now);
    EXPECT_TRUE(watch.membership.dead().empty()) << now;
  }
}

TEST(Membership, WhoComesBackAsAnotherRunLives) {
  Watch watch;
  for (int now = 0; now < 3000; now += 500) watch.beat(now);
  watch.picture.nodes[1].epoch = 5;
  watch.beat(3000);
  EXPECT_TRUE(watch.membership.dead().empty());
}

TEST(Membership, WhileTheDirectoryStoodStillNobodyHasDied) {
  Watch watch;
  for (int now = 0; now <= 2500; now += 500) watch.beat(now);
  watch.membership.sent(at(3000));
  watch.membership.failed(at(8000));
  watch.beat(9000);
  EXPECT_TRUE(watch.membership.dead().empty()) << "its own beats did not go on";
  for (int now = 9500; now < 12'000; now += 500) {
    watch.beat(now);
    EXPECT_TRUE(watch.membership.dead().empty()) << now;
  }
  watch.beat(12'000);
  EXPECT_EQ(watch.membership.dead().size(), 1U);
}

TEST(Membership, ANodeThatSaysThatItIsDownIsNotWaitedFor) {
  Watch watch;
  watch.picture.nodes[1].state = NodeState::down;
  watch.beat(0);
  EXPECT_EQ(watch.membership.dead().size(), 1U);
}

/// Counted from when the beat was sent: others may have seen it at once.
TEST(Membership, ANodeFallsSilentBeforeAnybodyCanTakeItOver) {
  Watch watch;
  EXPECT_FALSE(watch.membership.may_speak(at(0)));
  watch.membership.sent(at(1000));
  watch.membership.came(watch.picture, at(2000));
  EXPECT_TRUE(watch.membership.may_speak(at(3499)));
  EXPECT_FALSE(watch.membership.may_speak(at(3500)));
  EXPECT_TRUE(watch.membership.next_beat());
  watch.membership.sent(at(3000));
  EXPECT_FALSE(watch.membership.next_beat()) << "one at a time";
  EXPECT_FALSE(watch.membership.may_speak(at(3600)));
  watch.membership.came(watch.picture, at(3700));
  EXPECT_TRUE(watch.membership.may_speak(at(3800)));
}

}  // namespace
}  // namespace cluster
