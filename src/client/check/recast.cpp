// Other peers for the parts of a transcript.
#include "client/check/recast.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace client::check {
namespace {

using Kind = transcript::Line::Kind;

/// What a peer hears when a game starts: from the first such line to the last.
struct Start {
  std::string_view protocol;
  std::string_view first;
  std::string_view last;
  std::string_view trait;  ///< how people say what they can do
};

constexpr std::string_view kTile = "TILE ";  ///< of which each hears several

constexpr std::array kStarts{
    Start{"chess", "COLOR ", "COLOR ", ""},
    Start{"scrabble-clarkson", "STARTING", "TURN ", ""},
    Start{"scrabble-twente", "STARTGAME|", "NOTIFYTURN|", "ANNOUNCE|"},
    Start{"spectrangle", "START ", kTile, "ENABLE_EXTENSION "},
    Start{"shelfie", R"("key":"ALL_INFO")", R"("key":"ALL_INFO")", ""},
};

const Start& start_of(const Script& script) {
  return *std::ranges::find(kStarts, script.protocol->name, &Start::protocol);
}

bool has(std::string_view text, std::string_view sign) {
  return sign.starts_with('"') ? text.find(sign) != std::string_view::npos : text.starts_with(sign);
}

/// What a peer has said of itself that others may not have, without its name.
std::vector<std::string> traits_of(const Script& script, const Cast& cast, char peer,
                                   const std::string& name) {
  const auto sign = start_of(script).trait;
  std::vector<std::string> traits;
  for (std::size_t at = 0; at < cast.at && !sign.empty(); ++at) {
    const auto& step = script.steps[at];
    if (step.kind == Kind::send && step.peer == peer && has(step.text, sign) && !script.is_refused(at))
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
    if (!first && has(step.text, start.first)) first = at;
    const bool is_last = first && has(step.text, start.last);
    if (last && !is_last) break;
    if (is_last) last = at;
    if (is_last && start.last != kTile) break;
  }
  if (!last) return std::nullopt;
  return Span{*first, *last};
}

/// A line of a start as it must be heard now.
std::string retell(const Script& script, const Step& step, const Words& others, const std::string& own) {
  constexpr std::string_view kNext = R"("NEXT_PLAYER":")";
  const auto& text = step.text;
  if (script.protocol->name == "chess") return text == "COLOR WHITE" ? "COLOR BLACK" : "COLOR WHITE";
  if (script.protocol->name == "scrabble-clarkson" && !text.starts_with("TURN ")) return text;
  if (script.protocol->name == "shelfie") {
    const auto at = std::min(text.find(kNext), text.size());
    const auto end = std::min(text.find(',', at), text.size());
    return text.substr(0, at) + replace_words(text.substr(at, end - at), others) + text.substr(end);
  }
  auto told = replace_words(text, others);
  if (!told.starts_with("NOTIFYTURN|")) return told;
  const auto player = told.substr(told.rfind('|') + 1);
  return fmt::format("NOTIFYTURN|{:d}|{}", player == own, player);
}

}  // namespace

std::optional<Cast> make_cast(std::size_t at, const std::map<char, std::string>& names,
                              const std::vector<std::string>& wanted, const std::vector<std::string>& found) {
  if (!std::ranges::is_permutation(wanted, found)) return std::nullopt;
  Cast cast{.at = at, .parts = {}};
  const auto peer_of = [&](const std::string& name) {
    return std::ranges::find(names, name, &std::pair<const char, std::string>::second);
  };
  for (std::size_t part = 0; part < wanted.size(); ++part) {
    if (peer_of(wanted[part]) == names.end() || peer_of(found[part]) == names.end()) return std::nullopt;
    cast.parts[peer_of(wanted[part])->first] = peer_of(found[part])->first;
  }
  return cast;
}

std::vector<std::string> order_from(std::vector<std::string> names, std::string_view first) {
  std::ranges::rotate(names, std::ranges::find(names, first));
  return names;
}

bool recast(Script& script, const Cast& cast) {
  auto names = script.names_before(cast.at);
  const bool named = script.protocol->name != "chess";
  std::map<char, Span> starts;
  Words others;
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
