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

void Worker::stop() {
  {
    const std::lock_guard guard(mutex_);
    stopping_ = true;
  }
  changed_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void Worker::give(Work work, const std::string& whose) {
  {
    const std::lock_guard guard(mutex_);
    auto& own = waiting_[whose];
    if (own.empty()) turns_.push_back(whose);
    own.push_back(std::move(work));
  }
  changed_.notify_one();
}

/// Whoever has more goes to the end of the line.
Worker::Work Worker::take_next() {
  auto whose = std::move(turns_.front());
  turns_.pop_front();
  const auto own = waiting_.find(whose);
  auto work = std::move(own->second.front());
  own->second.pop_front();
  if (own->second.empty()) {
    waiting_.erase(own);
  } else {
    turns_.push_back(std::move(whose));
  }
  return work;
}

void Worker::labour() {
  for (;;) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return stopping_ || !turns_.empty(); });
    if (stopping_) return;
    const auto work = take_next();
    lock.unlock();
    loop_.post(work());
  }
}

}  // namespace net
