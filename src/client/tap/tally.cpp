// Counting.
#include "client/tap/tally.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "client/shown.hpp"

namespace client::tap {
namespace {

/// So many kinds are told apart, and so many told of.
constexpr std::size_t kMostKinds = 200;
constexpr std::size_t kMostTold = 10;
constexpr std::size_t kMostText = 80;

bool is_same_kind(const Sight& one, const Sight& other) {
  return one.kind == other.kind && one.way == other.way && one.sentence == other.sentence;
}

}  // namespace

void Tally::see(char peer, const Sight& sight) {
  if (sight.kind == Sight::Kind::message) ++messages_[static_cast<std::size_t>(sight.way)];
  if (!is_violation(sight)) return;
  ++violations_;
  const auto known =
      std::ranges::find_if(kinds_, [&](const Kind& kind) { return is_same_kind(kind.first, sight); });
  if (known != kinds_.end()) {
    ++known->count;
    if (known->first.hint.empty()) known->first.hint = sight.hint;
  } else if (kinds_.size() < kMostKinds) {
    kinds_.push_back({sight, peer});
  }
}

std::vector<std::string> Tally::to_mend() const {
  std::vector<std::string> lines;
  for (const auto& [first, peer, count] : kinds_) {
    if (lines.size() == kMostTold) {
      lines.push_back(fmt::format("and {} kinds more", kinds_.size() - kMostTold));
      break;
    }
    const bool client = first.way == Way::to_server;
    const auto text = shortened(first.text, kMostText);
    lines.push_back(fmt::format("{}. x{} by the {}: {}\n     first {} {} {}{}{}", lines.size() + 1, count,
                                client ? "client" : "server", first.sentence, peer, client ? '>' : '<', text,
                                first.hint.empty() ? "" : "\n     ", first.hint));
  }
  return lines;
}

}  // namespace client::tap
