// What goes one way on a connection, cut into messages.
#include "transcript/message_cutter.hpp"

#include <utility>

#include "protocols/escape.hpp"

namespace transcript {
namespace {

/// So much of one message is kept; no protocol has longer ones.
constexpr std::size_t kMostUnfinished = std::size_t{64} * 1024;

}  // namespace

void MessageCutter::hear(std::string_view bytes) {
  if (bytes.empty()) return;
  begin(bytes);
  if (translator_) return hear_translated(bytes);
  hear_lines(bytes);
}

void MessageCutter::begin(std::string_view bytes) {
  const bool first = partial_.empty() && messages_.empty() && !translator_ && !broken_;
  if (!first) return;
  if (const auto* encoding = protocols::find_translated(*protocol_, bytes[0]))
    translator_ = encoding->translate();
}

void MessageCutter::pass_over(std::string_view bytes) {
  if (bytes.empty()) return;
  begin(bytes);
  if (translator_) {
    hear_translated(bytes);
    messages_.clear();
    return;
  }
  if (const auto end = bytes.rfind(protocol_->line_end.back()); end != std::string_view::npos) {
    partial_.clear();
    bytes.remove_prefix(end + 1);
  }
  partial_ += bytes;
  if (partial_.size() > kMostUnfinished) partial_ = {};
}

void MessageCutter::hear_lines(std::string_view bytes) {
  const char end = protocol_->line_end.back();
  while (!bytes.empty()) {
    const auto found = bytes.find(end);
    const auto piece = bytes.substr(0, found == std::string_view::npos ? bytes.size() : found + 1);
    partial_ += piece;
    bytes.remove_prefix(piece.size());
    if (partial_.back() == end || partial_.size() > kMostUnfinished)
      messages_.push_back(written(std::exchange(partial_, {})));
  }
}

void MessageCutter::hear_translated(std::string_view bytes) {
  if (translator_.use_count() > 1) translator_ = translator_->clone();
  translator_->hear(bytes);
  auto line = translator_->next();
  for (; line && *line; line = translator_->next()) messages_.push_back(protocols::escape(**line));
  if (line) return;
  translator_.reset();
  broken_ = true;
  messages_.push_back(written(bytes));
}

std::optional<std::string> MessageCutter::next() {
  if (messages_.empty()) return std::nullopt;
  auto message = std::move(messages_.front());
  messages_.pop_front();
  return message;
}

std::string MessageCutter::rest() const { return partial_.empty() ? "" : written(partial_); }

/// With '|' for the protocol's unit, and without its end of line, or with the sign that there is none.
std::string MessageCutter::written(std::string_view bytes) const {
  const bool whole = bytes.ends_with(protocol_->line_end);
  if (whole) bytes.remove_suffix(protocol_->line_end.size());
  if (protocol_->unit.empty()) return protocols::escape(bytes) + (whole ? "" : "\\");
  std::string text;
  while (!bytes.empty()) {
    const auto at = bytes.find_first_of(std::string(protocol_->unit) + "|");
    text += protocols::escape(bytes.substr(0, at));
    if (at == std::string_view::npos) break;
    text += bytes[at] == '|' ? "\\x7C" : "|";
    bytes.remove_prefix(at + 1);
  }
  return text + (whole ? "" : "\\");
}

}  // namespace transcript
