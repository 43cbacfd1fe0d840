// How long a thread did not run though it wanted to.
#include "net/standstill.hpp"

#include <ctime>
#include <utility>

namespace net {
namespace {

/// Work that is shorter, in sum, cannot hide a gap that is noticed.
constexpr std::chrono::milliseconds kUnlooked{10};

std::chrono::nanoseconds cpu_time() {
  timespec used{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
}

}  // namespace

Standstill::Standstill() : seen_(Clock::now()), cpu_(cpu_time()) {}

void Standstill::waits(std::chrono::milliseconds at_most) {
  look();
  asked_ = at_most;
}

void Standstill::woke() {
  const auto now = Clock::now();
  add(now - std::exchange(seen_, now) - asked_);
}

std::chrono::milliseconds Standstill::take() {
  look();
  return std::chrono::floor<std::chrono::milliseconds>(std::exchange(gaps_, {}));
}

/// Until now the thread has worked. What the processor did is asked for now and then: it takes a system call.
void Standstill::look() {
  const auto now = Clock::now();
  worked_ += now - std::exchange(seen_, now);
  if (worked_ < kUnlooked) return;
  const auto cpu = cpu_time();
  add(std::exchange(worked_, {}) - (cpu - std::exchange(cpu_, cpu)));
}

void Standstill::add(std::chrono::nanoseconds gap) {
  if (gap > kNoticedGap) gaps_ += gap;
}

}  // namespace net
