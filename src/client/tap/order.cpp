// What must have been said before.
#include "client/tap/order.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "client/framed.hpp"

namespace client::tap {
namespace {

bool has(std::string_view message, std::string_view sign) {
  if (sign.empty()) return false;
  return sign.starts_with('"') ? message.contains(sign) : message.starts_with(sign);
}

bool begins_with_one_of(std::string_view message, std::string_view words) {
  const auto verb = message.substr(0, message.find_first_of(" |"));
  const auto all = base::split(words, ' ');
  return std::ranges::find(all, verb) != all.end();
}

}  // namespace

Order::Order(const protocols::Protocol& protocol) : protocol_(&protocol) {
  if (protocol.grammar != nullptr) allowed_.resize(protocol.grammar->premises.size());
}

std::optional<Rule> Order::check(Way way, std::string_view message) {
  if (protocol_->rule == nullptr || !sure_) return std::nullopt;
  message = without_strays(message);
  std::optional<Rule> broken;
  for (std::size_t at = 0; at < allowed_.size(); ++at) {
    const auto& premise = protocol_->grammar->premises[at];
    if (way == premise.way && has(message, premise.allows)) allowed_[at] = true;
    if (way == premise.way && has(message, premise.forbids)) allowed_[at] = false;
    if (way != Way::to_server || allowed_[at] || broken) continue;
    const bool spoken_of = premise.said.empty() ? !begins_with_one_of(message, premise.free)
                                                : begins_with_one_of(message, premise.said);
    if (spoken_of) broken = protocol_->rule(premise.refusal, premise.why);
  }
  return broken;
}

}  // namespace client::tap
