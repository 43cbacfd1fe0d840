// Kinds of messages, by the protocol's own grammar.
#include "client/check/shape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/text.hpp"
#include "protocols/grammar.hpp"

namespace client::check {

bool is_sign_of_command(char sign) {
  const auto byte = static_cast<unsigned char>(sign);
  return std::isupper(byte) != 0 || std::isdigit(byte) != 0 || sign == '_';
}

std::string shape_of(const protocols::Protocol& protocol, std::string_view message) {
  const auto* grammar = protocol.grammar;
  if (grammar == nullptr) return std::string(message.substr(0, message.find(' ')));
  const auto words = grammar->words == nullptr ? std::string(message) : grammar->words(message);
  std::string_view rest = words;
  std::string shape(base::cut(rest, grammar->separator));
  if (grammar->words != nullptr) shape = words;
  if (shape.empty() || std::isalpha(static_cast<unsigned char>(shape[0])) == 0) return shape.substr(0, 1);
  const auto broken = protocol.rule == nullptr ? std::nullopt : protocol.rule(message, std::nullopt);
  if (!broken) return shape;
  const auto code = base::cut(rest, grammar->separator);
  const bool is_code = !code.empty() && std::ranges::all_of(code, is_sign_of_command);
  return grammar->words != nullptr ? fmt::format("{} {}", shape, broken->sentence)
         : is_code                 ? fmt::format("{} {}", shape, code)
                                   : shape;
}

std::string reason_of(const protocols::Protocol& protocol, std::string_view right, std::string_view came) {
  return fmt::format("{} <- {}", shape_of(protocol, right), shape_of(protocol, came));
}

std::string reason_of_mistake(std::string_view shape) { return fmt::format("{} is mistaken", shape); }

}  // namespace client::check
