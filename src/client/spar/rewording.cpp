// How a server's words leave it.
#include "client/spar/rewording.hpp"

#include <utility>

namespace client::spar {

std::vector<std::string> Rewording::say(std::string_view bytes) {
  std::vector<std::string> pieces;
  if (bytes.empty()) return pieces;
  if (!std::exchange(begun_, true)) objects_ = protocols::find_translated(*protocol_, bytes[0]) != nullptr;
  if (objects_) {
    pieces.emplace_back(bytes);
  } else {
    unfinished_ += bytes;
    for (auto end = unfinished_.find(protocol_->line_end); end != std::string::npos;
         end = unfinished_.find(protocol_->line_end)) {
      pieces.push_back(dress(std::string_view(unfinished_).substr(0, end)));
      unfinished_.erase(0, end + protocol_->line_end.size());
    }
  }
  if (style_->pace != Pace::bytes) return pieces;
  std::vector<std::string> single;
  for (const auto& piece : pieces) {
    for (const char byte : piece) single.emplace_back(1, byte);
  }
  return single;
}

/// The message with its end, or with one of the others that a reader must take.
std::string Rewording::dress(std::string_view message) {
  auto text = style_->embellishes ? embellish(message) : std::string(message);
  const int turn = messages_++ % 3;
  if (!style_->mixes_ends || turn == 0) return text.append(protocol_->line_end);
  const std::string_view other = turn == 1 ? "\r\n" : "\n";
  const bool lines = protocol_->line_end.ends_with('\n');
  return lines ? text.append(other) : text.append(protocol_->line_end).append(other);
}

std::string Rewording::embellish(std::string_view message) const {
  const auto* sparring = protocol_->sparring;
  const bool knows_how = sparring != nullptr && sparring->embellish != nullptr;
  return knows_how ? sparring->embellish(message) : std::string(message);
}

}  // namespace client::spar
