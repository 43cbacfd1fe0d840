// A channel to another node: every line once and in order, though links break, as long as both nodes run.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "cluster/ids.hpp"

namespace cluster {

/// Keeps what was sent until the other has said that it came, and sends it again by the next link. Lines are
/// counted, not numbered: after a link is up each side says how many it has got.
class Channel {
 public:
  /// `carry` hands a line to the link.
  using Carry = std::function<void(std::string_view)>;
  explicit Channel(Carry carry) : carry_(std::move(carry)) {}

  /// There is a link to a run of that node. Whether it is another run than before, which knows nothing: then
  /// all that was kept for the old one is forgotten.
  bool up(Epoch epoch);
  void down() { open_ = up_ = false; }

  void send(std::string text);
  /// A line came by the link. What it says to who listens; nothing if it is of the channel's own.
  std::optional<std::string_view> receive(std::string_view line);
  /// Says what has come since it was said last; to be called now and then.
  void acknowledge();

  bool is_up() const { return up_; }
  /// How many lines wait to be acknowledged.
  std::size_t waiting() const { return kept_.size(); }

 private:
  static constexpr std::uint64_t kUnsaid =
      64;  ///< so many lines come at most before it is said that they came

  void take_receipt(std::string_view count);

  Carry carry_;
  std::optional<Epoch> epoch_;
  bool up_ = false;
  bool open_ = false;  ///< the other has said how much it has got by this link
  std::uint64_t received_ = 0;
  std::uint64_t said_ = 0;          ///< of those the other knows
  std::uint64_t acknowledged_ = 0;  ///< lines of ours that came
  std::deque<std::string> kept_;    ///< the lines after those
};

}  // namespace cluster
