// The bytes of a message as they were on the wire, for who looks what is wrong about its frame.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace client::check {

/// Of one direction: the message that came last, and what has come of the next. Of long ones only the
/// beginning, and of a whole one its end.
class RawMessage {
 public:
  void hear(std::string_view bytes, char end) {
    while (!bytes.empty()) {
      const auto found = bytes.find(end);
      const auto piece = bytes.substr(0, found == std::string_view::npos ? bytes.size() : found + 1);
      unfinished_ += piece.substr(0, kMost - std::min(kMost, unfinished_.size()));
      end_ += piece.substr(piece.size() - std::min(kEnd, piece.size()));
      end_.erase(0, end_.size() - std::min(kEnd, end_.size()));
      bytes.remove_prefix(piece.size());
      if (found != std::string_view::npos) finish();
    }
  }
  /// Whether no message should be as long as what is unfinished.
  bool is_endless() const { return unfinished_.size() == kMost; }
  std::string_view whole() const { return whole_; }
  std::string_view unfinished() const { return unfinished_; }

 private:
  static constexpr std::size_t kMost = 4096;
  static constexpr std::size_t kEnd = 4;

  void finish() {
    whole_ = std::exchange(unfinished_, {});
    const auto end = std::exchange(end_, {});
    whole_.replace(whole_.size() - end.size(), end.size(), end);
  }

  std::string whole_;
  std::string unfinished_;
  std::string end_;  ///< the last of it
};

}  // namespace client::check
