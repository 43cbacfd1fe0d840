// What was said on one wire connection of late, as bytes; and a reader that makes messages of them when
// somebody looks.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.hpp"
#include "protocols/all.hpp"
#include "transcript/message_cutter.hpp"

namespace server {

using protocols::Speaker;

/// A message as it stands in a transcript.
struct Message {
  base::Time at;
  std::uint64_t order = 0;  ///< among all messages of all connections
  Speaker speaker = Speaker::client;
  std::string text;
  bool refuses = false;                   ///< it refuses what the client asked for
  std::optional<base::Reason> code{};     ///< why
  std::string why{};                      ///< in words; may be empty
  std::optional<protocols::Rule> rule{};  ///< which sentence was broken
};

class Recording;

/// Reads a recording from its beginning, as far as it goes; and later what has been added.
class Reader {
 public:
  explicit Reader(const protocols::Protocol& protocol);

  std::vector<Message> read(const Recording& recording);
  /// What the client has said last of a message whose end has not come; its text is empty if there is
  /// nothing.
  Message rest(Speaker speaker) const;

 private:
  friend class Recording;
  struct Refusal {
    base::Reason code;
    std::string why;
  };
  struct Record;

  static Refusal refusal_in(const Record& record, std::string_view bytes);
  void take(const Record& record, std::string_view bytes, std::vector<Message>& messages);
  void pass_over(const Record& record, std::string_view bytes);
  transcript::MessageCutter& listen(const Record& record);
  void judge(Message& message);

  const protocols::Protocol* protocol_;
  std::array<transcript::MessageCutter, 2> cutters_;
  std::deque<Refusal> refusals_;         ///< that the next answers tell of
  std::uint64_t position_ = 0;           ///< how many bytes of the recording were read
  std::array<base::Time, 2> last_at_{};  ///< when each has said something last, and in which order
  std::array<std::uint64_t, 2> last_order_{};
};

/// Why so many things were refused is kept until the server says something; of more it is not told.
inline constexpr std::size_t kMostRefusals = 64;

/// Holds at most so many bytes and forgets the oldest. What is said again and again, with nothing heard in
/// between, is kept once.
class Recording {
 public:
  explicit Recording(const protocols::Protocol& protocol) : protocol_(&protocol) {}

  void note(base::Time at, std::uint64_t order, Speaker speaker, std::string_view bytes);
  /// What the client asked for last was refused; to be noted before the answer is.
  void note_refusal(base::Time at, std::uint64_t order, base::Reason code, std::string_view why);

  /// Forgets the older half when there is more than that.
  void keep_within(std::size_t limit);

  std::size_t size() const { return bytes_.capacity(); }
  bool is_whole() const { return start_ == 0; }
  /// At the beginning of what is kept.
  Reader reader() const;

 private:
  friend class Reader;

  void append(const Reader::Record& record, std::string_view bytes);
  bool repeats(Speaker speaker, std::string_view bytes) const;

  const protocols::Protocol* protocol_;
  std::string bytes_;               ///< records, each followed by its bytes
  std::uint64_t start_ = 0;         ///< how many bytes stood before them
  std::size_t last_ = 0;            ///< where the last record begins in `bytes_`
  std::size_t refusals_ = 0;        ///< since the server has said something
  std::unique_ptr<Reader> forgot_;  ///< has read what was forgotten
};

}  // namespace server
