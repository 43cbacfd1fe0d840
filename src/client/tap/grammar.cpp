// Messages against the forms of their document.
#include "client/tap/grammar.hpp"

#include <regex.h>

#include <map>
#include <memory>

#include "protocols/intake.hpp"

namespace client::tap {
namespace {

/// What is longer is chat, which has no form to look for.
constexpr std::size_t kLongest = 2048;

constexpr Rule kTooLong{"README.md, Limits", "An unfinished message may hold at most 8 KiB"};

/// The C library's: std::regex takes longer, both to compile and to match. A form that is no expression fits
/// nothing.
class Pattern {
 public:
  explicit Pattern(std::string_view expression) {
    const auto whole = "^(" + std::string(expression) + ")$";
    if (regcomp(&compiled_, whole.c_str(), REG_EXTENDED | REG_NOSUB) != 0) return;
    owner_.reset(&compiled_);
  }
  Pattern(const Pattern&) = delete;
  Pattern& operator=(const Pattern&) = delete;
  ~Pattern() = default;

  bool fits(std::string_view text) const {
    if (owner_ == nullptr) return false;
    regmatch_t part{.rm_so = 0, .rm_eo = static_cast<regoff_t>(text.size())};
    return regexec(&compiled_, text.data(), 1, &part, REG_STARTEND) == 0;
  }

 private:
  struct Free {
    void operator()(regex_t* compiled) const { regfree(compiled); }
  };

  regex_t compiled_{};
  std::unique_ptr<regex_t, Free> owner_;
};

bool fits(const protocols::Form& form, std::string_view rest) {
  static std::map<std::string_view, Pattern> compiled;
  return compiled.try_emplace(form.rest, form.rest).first->second.fits(rest);
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
