// Whether a guest lived with a style: what it said, what it was told, and how the visit ended.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/spar/style.hpp"
#include "transcript/message_cutter.hpp"

namespace client::spar {

enum class Fate : std::uint8_t {
  survived,
  failed,
  untried,  ///< the guest left before the style showed itself
};

struct Verdict {
  Fate fate = Fate::untried;
  std::string why;  ///< what happened, for people
};

/// How a visit ended.
enum class Ending : std::uint8_t {
  guest_left,
  closed,      ///< by the server, as the document has it
  hung_up_on,  ///< as the style has it
  still_here,  ///< when everything ended
};

/// Of one guest. Without I/O.
class Referee {
 public:
  /// Both outlive it.
  Referee(const protocols::Protocol& protocol, const Style& style);

  /// The guest's bytes, as they came.
  void hear(std::string_view bytes);
  /// What the guest is told, before it is changed by the style.
  void tell(std::string_view bytes);
  /// How far the visit has come.
  void reach(Phase phase);
  /// The last message was refused on purpose.
  void refuse_on_purpose();

  /// What the guest said last, as a transcript writes it.
  const std::string& said() const { return said_; }
  /// A sentence on what the guest says and nobody can understand: a message whose end has not come, or that
  /// is none. "" if there is no such thing.
  std::string puzzle() const;
  Verdict judge(Ending ending) const;

 private:
  std::string last_words() const;

  const protocols::Protocol& protocol_;
  const Style& style_;
  transcript::MessageCutter heard_;
  transcript::MessageCutter told_cutter_;
  Phase furthest_ = Phase::connected;
  int messages_ = 0;  ///< of the guest
  std::string said_;
  std::string wrong_;          ///< about the frame of its first message
  std::string told_;           ///< the last that it was told
  int refused_ = 0;            ///< since something was not
  std::string first_refused_;  ///< of those, with the answer
  int on_purpose_ = 0;         ///< refused by the style
  bool played_on_ = false;     ///< said something after that
};

/// All visits of a run, by style.
class Scores {
 public:
  void add(int guest, const Style& style, const Verdict& verdict);
  /// A line a style, in the order in which they were met.
  std::vector<std::string> write() const;
  bool any(Fate fate) const;
  bool empty() const { return rows_.empty(); }

 private:
  struct Row {
    const Style* style;
    int guest;
    Verdict verdict;
  };
  std::vector<Row> rows_;
};

}  // namespace client::spar
