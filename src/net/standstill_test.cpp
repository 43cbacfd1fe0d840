// What is a gap and what is work.
#include "net/standstill.hpp"

#include <gtest/gtest.h>

#include <ctime>
#include <thread>

namespace net {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

/// Uses the processor for so long, however long that takes.
void compute(std::chrono::milliseconds time) {
  const auto used = [] {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
  };
  for (const auto end = used() + time; used() < end;) continue;
}

TEST(Standstill, WorkIsNoGapHoweverLongItTakes) {
  const auto began = Clock::now();
  Standstill standstill;
  compute(500ms);
  const auto gap = standstill.take();
  EXPECT_LE(gap, Clock::now() - began - 500ms);
}

TEST(Standstill, WorkThatDidNotGetTheProcessorIs) {
  Standstill standstill;
  compute(50ms);
  std::this_thread::sleep_for(300ms);
  EXPECT_GE(standstill.take(), 300ms);
  EXPECT_LT(standstill.take(), kNoticedGap) << "it is told once";
}

TEST(Standstill, AWaitIsAGapBeyondWhatWasAskedFor) {
  Standstill standstill;
  standstill.waits(1000ms);
  std::this_thread::sleep_for(5ms);
  standstill.woke();
  const auto began = Clock::now();
  standstill.waits(100ms);
  std::this_thread::sleep_for(400ms);
  standstill.woke();
  const auto took = Clock::now() - began;
  const auto gap = standstill.take();
  EXPECT_GE(gap, 299ms);
  EXPECT_LE(gap, took - 100ms);
}

}  // namespace
}  // namespace net
