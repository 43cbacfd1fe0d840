// What goes one way on a connection, cut into messages.
#include "transcript/ear.hpp"

#include <utility>

#include "protocols/escape.hpp"
#include "protocols/shelfie/java/encoder.hpp"
#include "protocols/shelfie/json.hpp"

namespace transcript {
namespace {

namespace shelfie = protocols::shelfie;

/// So much of one message is kept; no protocol has longer ones.
constexpr std::size_t kMostUnfinished = std::size_t{64} * 1024;

}  // namespace

void Ear::hear(std::string_view bytes) {
  if (bytes.empty()) return;
  begin(bytes);
  if (objects_) return hear_objects(bytes);
  hear_lines(bytes);
}

void Ear::begin(std::string_view bytes) {
  const bool first = partial_.empty() && messages_.empty() && !objects_ && !broken_;
  if (first && !protocol_->encodings.empty() && bytes[0] == shelfie::java::kStreamHeader[0])
    objects_.emplace(shelfie::Encoding::java);
}

void Ear::pass_over(std::string_view bytes) {
  if (bytes.empty()) return;
  begin(bytes);
  if (objects_) {
    hear_objects(bytes);
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

void Ear::hear_lines(std::string_view bytes) {
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

void Ear::hear_objects(std::string_view bytes) {
  objects_->receive(bytes);
  shelfie::java::Tree message;
  for (auto found = objects_->next(message); found != shelfie::Coding::Found::nothing;
       found = objects_->next(message)) {
    if (found == shelfie::Coding::Found::broken) {
      objects_.reset();
      broken_ = true;
      messages_.push_back(written(bytes));
      return;
    }
    std::string line;
    shelfie::write_json(message, line);
    line.pop_back();
    messages_.push_back(protocols::escape(line));
  }
}

std::optional<std::string> Ear::next() {
  if (messages_.empty()) return std::nullopt;
  auto message = std::move(messages_.front());
  messages_.pop_front();
  return message;
}

std::string Ear::rest() const { return partial_.empty() ? "" : written(partial_); }

/// With '|' for the protocol's unit, and without its end of line, or with the sign that there is none.
std::string Ear::written(std::string_view bytes) const {
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
