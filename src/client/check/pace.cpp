// Waiting.
#include "client/check/pace.hpp"

#include <algorithm>

namespace client::check {
namespace {

constexpr std::chrono::seconds kLongestSearch{20};  ///< for a deal that fits
constexpr std::chrono::seconds kShortSearch{8};     ///< where none was found for others
constexpr int kEnoughSearches = 3;
constexpr int kEnoughSilences = 2;       ///< of one kind, after which it is waited for shortly
constexpr Milliseconds kShortWait{250};  ///< for what never came

}  // namespace

Milliseconds Pace::get() const { return std::clamp(3 * slowest_, Milliseconds{15}, Milliseconds{100}); }

/// What was slow once is forgotten after some answers.
void Pace::note(Milliseconds answer) { slowest_ = std::max(answer, slowest_ * 9 / 10); }

/// A server that kept its side open once is not waited for again.
Milliseconds Pace::parting(Milliseconds patience) const { return parts_ ? patience : get(); }

Milliseconds Pace::patience(Milliseconds usual, const std::string& shape) const {
  const auto found = silences_.find(shape);
  if (found == silences_.end() || found->second < kEnoughSilences) return usual;
  return std::min(usual, std::max(kShortWait, 6 * slowest_));
}

std::chrono::seconds Pace::search() const {
  return vain_searches_ < kEnoughSearches ? kLongestSearch : kShortSearch;
}

}  // namespace client::check
