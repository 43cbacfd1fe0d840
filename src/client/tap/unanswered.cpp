// Requests in the order in which they were made.
#include "client/tap/unanswered.hpp"

#include <algorithm>
#include <utility>

namespace client::tap {
namespace {

/// More than a server lets wait; older ones were answered by something that was not understood.
constexpr std::size_t kMost = 256;

}  // namespace

void Unanswered::ask(std::string_view message, Standing standing) {
  const auto answer = grammar_ == nullptr ? std::string_view() : answer_to(*grammar_, message);
  if (waiting_.size() == kMost) waiting_.pop_front();
  waiting_.push_back({{std::string(message), standing}, answer});
}

void Unanswered::answer(std::string_view message) {
  if (grammar_ == nullptr) return;
  const auto found = std::ranges::find_if(
      waiting_, [&](const Waiting& one) { return is_answer(*grammar_, one.answer, message); });
  if (found == waiting_.end()) return;
  last_ = std::move(found->asked);
  waiting_.erase(waiting_.begin(), found + 1);
}

std::deque<Unanswered::Waiting>::iterator Unanswered::refused() {
  const auto found = std::ranges::find_if(waiting_, [](const Waiting& one) {
    const bool taken = one.answer.empty() && one.asked.standing == Standing::right;
    return !taken;
  });
  return found == waiting_.end() ? waiting_.begin() : found;
}

/// Where nothing waits, something that looked like an answer was none.
std::optional<Asked> Unanswered::refuse() {
  if (waiting_.empty()) return std::exchange(last_, std::nullopt);
  const auto found = refused();
  auto asked = std::move(found->asked);
  waiting_.erase(waiting_.begin(), found + 1);
  last_.reset();
  return asked;
}

void Unanswered::settle() {
  std::erase_if(waiting_, [&](Waiting& one) {
    if (!one.answer.empty()) return false;
    last_ = std::move(one.asked);
    return true;
  });
}

}  // namespace client::tap
