// Cycles of lines.
#include "client/repeats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace client {
namespace {

constexpr std::size_t kLongest = 24;  ///< lines that are repeated by turns; a board is as long
constexpr std::size_t kTimes = 3;
constexpr std::size_t kTimesAlike = 5;

bool is_power_of_ten(std::size_t number) {
  while (number >= 10 && number % 10 == 0) number /= 10;
  return number == 1;
}

}  // namespace

std::string first_word(std::string_view text) {
  std::string word(text.substr(0, text.find_first_of(" |(")));
  std::erase_if(word, [](char sign) { return sign >= '0' && sign <= '9'; });
  return word;
}

std::vector<std::string> Repeats::add(ShownLine line) {
  std::vector<std::string> shown;
  if (!cycle_.empty()) {
    const auto& expected = cycle_[place_];
    const bool goes_on =
        likeness_ == Likeness::same ? expected.same == line.same : expected.alike == line.alike;
    if (goes_on) {
      held_.push_back(std::move(line.text));
      if (++place_ < cycle_.size()) return shown;
      place_ = 0;
      held_.clear();
      if (is_power_of_ten(++count_)) shown.push_back(note());
      if (!shown.empty()) told_ = count_;
      return shown;
    }
    leave_loop(shown);
  }
  shown.push_back(line.text);
  past_.push_back(std::move(line));
  if (past_.size() > kLongest * kTimesAlike) past_.pop_front();
  find_loop();
  return shown;
}

bool Repeats::recurs(std::size_t period, std::size_t times, Likeness likeness) const {
  const auto size = past_.size();
  if (size < period * times) return false;
  bool wrong = false;
  for (std::size_t at = size - period * times; at < size; ++at) {
    wrong = wrong || past_[at].wrong;
    if (at + period >= size) continue;
    const bool alike = likeness == Likeness::same ? past_[at].same == past_[at + period].same
                                                  : past_[at].alike == past_[at + period].alike;
    if (!alike) return false;
  }
  return likeness == Likeness::same || wrong;
}

void Repeats::find_loop() {
  for (const auto& [likeness, times] :
       {std::pair(Likeness::same, kTimes), std::pair(Likeness::alike, kTimesAlike)}) {
    for (std::size_t period = 1; period <= kLongest; ++period) {
      if (!recurs(period, times, likeness)) continue;
      cycle_.assign(past_.end() - static_cast<std::ptrdiff_t>(period), past_.end());
      likeness_ = likeness;
      place_ = 0;
      count_ = told_ = times;
      return;
    }
  }
}

std::string Repeats::note() const {
  const auto size = cycle_.size();
  const auto what = size == 1 ? std::string("the line above") : fmt::format("the {} lines above", size);
  return fmt::format("{}{}{}, x{}", head_, likeness_ == Likeness::same ? "" : "like ", what, count_);
}

void Repeats::leave_loop(std::vector<std::string>& shown) {
  if (count_ > told_) shown.push_back(note());
  std::ranges::move(held_, std::back_inserter(shown));
  held_.clear();
  cycle_.clear();
  past_.clear();
}

std::vector<std::string> Repeats::pause() {
  std::vector<std::string> shown;
  if (!cycle_.empty() && count_ > std::exchange(told_, count_)) shown.push_back(note());
  return shown;
}

std::vector<std::string> Repeats::end() {
  std::vector<std::string> shown;
  if (!cycle_.empty()) leave_loop(shown);
  return shown;
}

}  // namespace client
