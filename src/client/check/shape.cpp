// Kinds of messages, by the protocol's own grammar.
#include "client/check/shape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/text.hpp"
#include "protocols/grammar.hpp"

namespace client::check {
namespace {

bool is_upper(char sign) { return std::isupper(static_cast<unsigned char>(sign)) != 0; }
bool is_sign_of_command(char sign) {
  return is_upper(sign) || std::isdigit(static_cast<unsigned char>(sign)) != 0 || sign == '_';
}

}  // namespace

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
