// Where the server's bots think.
#include "server/thinker.hpp"

#include <csignal>

namespace server {

/// Signals are for the loop's thread: the new one inherits a mask that blocks them all.
Thinker::Thinker(net::Loop& loop, Done done) : loop_(loop), done_(std::move(done)) {
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  thread_ = std::thread([this] { work(); });
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

Thinker::~Thinker() {
  {
    const std::lock_guard guard(mutex_);
    stopping_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void Thinker::ask(base::PlayerId bot, const Question& question) {
  {
    const std::lock_guard guard(mutex_);
    questions_.emplace_back(bot, question);
  }
  changed_.notify_one();
}

void Thinker::work() {
  for (;;) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return stopping_ || !questions_.empty(); });
    if (stopping_) return;
    const auto [bot, question] = questions_.front();
    questions_.pop_front();
    lock.unlock();
    loop_.post([this, who = bot, move = answer(question)] { done_(who, move); });
  }
}

}  // namespace server
