// One connection's bytes as messages, in both directions and both encodings.
#include "protocols/shelfie/coding.hpp"

#include "protocols/shelfie/java/encoder.hpp"
#include "protocols/shelfie/json.hpp"

namespace protocols::shelfie {

Coding::Coding(Encoding encoding) {
  if (encoding == Encoding::java) {
    reader_.emplace<java::Decoder>();
  } else {
    reader_.emplace<Lines>(java::kMaxMessage);
  }
}

void Coding::receive(std::string_view bytes) {
  if (bytes.empty()) return;
  if (std::holds_alternative<std::monostate>(reader_)) {
    if (bytes[0] == java::kStreamHeader[0]) {
      reader_.emplace<java::Decoder>();
    } else if (bytes[0] == '{') {
      reader_.emplace<Lines>(java::kMaxMessage);
    } else {
      reader_.emplace<Strange>();
      problem_ = "neither a Java stream nor JSON";
    }
  }
  if (auto* decoder = std::get_if<java::Decoder>(&reader_)) decoder->feed(bytes);
  if (auto* lines = std::get_if<Lines>(&reader_)) lines->receive(bytes);
}

Coding::Found Coding::next(java::Tree& message) {
  if (auto* decoder = std::get_if<java::Decoder>(&reader_)) return next_object(*decoder, message);
  if (auto* lines = std::get_if<Lines>(&reader_)) return next_line(*lines, message);
  return std::holds_alternative<Strange>(reader_) ? Found::broken : Found::nothing;
}

Coding::Found Coding::next_object(java::Decoder& decoder, java::Tree& message) {
  auto decoded = decoder.next();
  if (!decoded) {
    problem_ = decoded.error().detail;
    return Found::broken;
  }
  if (!*decoded) return Found::nothing;
  message = **std::move(decoded);
  return Found::message;
}

Coding::Found Coding::next_line(Lines& lines, java::Tree& message) {
  std::string line;
  while (line.empty()) {  // empty lines between messages do not matter
    switch (lines.next(line)) {
      case Lines::Found::nothing:
        return Found::nothing;
      case Lines::Found::too_long:
        problem_ = "a line of more than 64 KiB";
        return Found::broken;
      case Lines::Found::line:
        break;
    }
  }
  auto read = read_json(line);
  if (!read) {
    problem_ = read.error().detail;
    return Found::not_a_message;
  }
  message = *std::move(read);
  return Found::message;
}

std::string_view Coding::take_greeting() {
  if (!std::holds_alternative<java::Decoder>(reader_) || std::exchange(greeted_, true)) return {};
  return java::kStreamHeader;
}

void Coding::write(const java::Tree& message, std::string& out) const {
  if (std::holds_alternative<java::Decoder>(reader_)) java::encode(message, out);
  if (std::holds_alternative<Lines>(reader_)) write_json(message, out);
}

bool Coding::hungry() const {
  if (const auto* decoder = std::get_if<java::Decoder>(&reader_)) {
    return decoder->waiting() <= 2 * java::kMaxMessage;
  }
  const auto* lines = std::get_if<Lines>(&reader_);
  return lines == nullptr || lines->hungry();
}

bool Coding::is_within_object() const {
  const auto* decoder = std::get_if<java::Decoder>(&reader_);
  return decoder != nullptr && decoder->is_within();
}

std::size_t Coding::untaken() const {
  if (const auto* decoder = std::get_if<java::Decoder>(&reader_)) return decoder->waiting();
  const auto* lines = std::get_if<Lines>(&reader_);
  return lines == nullptr ? 0 : lines->untaken();
}

}  // namespace protocols::shelfie
