// Reports of a check.
#include "client/check/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json.hpp>

namespace client::check {
namespace {

namespace json = boost::json;
using transcript::Level;

constexpr std::array kLevels{Level::must, Level::should, Level::may};

std::string_view name_of(Result result) {
  switch (result) {
    case Result::passed:
      return "passed";
    case Result::failed:
      return "failed";
    case Result::skipped:
      return "skipped";
  }
  return "";
}

/// Long messages are cut where a person stops reading.
std::string shortened(std::string_view text) {
  constexpr std::size_t kMost = 600;
  if (text.size() <= kMost) return std::string(text);
  return fmt::format("{}... ({} bytes)", text.substr(0, kMost), text.size());
}

std::string lines_of_failure(const Finding& finding) {
  std::string text;
  if (!finding.sent.empty()) text += fmt::format("        sent   {}\n", shortened(finding.sent));
  text += fmt::format("        came   {}\n        right  {}\n", shortened(finding.came),
                      shortened(finding.right));
  if (finding.log.size() > 1) {
    text += finding.line == 0 ? "        before:\n"
                              : fmt::format("        before (line {} of the transcript):\n", finding.line);
    for (const auto& line : finding.log) text += fmt::format("          {}\n", shortened(line));
  }
  return text;
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

}  // namespace

Standing standing_of(const Report& report, Strictness strictness) {
  const auto some = [&](Result result) {
    return std::ranges::any_of(report.rows, [&](const Row& row) {
      const bool counts = row.one.level == Level::must || strictness == Strictness::everything;
      return counts && row.finding.result == result;
    });
  };
  if (some(Result::failed)) return Standing::broken;
  return some(Result::skipped) ? Standing::incomplete : Standing::in_order;
}

std::string write_row(const Row& row) {
  const auto& [one, finding] = row;
  const auto head = fmt::format("{:<8}{:<8}{}", name_of(finding.result), name_of(one.level), one.id);
  switch (finding.result) {
    case Result::passed:
      return head + "\n";
    case Result::skipped:
      return fmt::format("{}: {}\n", head, finding.why);
    case Result::failed:
      return fmt::format("{}\n        {}\n{}", head, one.sentence, lines_of_failure(finding));
  }
  return head;
}

std::string write_summary(const Report& report) {
  auto text = fmt::format("\n{:<10}{:>8}{:>8}{:>8}\n", "", "passed", "failed", "skipped");
  std::array<std::size_t, 3> sums{};
  for (const auto level : kLevels) {
    text += fmt::format("{:<10}", name_of(level));
    for (const auto result : {Result::passed, Result::failed, Result::skipped}) {
      const auto number = count(report, level, result);
      sums[static_cast<std::size_t>(result)] += number;
      text += fmt::format("{:>8}", number);
    }
    text += "\n";
  }
  return text + fmt::format("{:<10}{:>8}{:>8}{:>8}   {} at {}, {:.1f} s\n", "all", sums[0], sums[1], sums[2],
                            report.protocol, report.peer, report.seconds);
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
                     {"result", name_of(finding.result)},
                     {"seconds", finding.seconds}};
    if (finding.result == Result::skipped) row["why"] = finding.why;
    if (finding.result == Result::failed) {
      row["line"] = finding.line;
      row["sent"] = finding.sent;
      row["came"] = finding.came;
      row["right"] = finding.right;
      row["before"] = json::value_from(finding.log);
    }
    cases.push_back(std::move(row));
  }
  return json::serialize(json::object{{"protocol", report.protocol},
                                      {"peer", report.peer},
                                      {"seconds", report.seconds},
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
    } else if (finding.result == Result::skipped) {
      ++skips;
      cases += fmt::format("<skipped message=\"{}\"/>", as_xml(finding.why));
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
