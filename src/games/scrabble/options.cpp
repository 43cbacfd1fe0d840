// The three rule sets, and options as text.
#include "games/scrabble/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/text.hpp"
#include "games/scrabble/lexicon.hpp"

namespace games::scrabble {
namespace {

using base::Code;
using base::fail;

// In the order of RuleSet. Twente rulings 1, 5, 6, 10, 14, 15, 17; Clarkson rulings 10, 12, 13, 18-20, 22.
// The common one takes from each what the other's messages can carry: no blanks and no scores below 0
// (Clarkson has neither), at most four players (Twente has no more), either document's end, one winner.
constexpr std::array<RuleBook, 3> kBooks = {{
    {.name = "twente",
     .min_seats = 2,
     .max_seats = 4,
     .blanks = 2,
     .first = First::random,
     .exchange = Exchange::any,
     .tie = Tie::shared,
     .leftovers = true,
     .forfeits = true,
     .leaver_loses_score = true,
     .scoreless_rounds = 2,
     .own_passes = 0},
    {.name = "clarkson",
     .min_seats = 1,
     .max_seats = 8,
     .blanks = 0,
     .first = First::seat0,
     .exchange = Exchange::one_or_all,
     .tie = Tie::earlier,
     .leftovers = false,
     .forfeits = false,
     .leaver_loses_score = false,
     .scoreless_rounds = 0,
     .own_passes = 2},
    {.name = "common",
     .min_seats = 1,
     .max_seats = 4,
     .blanks = 0,
     .first = First::random,
     .exchange = Exchange::any,
     .tie = Tie::earlier,
     .leftovers = false,
     .forfeits = true,
     .leaver_loses_score = true,
     .scoreless_rounds = 2,
     .own_passes = 2},
}};

std::optional<std::uint64_t> read_fingerprint(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number, 16);
  if (text.size() != 16 || problem != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

const RuleBook& book_of(RuleSet rules) { return kBooks[static_cast<std::size_t>(rules)]; }

base::Result<Options> read_options(std::string_view text) {
  Options options;
  std::optional<First> first;
  const auto words = text.empty() ? std::vector<std::string_view>{} : base::split(text, ' ');
  for (std::string_view value : words) {
    const std::string_view word = value;
    const std::string_view key = base::cut(value, '=');
    if (key == "rules") {
      const auto found = std::ranges::find(kBooks, value, &RuleBook::name);
      if (found == kBooks.end()) return fail(Code::bad_options, fmt::format("unknown rules: {}", value));
      options.rules = static_cast<RuleSet>(found - kBooks.begin());
    } else if (word == "first=random" || word == "first=seat0") {
      first = value == "random" ? First::random : First::seat0;
    } else if (key == "lexicon" && read_fingerprint(value)) {
      options.lexicon = read_fingerprint(value);
    } else {
      return fail(Code::bad_options, fmt::format("unknown option: {}", word));
    }
  }
  options.first = first.value_or(book_of(options.rules).first);
  return options;
}

std::string write_options(const Options& options) {
  const RuleBook& book = book_of(options.rules);
  std::string text;
  const auto add = [&text](std::string_view key, std::string_view value) {
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", key, value);
  };
  if (options.rules != RuleSet::twente) add("rules", book.name);
  if (options.first != book.first) add("first", options.first == First::random ? "random" : "seat0");
  if (options.lexicon) add("lexicon", write_fingerprint(*options.lexicon));
  return text;
}

}  // namespace games::scrabble
