// A thread of its own for work that would keep everybody waiting.
#include "net/worker.hpp"

#include <chrono>
#include <csignal>
#include <new>

namespace net {
namespace {

/// How long it takes until there may be memory again.
constexpr auto kMoment = std::chrono::milliseconds(10);

}  // namespace

/// Signals are for the loop's thread: the new one inherits a mask that blocks them all.
Worker::Worker(Loop& loop) : loop_(loop) {
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  thread_ = std::thread([this] { labour(); });
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void Worker::stop() {
  {
    const std::lock_guard guard(mutex_);
    stopping_ = true;
  }
  changed_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void Worker::give(Work work, Then failed, const std::string& whose) {
  {
    const std::lock_guard guard(mutex_);
    auto& own = waiting_[whose];
    own.push_back({std::move(work), std::move(failed)});
    if (own.size() == 1) turns_.push_back(whose);
  }
  changed_.notify_one();
}

/// Whoever has more goes to the end of the line.
Worker::Job Worker::take_next() {
  auto whose = std::move(turns_.front());
  turns_.pop_front();
  const auto own = waiting_.find(whose);
  auto job = std::move(own->second.front());
  own->second.pop_front();
  if (own->second.empty()) {
    waiting_.erase(own);
  } else {
    turns_.push_back(std::move(whose));
  }
  return job;
}

/// What follows from the work. Nothing is made where it fails, for which there might be no memory, either.
Worker::Then Worker::perform(Job job) {
  try {
    return job.work();
  } catch (const std::bad_alloc&) {
    return std::move(job.failed);
  }
}

/// Somebody waits for it: it is tried until there is room.
void Worker::hand_over(Then then) {
  for (bool done = false; !done;) {
    try {
      loop_.post(std::move(then));  // NOLINT(bugprone-use-after-move): where it throws, nothing was moved
      done = true;
    } catch (const std::bad_alloc&) {
      std::this_thread::sleep_for(kMoment);
    }
  }
}

void Worker::labour() {
  for (;;) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return stopping_ || !turns_.empty(); });
    if (stopping_) return;
    auto job = take_next();
    lock.unlock();
    hand_over(perform(std::move(job)));
  }
}

}  // namespace net
