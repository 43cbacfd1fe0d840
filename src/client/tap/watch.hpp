// One connection as it is watched: its messages, and the sentences that they break.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "client/tap/decoder.hpp"
#include "client/tap/follower.hpp"
#include "client/tap/order.hpp"
#include "client/tap/unanswered.hpp"

namespace client::tap {

/// Something worth a line.
struct Sight {
  enum class Kind : std::uint8_t {
    message,
    carrier,
    unfinished,  ///< what came of a message whose end did not come for a while
    fault,       ///< a message that breaks a sentence
    frame,       ///< bytes that are not framed as messages are
  };

  Kind kind = Kind::message;
  Way way = Way::to_server;
  std::string text;
  /// Of a fault: where it stands and how it reads. Of a frame, and of what is unfinished: what is wrong
  /// about it.
  std::string sentence = {};
  std::string hint = {};  ///< of a fault: what would have been right; "" if nobody knows

  friend bool operator==(const Sight&, const Sight&) = default;
};

inline bool is_violation(const Sight& sight) {
  return sight.kind == Sight::Kind::fault || sight.kind == Sight::Kind::frame;
}

/// Without I/O: bytes in, sights out.
class Watch {
 public:
  /// The kits, which outlive it, let it follow the game, for hints; nullptr: it gives none.
  explicit Watch(const protocols::Protocol& protocol, Charset charset = Charset::utf8,
                 const games::Kits* kits = nullptr);

  std::vector<Sight> see(Way way, std::string_view bytes);
  /// Nothing came for a while: what is unfinished, unless that was told.
  std::vector<Sight> pause();
  /// Nothing more comes: what is left of unfinished messages as they stand, then what is wrong about it.
  std::vector<Sight> end() const;

 private:
  /// What has come of an object whose end has not; nothing if there is no such thing.
  std::optional<Sight> part_of_object(Sight::Kind kind, Way way) const;
  void judge(Way way, const std::string& message, std::vector<Sight>& sights);
  std::optional<Sight> find_fault(Way way, const std::string& message);
  Sight blame(Way way, const std::string& message, const Rule& broken) const;

  const protocols::Protocol* protocol_;
  const Grammar* grammar_;
  Order order_;
  Unanswered unanswered_;
  std::unique_ptr<Follower> follower_;
  std::unique_ptr<Decoder> decoder_;
  std::array<std::string, 2> told_;       ///< of what is unfinished, each way
  std::array<bool, 2> endless_{};         ///< nothing is said of what comes until something ends it, each way
  std::array<bool, 2> told_of_object_{};  ///< whether that was told, each way, since one was whole
};

}  // namespace client::tap
