// Messages against the forms of their document.
#include "client/tap/grammar.hpp"

#include <map>
#include <regex>

#include "protocols/intake.hpp"

namespace client::tap {
namespace {

/// What is longer is chat, which has no form to look for.
constexpr std::size_t kLongest = 2048;

constexpr Rule kTooLong{"README.md, Limits", "An unfinished message may hold at most 8 KiB"};

bool fits(const protocols::Form& form, std::string_view rest) {
  static std::map<std::string_view, std::regex> compiled;
  const auto [found, added] = compiled.try_emplace(form.rest);
  if (added) found->second = std::regex(form.rest.begin(), form.rest.end());
  return std::regex_match(rest.begin(), rest.end(), found->second);
}

}  // namespace

std::string_view without_strays(std::string_view message) {
  for (const std::string_view stray : {"\\n\\", "\\r"}) {
    if (message.ends_with(stray)) message.remove_suffix(stray.size());
  }
  const auto skip = [&](std::string_view stray) {
    const bool found = message.starts_with(stray);
    if (found) message.remove_prefix(stray.size());
    return found;
  };
  while (skip("\\n") || skip("\\r") || skip("\\x00")) {
  }
  return message;
}

std::optional<Rule> check(const Grammar& grammar, Way way, std::string_view message) {
  message = without_strays(message);
  const auto words = grammar.words == nullptr ? std::string() : grammar.words(message);
  const auto text = grammar.words == nullptr ? message : std::string_view(words);
  if (way == Way::to_server && text.size() > protocols::kLongestLine) return kTooLong;
  if (text.size() > kLongest) return std::nullopt;
  const auto verb = text.substr(0, text.find(grammar.separator));
  const protocols::Form* bare = nullptr;  // whose lines begin with no verb
  for (const auto& form : grammar.forms) {
    if (form.way != way) continue;
    if (form.verb.empty()) bare = &form;
    if (form.verb.empty() || form.verb != verb) continue;
    if (fits(form, text.substr(verb.size()))) return std::nullopt;
    return form.rule;
  }
  if (bare == nullptr || !(text.empty() || text.starts_with(grammar.bare))) return grammar.unknown;
  if (fits(*bare, text)) return std::nullopt;
  return bare->rule;
}

}  // namespace client::tap
