// A thread of its own for work that would keep everybody waiting.
#include "net/worker.hpp"

#include <csignal>

namespace net {

/// Signals are for the loop's thread: the new one inherits a mask that blocks them all.
Worker::Worker(Loop& loop) : loop_(loop) {
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  thread_ = std::thread([this] { labour(); });
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

Worker::~Worker() {
  {
    const std::lock_guard guard(mutex_);
    stopping_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void Worker::give(Work work) {
  {
    const std::lock_guard guard(mutex_);
    waiting_.push_back(std::move(work));
  }
  changed_.notify_one();
}

void Worker::labour() {
  for (;;) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return stopping_ || !waiting_.empty(); });
    if (stopping_) return;
    const auto work = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    loop_.post(work());
  }
}

}  // namespace net
