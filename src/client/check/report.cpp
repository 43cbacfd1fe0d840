// Reports of a check.
#include "client/check/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json.hpp>

#include "client/check/causes.hpp"
#include "client/check/repeats.hpp"
#include "client/shown.hpp"

namespace client::check {
namespace {

namespace json = boost::json;
using transcript::Level;

constexpr std::array kLevels{Level::must, Level::should, Level::may};

std::string_view word_for(Result result) {
  switch (result) {
    case Result::passed:
      return "passed";
    case Result::failed:
      return "failed";
    case Result::skipped:
      return "skipped";
    case Result::not_reached:
      return "not_reached";
  }
  return "";
}

/// Long messages are cut where a person stops reading. What it is about may stand at their end.
std::string briefly(std::string_view text) {
  constexpr std::size_t kMost = 600;
  constexpr std::size_t kEnd = 150;
  if (text.size() <= kMost) return std::string(text);
  auto end = text.size() - kEnd;
  while ((static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80) ++end;  // inside a character
  return fmt::format("{} ...{}", client::shortened(text.substr(0, end), kMost - kEnd), text.substr(end));
}

std::string labelled(std::string_view label, std::string_view text) {
  std::string lines = fmt::format("   {:<7}", label);
  for (const char sign : text) {
    lines += sign;
    if (sign == '\n') lines += std::string(10, ' ');
  }
  return lines + "\n";
}

std::string lines_of_failure(const Finding& finding) {
  std::string text;
  if (!finding.sent.empty()) text += labelled("sent", briefly(finding.sent));
  text += labelled("came", briefly(finding.came)) + labelled("right", briefly(finding.right));
  if (!finding.hint.empty()) text += labelled("hint", finding.hint);
  if (!finding.position.empty()) text += labelled("board", finding.position);
  if (finding.log.size() > 1) {
    text += finding.line == 0 ? "   before:\n"
                              : fmt::format("   before (line {} of the transcript):\n", finding.line);
    for (const auto& line : collapsed(finding.log)) text += fmt::format("     {}\n", briefly(line));
  }
  return text;
}

/// A cause with all that it costs.
std::string write_cause(const Cause& cause, std::size_t number) {
  const auto& [one, finding] = *cause.row;
  auto text = fmt::format("{}. {}\n   {}, {}\n{}", number, one.sentence, one.id, name_of(one.level),
                          lines_of_failure(finding));
  if (cause.others.empty()) return text;
  constexpr std::size_t kNamed = 6;
  std::string others;
  for (std::size_t at = 0; at < cause.others.size() && at < kNamed; ++at)
    others += fmt::format("{}{}", at == 0 ? "" : ", ", cause.others[at]->one.id);
  if (cause.others.size() > kNamed) others += ", ...";
  return text + fmt::format("   {} more {} no further: {}\n", cause.others.size(),
                            cause.others.size() == 1 ? "case comes" : "cases come", others);
}

std::size_t count(const Report& report, Level level, Result result) {
  return static_cast<std::size_t>(std::ranges::count_if(
      report.rows, [&](const Row& row) { return row.one.level == level && row.finding.result == result; }));
}

std::string as_xml(std::string_view text) {
  std::string safe;
  for (const char sign : text) {
    switch (sign) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      default:
        safe += static_cast<unsigned char>(sign) < 0x20 && sign != '\n' ? '?' : sign;
    }
  }
  return safe;
}

std::string write_summary(const Report& report) {
  auto text = fmt::format("\n{:<8}{:>8}{:>8}{:>8}{:>13}\n", "", "passed", "failed", "skipped", "not reached");
  std::array<std::size_t, kResults> sums{};
  const auto write_line = [&](std::string_view name, const std::array<std::size_t, kResults>& numbers) {
    return fmt::format("{:<8}{:>8}{:>8}{:>8}{:>13}", name, numbers[0], numbers[1], numbers[2], numbers[3]);
  };
  for (const auto level : kLevels) {
    std::array<std::size_t, kResults> numbers{};
    for (std::size_t at = 0; at < kResults; ++at) {
      numbers[at] = count(report, level, static_cast<Result>(at));
      sums[at] += numbers[at];
    }
    text += write_line(name_of(level), numbers) + "\n";
  }
  return text + fmt::format("{}   {} at {}, {:.1f} s\n", write_line("all", sums), report.protocol,
                            report.peer, report.seconds);
}

}  // namespace

Standing standing_of(const Report& report, Strictness strictness) {
  const auto some = [&](Result result) {
    return std::ranges::any_of(report.rows, [&](const Row& row) {
      const bool counts = row.one.level == Level::must || strictness == Strictness::everything;
      return counts && row.finding.result == result;
    });
  };
  if (some(Result::failed)) return Standing::broken;
  return some(Result::skipped) || some(Result::not_reached) ? Standing::incomplete : Standing::in_order;
}

std::string write_text(const Report& report, Wordiness wordiness) {
  constexpr std::size_t kFirst = 3;
  std::string text;
  const auto causes = causes_of(report.rows);
  for (std::size_t at = 0; at < causes.size(); ++at) {
    if (at == 0)
      text += fmt::format("{}:\n\n", causes.size() > kFirst ? "Three things to mend first" : "To mend");
    if (at == kFirst) text += "The rest:\n\n";
    text += write_cause(causes[at], at + 1) + "\n";
  }
  for (const auto& [one, finding] : report.rows) {
    if (finding.result == Result::skipped)
      text += fmt::format("skipped {:<8}{}: {}\n", name_of(one.level), one.id, finding.why);
    if (wordiness == Wordiness::what_failed) continue;
    if (finding.result == Result::passed)
      text += fmt::format("passed  {:<8}{}\n", name_of(one.level), one.id);
    if (finding.result == Result::not_reached)
      text += fmt::format("not reached since {}: {}, {}\n", finding.since, one.id, name_of(one.level));
  }
  return text + write_summary(report);
}

std::string write_list(const std::vector<Case>& cases) {
  std::string text;
  std::size_t width = 0;
  for (const auto& one : cases) width = std::max(width, one.id.size());
  for (const auto& one : cases)
    text += fmt::format("{:<{}}  {:<6}  {}\n", one.id, width, name_of(one.level), one.sentence);
  return text;
}

std::string write_json(const Report& report) {
  json::array cases;
  for (const auto& [one, finding] : report.rows) {
    json::object row{{"id", one.id},
                     {"level", name_of(one.level)},
                     {"sentence", one.sentence},
                     {"result", word_for(finding.result)},
                     {"seconds", finding.seconds}};
    if (finding.result == Result::skipped) row["why"] = finding.why;
    if (finding.result == Result::not_reached) row["since"] = finding.since;
    if (finding.result == Result::failed) {
      row["line"] = finding.line;
      row["sent"] = briefly(finding.sent);
      row["came"] = briefly(finding.came);
      row["right"] = briefly(finding.right);
      if (!finding.hint.empty()) row["hint"] = finding.hint;
      if (!finding.position.empty()) row["board"] = finding.position;
      json::array before;
      for (const auto& line : collapsed(finding.log)) before.emplace_back(briefly(line));
      row["before"] = std::move(before);
    }
    cases.push_back(std::move(row));
  }
  json::array first;
  for (const auto& cause : causes_of(report.rows))
    first.push_back({{"id", cause.row->one.id}, {"costs", cause.others.size()}});
  return json::serialize(json::object{{"protocol", report.protocol},
                                      {"peer", report.peer},
                                      {"seconds", report.seconds},
                                      {"first", std::move(first)},
                                      {"cases", std::move(cases)}}) +
         "\n";
}

std::string write_junit(const Report& report) {
  std::size_t failures = 0;
  std::size_t skips = 0;
  std::string cases;
  for (const auto& [one, finding] : report.rows) {
    cases += fmt::format("  <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\">", as_xml(report.protocol),
                         as_xml(one.id), finding.seconds);
    if (finding.result == Result::failed) {
      ++failures;
      cases += fmt::format("<failure type=\"{}\" message=\"{}\">{}</failure>", name_of(one.level),
                           as_xml(one.sentence), as_xml("\n" + lines_of_failure(finding)));
    } else if (finding.result != Result::passed) {
      ++skips;
      const auto why = finding.result == Result::skipped ? finding.why : "not reached since " + finding.since;
      cases += fmt::format("<skipped message=\"{}\"/>", as_xml(why));
    }
    cases += "</testcase>\n";
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"parlor check {}\" tests=\"{}\" "
      "failures=\"{}\" "
      "skipped=\"{}\" time=\"{:.3f}\">\n{}</testsuite>\n",
      as_xml(report.protocol), report.rows.size(), failures, skips, report.seconds, cases);
}

}  // namespace client::check
