// Reading small texts: words, numbers, key=value pairs. Everything returns views into what it was given.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <vector>

namespace base {

/// The text without its first part up to `separator`; that part is returned. The whole text if there is none.
std::string_view cut(std::string_view& text, char separator);

/// All parts between separators; empty ones are kept. "" has one empty part.
std::vector<std::string_view> split(std::string_view text, char separator);

/// The text without blanks at its ends.
std::string_view trim(std::string_view text, std::string_view blanks = " \t\r\n");

/// A decimal number that fills the text exactly: no sign but '-', no spaces, no '+', must fit.
template <class Number>
std::optional<Number> to_number(std::string_view text) {
  Number number{};
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// True if the text is valid UTF-8.
bool is_utf8(std::string_view text);

/// True if the text is valid UTF-8 without control characters.
bool is_printable(std::string_view text);

/// The number of UTF-8 characters in a valid text.
std::size_t count_characters(std::string_view text);

}  // namespace base
