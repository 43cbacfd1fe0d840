// Other peers for the parts of a transcript.
#include "client/check/recast.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "protocols/checks.hpp"

namespace client::check {
namespace {

using protocols::has_sign;
using protocols::replace_words;
using protocols::Replacements;
using protocols::Step;
using Kind = protocols::LineKind;

const protocols::Start& start_of(const Script& script) { return script.protocol->checks->start; }

/// What a peer has said of itself that others may not have, without its name.
std::vector<std::string> traits_of(const Script& script, const Cast& cast, char peer,
                                   const std::string& name) {
  const auto sign = start_of(script).trait;
  std::vector<std::string> traits;
  for (std::size_t at = 0; at < cast.at && !sign.empty(); ++at) {
    const auto& step = script.steps[at];
    if (step.kind == Kind::send && step.peer == peer && has_sign(step.text, sign) && !script.is_refused(at))
      traits.push_back(replace_words(step.text, {{name, "*"}}));
  }
  return traits;
}

struct Span {
  std::size_t first = 0;
  std::size_t last = 0;
};

/// The lines by which a peer hears that the game starts.
std::optional<Span> start_for(const Script& script, const Cast& cast, char peer) {
  const auto& start = start_of(script);
  std::optional<std::size_t> first;
  std::optional<std::size_t> last;
  for (std::size_t at = cast.at; at < script.steps.size(); ++at) {
    const auto& step = script.steps[at];
    if (step.peer != peer || step.kind != Kind::expect) continue;
    if (!first && has_sign(step.text, start.first)) first = at;
    const bool is_last = first && has_sign(step.text, start.last);
    if (last && !is_last) break;
    if (is_last) last = at;
    if (is_last && !start.several) break;
  }
  if (!last) return std::nullopt;
  return Span{*first, *last};
}

/// A line of a start as it must be heard now.
std::string retell(const Script& script, const Step& step, const Replacements& others,
                   const std::string& own) {
  const auto retell_line = start_of(script).retell;
  return retell_line == nullptr ? replace_words(step.text, others) : retell_line(step.text, others, own);
}

}  // namespace

bool recast(Script& script, const Cast& cast) {
  auto names = script.names_before(cast.at);
  const bool named = !script.protocol->checks->introduction.empty();
  std::map<char, Span> starts;
  Replacements others;
  std::size_t all_know = cast.at;
  for (const auto& [part, player] : cast.parts) {
    const auto start = start_for(script, cast, part);
    if (!start || (named && (!names.contains(part) || !names.contains(player)))) return false;
    if (traits_of(script, cast, part, names[part]) != traits_of(script, cast, player, names[player]))
      return false;
    starts[part] = *start;
    all_know = std::max(all_know, start->last);
    others[names[part]] = names[player];
  }
  for (std::size_t at = cast.at; at <= all_know; ++at) {
    const auto& step = script.steps[at];
    const auto start = starts.find(step.peer);
    if (step.kind != Kind::expect || (start != starts.end() && at > start->second.last)) return false;
  }
  for (std::size_t at = cast.at; at < script.steps.size(); ++at) {
    auto& step = script.steps[at];
    const auto start = starts.find(step.peer);
    if (at > all_know) {
      step.text = named ? replace_words(step.text, others) : step.text;
      step.bytes = named ? replace_words(step.bytes, others) : step.bytes;
      if (start != starts.end()) step.peer = cast.parts.at(step.peer);
    } else if (start != starts.end() && at >= start->second.first) {
      step.text = retell(script, step, others, names[step.peer]);
    }
  }
  script.recast = true;
  return true;
}

void learn(std::vector<Cast>& casts, Cast next) {
  for (const auto& before : casts) {
    if (before.at != next.at) continue;
    auto both = before.parts;
    for (auto& [part, player] : both) player = next.parts.contains(player) ? next.parts.at(player) : player;
    next.parts = std::move(both);
  }
  std::erase_if(casts, [&](const Cast& cast) { return cast.at >= next.at; });
  const bool changed =
      std::ranges::any_of(next.parts, [](const auto& pair) { return pair.first != pair.second; });
  if (changed) casts.push_back(std::move(next));
}

}  // namespace client::check
