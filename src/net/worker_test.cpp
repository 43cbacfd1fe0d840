// In whose turn work is done, and what becomes of work that cannot be.
#include "net/worker.hpp"

#include <gtest/gtest.h>

#include <future>
#include <new>

namespace net {
namespace {

TEST(Worker, PeopleWaitForOneOfEachOtherAndNotForAll) {
  Loop loop;
  std::string done;
  std::promise<void> begin;
  Worker worker(loop);
  const auto give = [&](char what, const std::string& whose) {
    worker.give(
        [&, what]() -> Worker::Then {
          return [&, what] {
            done += what;
            if (done.size() == 8) loop.stop();
          };
        },
        [] {}, whose);
  };
  worker.give(
      [&]() -> Worker::Then {
        begin.get_future().wait();  // until all the rest is there
        return [] {};
      },
      [] {});
  for (const char what : {'a', 'b', 'c', 'd', 'e'}) give(what, "greedy");
  give('1', "one");
  give('2', "two");
  give('3', "two");
  begin.set_value();
  loop.run();
  EXPECT_EQ(done, "a12b3cde");
}

TEST(Worker, WorkThatFindsNoMemoryIsGivenUpAndTheRestIsDone) {
  Loop loop;
  std::string done;
  Worker worker(loop);
  const auto loops_thread = std::this_thread::get_id();
  worker.give([]() -> Worker::Then { throw std::bad_alloc(); },
              [&] {
                EXPECT_EQ(std::this_thread::get_id(), loops_thread);
                done += "failed ";
              });
  worker.give(
      [&]() -> Worker::Then {
        return [&] {
          done += "done";
          loop.stop();
        };
      },
      [&] { done += "failed, too"; });
  loop.run();
  EXPECT_EQ(done, "failed done");
}

}  // namespace
}  // namespace net
