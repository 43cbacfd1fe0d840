// Where the server's bots think.
#include "server/thinker.hpp"

namespace server {

Thinker::Thinker(net::Loop& loop, Done done)
    : loop_(loop), done_(std::move(done)), thread_([this] { work(); }) {}

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
