// Verdicts.
#include "client/spar/referee.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/count.hpp"
#include "client/framed.hpp"
#include "client/shown.hpp"

namespace client::spar {
namespace {

constexpr std::size_t kBriefly = 80;
/// A guest that is refused so often without anything else in between has lost its way.
constexpr int kLost = 10;

std::string_view where(Phase phase) {
  switch (phase) {
    case Phase::connected:
      return "before it sought a game";
    case Phase::gathered:
      return "before a game began";
    case Phase::started:
      return "when the game had just begun";
    case Phase::played:
      return "in the middle of the game";
    case Phase::over:
      return "after the game";
  }
  return "";
}

std::string_view name_of(Fate fate) {
  switch (fate) {
    case Fate::survived:
      return "survived";
    case Fate::failed:
      return "FAILED";
    case Fate::untried:
      return "not tried";
  }
  return "";
}

}  // namespace

Referee::Referee(const protocols::Protocol& protocol, const Style& style)
    : protocol_(protocol), style_(style), heard_(protocol), told_cutter_(protocol) {}

void Referee::hear(std::string_view bytes) {
  heard_.hear(bytes);
  while (auto message = heard_.next()) {
    if (messages_++ == 0) wrong_ = frame_fault_of(protocol_, *message);
    played_on_ = played_on_ || on_purpose_ > 0;
    said_ = *std::move(message);
  }
}

void Referee::tell(std::string_view bytes) {
  told_cutter_.hear(bytes);
  while (auto message = told_cutter_.next()) {
    if (!protocol_.ping.empty() && message->contains(protocol_.ping)) continue;
    told_ = *std::move(message);
    const bool refused = protocol_.rule != nullptr && protocol_.rule(told_, std::nullopt).has_value();
    if (refused && refused_++ == 0)
      first_refused_ = fmt::format("'{}' was answered '{}'", shortened(said_, kBriefly), told_);
    if (!refused) refused_ = 0;
  }
}

void Referee::reach(Phase phase) { furthest_ = std::max(furthest_, phase); }

void Referee::refuse_on_purpose() {
  ++on_purpose_;
  played_on_ = false;
}

std::string Referee::puzzle() const {
  if (!wrong_.empty()) return wrong_;
  const auto rest = heard_.rest();
  if (rest.empty() || is_stray(protocol_, rest)) return "";
  return fmt::format("'{}' is unfinished: {}", shortened(rest, kBriefly), frame_fault_of(protocol_, rest));
}

std::string Referee::last_words() const {
  const auto rest = heard_.rest();
  auto text = said_.empty() ? std::string("it had said nothing")
                            : fmt::format("the last it said was '{}'", shortened(said_, kBriefly));
  if (!rest.empty()) text += fmt::format(", then '{}', whose end never came", shortened(rest, kBriefly));
  if (!told_.empty()) text += fmt::format(", the last it was told was '{}'", shortened(told_, kBriefly));
  const auto wrong = wrong_.empty() ? frame_fault_of(protocol_, rest) : wrong_;
  return wrong.empty() ? text : fmt::format("{}; {}", text, wrong);
}

Verdict Referee::judge(Ending ending) const {
  const auto shown = [&](Fate fate, std::string why) { return Verdict{fate, std::move(why)}; };
  if (ending == Ending::hung_up_on)
    return shown(Fate::survived,
                 fmt::format("it was hung up on {}; what it did then only you can see", where(furthest_)));
  if (furthest_ == Phase::over) return shown(Fate::survived, "a game came to its end");
  if (style_.hangs_up_in)
    return shown(Fate::untried, fmt::format("it left before it was hung up on; {}", last_words()));
  if (style_.refuses && on_purpose_ > 0 && played_on_ && refused_ < kLost)
    return shown(Fate::survived, fmt::format("it went on after {}", base::count_of(on_purpose_, "refusal")));
  const auto how = ending == Ending::guest_left ? "it hung up"
                   : ending == Ending::closed   ? "the server closed the connection"
                                                : "it was still there";
  if (refused_ >= kLost)
    return shown(Fate::failed, fmt::format("it was refused {} times in a row {}; the first time, {}",
                                           refused_, where(furthest_), first_refused_));
  if (furthest_ < Phase::started && (ending == Ending::still_here || refused_ == 0))
    return shown(Fate::untried, fmt::format("{} {}; {}", how, where(furthest_), last_words()));
  if (ending == Ending::still_here)
    return shown(Fate::untried, fmt::format("the game was not over; {}", last_words()));
  return shown(Fate::failed, fmt::format("{} {}; {}", how, where(furthest_), last_words()));
}

void Scores::add(int guest, const Style& style, const Verdict& verdict) {
  rows_.push_back({&style, guest, verdict});
}

bool Scores::any(Fate fate) const {
  return std::ranges::any_of(rows_, [&](const Row& row) { return row.verdict.fate == fate; });
}

std::vector<std::string> Scores::write() const {
  std::vector<std::string> lines;
  for (const auto& style : all()) {
    for (const auto& row : rows_) {
      if (row.style == &style)
        lines.push_back(fmt::format("{:<10} {:<16} guest {}: {}", name_of(row.verdict.fate), style.name,
                                    row.guest, row.verdict.why));
    }
  }
  return lines;
}

}  // namespace client::spar
