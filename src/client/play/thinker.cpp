// A thread on which bots think.
#include "client/play/thinker.hpp"

namespace client::play {

Thinker::Thinker(net::Loop& loop, std::uint64_t seed) : loop_(loop), rng_(seed), thread_([this] { run(); }) {}

Thinker::~Thinker() {
  {
    const std::lock_guard guard(mutex_);
    stopping_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void Thinker::choose(const bots::Bot& bot, games::AnyView view,
                     std::function<void(const games::AnyMove&)> done) {
  {
    const std::lock_guard guard(mutex_);
    tasks_.push_back({&bot, std::move(view), std::move(done)});
  }
  wake_.notify_one();
}

void Thinker::run() {
  for (;;) {
    std::unique_lock guard(mutex_);
    wake_.wait(guard, [this] { return stopping_ || !tasks_.empty(); });
    if (stopping_) return;
    auto task = std::move(tasks_.front());
    tasks_.pop_front();
    guard.unlock();
    const auto moves = games::moves(task.view);
    if (moves.empty()) continue;
    auto move = task.bot->choose(task.view, moves, rng_);
    loop_.post([done = std::move(task.done), move = std::move(move)] { done(move); });
  }
}

}  // namespace client::play
