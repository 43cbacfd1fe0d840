// The cases for servers: the transcripts that are embedded in the binary.
#include "client/check/cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <tuple>

#include "protocols/checks.hpp"

namespace client::check {
namespace {

/// A row of the table that tools/embed_transcripts.py makes.
struct Embedded {
  const char* name;
  const char* text;
  std::uint64_t size;
};

// NOLINTBEGIN(readability-identifier-naming): named by the assembler
extern "C" const Embedded parlor_transcripts_begin[];
extern "C" const Embedded parlor_transcripts_end[];
// NOLINTEND(readability-identifier-naming)

std::span<const Embedded> embedded() { return {parlor_transcripts_begin, parlor_transcripts_end}; }

/// Whether all that its switches change is what a server announces of itself, which is any server's own.
bool switches_only_flags(const transcript::Transcript& script) {
  const auto features = script.protocol->checks->features;
  return std::ranges::all_of(script.switches, [&](std::string_view name) {
    const auto feature = std::ranges::find(features, name, &protocols::Feature::without);
    return feature != features.end() && std::ranges::none_of(script.lines, [&](const transcript::Line& line) {
             return line.kind == transcript::Line::Kind::send && line.bytes.contains(feature->used);
           });
  });
}

/// Whether any server can be asked for it: nobody turns a stranger's clock, restarts it or sets its switches.
bool is_for_any(const transcript::Transcript& script) {
  using Kind = transcript::Line::Kind;
  if (!script.ours.empty() || script.grace != base::Duration{} || !switches_only_flags(script)) return false;
  return std::ranges::none_of(script.lines, [&](const transcript::Line& line) {
    return line.kind == Kind::turn_clock || line.kind == Kind::restart || line.protocol != script.protocol;
  });
}

}  // namespace

std::string_view name_of(transcript::Level level) {
  switch (level) {
    case transcript::Level::must:
      return "must";
    case transcript::Level::should:
      return "should";
    case transcript::Level::may:
      return "may";
  }
  return "";
}

std::vector<Case> server_cases(const protocols::Protocol& protocol, std::string_view encoding) {
  std::vector<Case> cases;
  if (protocol.checks == nullptr) return cases;
  std::vector<std::string_view> spoken;
  for (const auto& one : protocol.encodings) spoken.push_back(one.name);
  if (spoken.empty()) spoken.emplace_back();
  for (const auto& [name, text, size] : embedded()) {
    const std::string_view id(name);
    const std::string_view content(text, size);
    if (!id.starts_with(fmt::format("{}/", protocol.name))) continue;
    const auto script = transcript::read(content);
    if (!script || !is_for_any(*script)) continue;
    for (const auto way : spoken) {
      const bool other = !encoding.empty() && way != encoding;
      if (other || (!script->encoding.empty() && way != script->encoding)) continue;
      const auto file = id.substr(protocol.name.size() + 1);
      cases.push_back(
          {.id = way.empty() ? std::string(id) : fmt::format("{}/{}/{}", protocol.name, way, file),
           .sentence = script->from,
           .level = script->level,
           .text = content,
           .encoding = way});
    }
  }
  std::ranges::sort(cases, {}, [](const Case& one) { return std::tie(one.encoding, one.id); });
  return cases;
}

bool fits_pattern(std::string_view pattern, std::string_view name) {
  if (pattern.empty()) return name.empty();
  if (pattern[0] == '*') {
    return fits_pattern(pattern.substr(1), name) || (!name.empty() && fits_pattern(pattern, name.substr(1)));
  }
  return !name.empty() && (pattern[0] == '?' || pattern[0] == name[0]) &&
         fits_pattern(pattern.substr(1), name.substr(1));
}

}  // namespace client::check
