// A channel to another node.
#include "cluster/channel.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace cluster {
namespace {

constexpr std::string_view kGot = "got ";

}  // namespace

bool Channel::up(Epoch epoch) {
  const bool is_new = epoch_ != epoch;
  if (is_new) {
    received_ = said_ = acknowledged_ = 0;
    kept_.clear();
  }
  epoch_ = epoch;
  up_ = true;
  open_ = false;
  said_ = received_;
  carry_(fmt::format("{}{}", kGot, received_));
  return is_new;
}

void Channel::send(std::string text) {
  if (!epoch_) return;  // nobody has ever been there
  if (open_) carry_(text);
  kept_.push_back(std::move(text));
}

std::optional<std::string_view> Channel::receive(std::string_view line) {
  if (!up_) return std::nullopt;
  if (line.starts_with(kGot)) {
    take_receipt(line.substr(kGot.size()));
    return std::nullopt;
  }
  ++received_;
  if (received_ - said_ >= kUnsaid) acknowledge();
  return line;
}

void Channel::acknowledge() {
  if (!up_ || said_ == received_) return;
  said_ = received_;
  carry_(fmt::format("{}{}", kGot, received_));
}

void Channel::take_receipt(std::string_view count) {
  const auto number = base::to_number<std::uint64_t>(count);
  if (!number || *number > acknowledged_ + kept_.size()) return;
  for (; acknowledged_ < *number; ++acknowledged_) kept_.pop_front();
  if (std::exchange(open_, true)) return;
  for (const auto& text : kept_) carry_(text);
}

}  // namespace cluster
