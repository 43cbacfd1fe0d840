// Moves and options as text: docs/formats/shelfie-notation.md.
#include <fmt/format.h>

#include <array>
#include <charconv>

#include "base/text.hpp"
#include "games/shelfie/rules.hpp"

namespace games::shelfie {

namespace {

constexpr std::size_t kFingerprintDigits = 16;
constexpr std::array<std::string_view, 3> kWords{"take", "order", "column"};

/// Coordinates come in pairs, `row,column;row,column`; all else is a plain list.
char separator(Phase phase, std::size_t index) {
  return phase == Phase::select && index % 2 == 0 ? ';' : ',';
}

Result<std::vector<int>> read_values(Phase phase, std::string_view text) {
  std::vector<int> values;
  while (!text.empty()) {
    const char next = separator(phase, values.size() + 1);
    const bool more = text.find(next) != std::string_view::npos;
    const std::string_view word = base::cut(text, next);
    const auto number = base::to_number<int>(word);
    // One way to write a number: no leading zeros, no -0, nothing behind the last separator.
    if (!number || fmt::format("{}", *number) != word || (more && text.empty())) {
      return fail(Code::malformed, "a move is written take:3,4;3,5 or order:1,0 or column:2");
    }
    values.push_back(*number);
  }
  return values;
}

}  // namespace

Result<Options> Rules::read_options(std::string_view text) {
  if (text.empty()) return Options{};
  auto digits = text;
  std::uint64_t number = 0;
  const bool named = base::cut(digits, '=') == "rules" && digits.size() == kFingerprintDigits;
  const auto* end = digits.data() + digits.size();
  if (!named || std::from_chars(digits.data(), end, number, 16).ptr != end || write_options({number}) != text)
    return fail(Code::bad_options, "My Shelfie has no options but the rules file's fingerprint");
  return Options{number};
}

std::string Rules::write_options(const Options& options) {
  return options.rules ? fmt::format("rules={:016x}", *options.rules) : "";
}

std::string Rules::write(const Move& move) {
  std::string text = fmt::format("{}:", kWords[static_cast<int>(move.phase)]);
  for (std::size_t i = 0; i < move.values.size(); ++i) {
    if (i > 0) text += separator(move.phase, i);
    text += fmt::format("{}", move.values[i]);
  }
  return text;
}

Result<Move> Rules::read(std::string_view text) {
  for (std::size_t i = 0; i < kWords.size(); ++i) {
    if (!text.starts_with(kWords[i]) || !text.substr(kWords[i].size()).starts_with(':')) continue;
    const auto phase = static_cast<Phase>(i);
    auto values = read_values(phase, text.substr(kWords[i].size() + 1));
    if (!values) return std::unexpected(values.error());
    return Move{phase, *std::move(values)};
  }
  return fail(Code::malformed, "a move begins with take:, order: or column:");
}

}  // namespace games::shelfie
