// Waiting for answers that come on other threads.
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>

#include "base/error.hpp"

namespace harness {

/// What `question` is answered with by calling what it was given, on whatever thread.
template <class T, class Question>
base::Result<T> answer_of(Question question) {
  std::optional<base::Result<T>> answer;
  std::mutex mutex;
  std::condition_variable changed;
  question([&](base::Result<T> found) {
    const std::lock_guard guard(mutex);
    answer = std::move(found);
    changed.notify_one();
  });
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return answer.has_value(); });
  return *std::move(answer);
}

}  // namespace harness
