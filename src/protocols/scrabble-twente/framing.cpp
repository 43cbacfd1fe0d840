// Framing, and the tolerances at the end of docs/protocols/scrabble-twente.rulings.md.
#include "protocols/scrabble-twente/framing.hpp"

namespace protocols::scrabble_twente {
void Framing::receive(std::string_view bytes) {
  if (bytes.empty()) return;
  if (coding_ == Coding::unknown) coding_ = bytes.front() == '\0' ? Coding::utf16 : Coding::utf8;
  if (coding_ == Coding::utf8) return intake_.receive(bytes);
  intake_.receive(utf16_.read(bytes));
}

Framing::Found Framing::next(std::string& message) {
  intake_.skip([this](char c) {
    if (c == '\n' && behind_message_ && line_feed_ == LineFeed::unwanted) line_feed_ = LineFeed::owed;
    return c == '\0' || c == '\r' || c == '\n';
  });
  const auto found = intake_.next(message);
  if (found != Found::line) return found;
  while (message.ends_with('\r') || message.ends_with('\n')) message.pop_back();
  behind_message_ = true;
  return found;
}

std::string Framing::frame(std::string_view message) const {
  std::string text(message);
  text += kEnd;
  if (line_feed_ != LineFeed::unwanted) text += '\n';
  return encode(text);
}

std::string Framing::take_line_feed() {
  if (line_feed_ != LineFeed::owed) return "";
  line_feed_ = LineFeed::wanted;
  return encode("\n");
}

std::string Framing::encode(std::string_view text) const {
  return coding_ == Coding::utf16 ? base::write_utf16(text) : std::string(text);
}

}  // namespace protocols::scrabble_twente
