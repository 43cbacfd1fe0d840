// Running a loop in a test until something has come true.
#pragma once

#include <chrono>

#include "net/loop.hpp"

namespace net {

/// False if it has not come true for so long that it never will.
template <class Condition>
bool comes_true(Loop& loop, Condition condition) {
  Loop::Timer limit(loop);
  Loop::Timer look(loop);
  bool late = false;
  limit.set(std::chrono::minutes(2), [&] {
    late = true;
    loop.stop();
  });
  look.repeat(std::chrono::milliseconds(1), [&] {
    if (!condition()) return;
    look.cancel();  // once: the loop is told to stop, and would be again when it runs next
    loop.stop();
  });
  loop.run();
  return !late;
}

}  // namespace net
