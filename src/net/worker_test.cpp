// In whose turn work is done.
#include "net/worker.hpp"

#include <gtest/gtest.h>

#include <future>

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
        whose);
  };
  worker.give([&]() -> Worker::Then {
    begin.get_future().wait();  // until all the rest is there
    return [] {};
  });
  for (const char what : {'a', 'b', 'c', 'd', 'e'}) give(what, "greedy");
  give('1', "one");
  give('2', "two");
  give('3', "two");
  begin.set_value();
  loop.run();
  EXPECT_EQ(done, "a12b3cde");
}

}  // namespace
}  // namespace net
