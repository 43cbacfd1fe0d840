// What is said on the player's connections, as a transcript.
#include "client/play/record.hpp"

#include <fmt/format.h>

namespace client::play {

Record::Record(const protocols::Protocol& protocol) : protocol_(protocol) {
  text_ = fmt::format("# from: a conversation recorded by parlor play\nprotocol: {}\n", protocol.name);
}

void Record::opened() {
  if (peer_ == 'z') return;  // there are no more letters
  ++peer_;
  open_ = true;
  out_.emplace(protocol_);
  in_.emplace(protocol_);
  text_ += fmt::format("{}+\n", peer_);
}

void Record::write_all() {
  while (const auto line = out_->next()) text_ += fmt::format("{}> {}\n", peer_, *line);
  while (const auto line = in_->next()) text_ += fmt::format("{}< {}\n", peer_, *line);
}

void Record::sent(std::string_view bytes) {
  if (!open_) return;
  out_->hear(bytes);
  write_all();
}

void Record::heard(std::string_view bytes) {
  if (!open_) return;
  in_->hear(bytes);
  write_all();
}

void Record::closed(By by) {
  if (!std::exchange(open_, false)) return;
  if (const auto rest = out_->rest(); !rest.empty()) text_ += fmt::format("{}> {}\n", peer_, rest);
  text_ += by == By::player ? fmt::format("{}!\n", peer_) : fmt::format("{}<!\n", peer_);
}

}  // namespace client::play
