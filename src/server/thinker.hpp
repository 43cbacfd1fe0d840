// Where the server's bots think: a thread of its own, so that nobody waits for them.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

#include "net/loop.hpp"
#include "server/bot_talk.hpp"

namespace server {

class Thinker {
 public:
  /// Answers are told on the loop's thread, in the order of the questions.
  using Done = std::function<void(base::PlayerId, std::optional<games::AnyMove>)>;

  Thinker(net::Loop& loop, Done done);
  Thinker(const Thinker&) = delete;
  Thinker& operator=(const Thinker&) = delete;
  /// Questions that wait are dropped.
  ~Thinker();

  void ask(base::PlayerId bot, const Question& question);

 private:
  void work();

  net::Loop& loop_;
  Done done_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::pair<base::PlayerId, Question>> questions_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace server
