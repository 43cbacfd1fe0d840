// Nothing but messages.
#include "client/check/sieve.hpp"

#include <algorithm>
#include <utility>

#include "protocols/checks.hpp"
#include "protocols/grammar.hpp"

namespace client::check {
Sieve::Sieve(const protocols::Protocol& protocol)
    : end_(protocol.line_end), several_(!protocol.encodings.empty()) {}

std::string Sieve::sift(std::string_view bytes) {
  const auto first = bytes.find_first_not_of('\0');
  if (several_ && !begun_ && first != std::string_view::npos) {
    begun_ = true;
    bytes_ = bytes[first] != '{';
  }
  if (bytes_) return std::string(bytes);
  std::string sifted;
  for (const char byte : bytes) take(byte, sifted);
  return sifted;
}

void Sieve::take(char byte, std::string& sifted) {
  const bool line_feeds = end_.back() == '\n';
  if (between_ && (byte == '\0' || (!line_feeds && (byte == '\r' || byte == '\n')))) return;
  between_ = byte == end_.back();
  if (between_) {
    if (line_feeds && held_.size() > 1) sifted += held_.substr(1);
    held_.clear();
    sifted += end_;
  } else if (byte == '\r' || (!line_feeds && byte == '\n')) {
    held_ += byte;
  } else {
    sifted += std::exchange(held_, {});
    sifted += byte;
  }
}

bool is_known(const protocols::Protocol& protocol, std::string_view message) {
  if (!protocol.checks->passes_over) return true;
  const auto& grammar = *protocol.grammar;
  const auto verb = message.substr(0, message.find(grammar.separator));
  return std::ranges::any_of(grammar.forms, [&](const protocols::Form& form) {
    return form.way == protocols::Way::to_client && form.verb == verb;
  });
}

}  // namespace client::check
