// Messages against the forms of their document.
#include "client/tap/grammar.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <map>
#include <regex>

#include "protocols/intake.hpp"

namespace client::tap {
namespace {

namespace json = boost::json;

/// What is longer is chat, which has no form to look for; messages of My Shelfie are reduced to two words.
constexpr std::size_t kLongest = 2048;

constexpr Fault kTooLong{"README.md, Limits", "An unfinished message may hold at most 8 KiB"};

/// The type and the key of a message of My Shelfie; "" of what is none.
std::string words_of_object(std::string_view message) {
  json::error_code problem;
  const auto value = json::parse(message, problem);
  try {
    if (problem) return {};
    const std::string type(value.at("header").at("type").as_string());
    const auto& payload = value.at("payload");
    if (payload.is_null()) return type;
    return type + " " + std::string(payload.at("key").as_string());
  } catch (const std::exception&) {  // Boost throws where something is missing or of another kind
    return {};
  }
}

bool fits(const Form& form, std::string_view rest) {
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

const Grammar* grammar_of(const protocols::Protocol& protocol) {
  const auto found = std::ranges::find(all_grammars(), protocol.name, &Grammar::protocol);
  return found == all_grammars().end() ? nullptr : &*found;
}

std::optional<Fault> check(const Grammar& grammar, Way way, std::string_view message) {
  const auto object =
      grammar.protocol == "shelfie" ? words_of_object(without_strays(message)) : std::string();
  const std::string_view text =
      grammar.protocol == "shelfie" ? std::string_view(object) : without_strays(message);
  if (way == Way::to_server && text.size() > protocols::kLongestLine) return kTooLong;
  if (text.size() > kLongest) return std::nullopt;
  const auto verb = text.substr(0, text.find(grammar.separator));
  const Form* bare = nullptr;  // whose lines begin with no verb
  for (const auto& form : grammar.forms) {
    if (form.way != way) continue;
    if (form.verb.empty()) bare = &form;
    if (form.verb.empty() || form.verb != verb) continue;
    if (fits(form, text.substr(verb.size()))) return std::nullopt;
    return form.fault;
  }
  if (bare == nullptr || !(text.empty() || text.starts_with('('))) return grammar.unknown;
  if (fits(*bare, text)) return std::nullopt;
  return bare->fault;
}

}  // namespace client::tap
