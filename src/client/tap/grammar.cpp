// Messages against the forms of their document.
#include "client/tap/grammar.hpp"

#include <regex.h>

#include <map>
#include <memory>

#include "client/framed.hpp"
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

bool fits(std::string_view expression, std::string_view text) {
  static std::map<std::string_view, Pattern> compiled;
  return compiled.try_emplace(expression, expression).first->second.fits(text);
}

/// The form of a message, or the first with its verb if it has none.
struct Place {
  const protocols::Form* form = nullptr;
  bool fits = false;
};

Place find_form(const Grammar& grammar, Way way, std::string_view text) {
  const auto verb = text.substr(0, text.find(grammar.separator));
  Place place;
  const protocols::Form* bare = nullptr;  // whose lines begin with no verb
  for (const auto& form : grammar.forms) {
    if (form.way != way) continue;
    if (form.verb.empty()) bare = &form;
    if (form.verb.empty() || form.verb != verb) continue;
    if (fits(form.rest, text.substr(verb.size()))) return {&form, true};
    if (place.form == nullptr) place.form = &form;
  }
  if (place.form != nullptr) return place;
  if (bare == nullptr || !(text.empty() || text.starts_with(grammar.bare))) return {};
  return {bare, fits(bare->rest, text)};
}

/// As the forms have it.
std::string words_of(const Grammar& grammar, std::string_view message) {
  message = without_strays(message);
  return grammar.words == nullptr ? std::string(message) : grammar.words(message);
}

}  // namespace

std::optional<Rule> check(const Grammar& grammar, Way way, std::string_view message) {
  const auto text = words_of(grammar, message);
  if (way == Way::to_server && text.size() > protocols::kLongestLine) return kTooLong;
  if (text.size() > kLongest) return std::nullopt;
  const auto place = find_form(grammar, way, text);
  if (place.form == nullptr) return grammar.unknown;
  if (place.fits) return std::nullopt;
  return place.form->rule;
}

std::string_view answer_to(const Grammar& grammar, std::string_view request) {
  const auto place = find_form(grammar, Way::to_server, words_of(grammar, request).substr(0, kLongest));
  return place.form == nullptr ? std::string_view() : place.form->answer;
}

bool is_answer(const Grammar& grammar, std::string_view answer, std::string_view message) {
  return !answer.empty() && fits(answer, std::string_view(words_of(grammar, message)).substr(0, kLongest));
}

}  // namespace client::tap
