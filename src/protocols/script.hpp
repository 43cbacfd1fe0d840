// A transcript made ready for one try on a server that has its own chance and may remember names.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "protocols/all.hpp"

namespace protocols {

/// What a line of a transcript is (docs/formats/transcript.md).
enum class LineKind : std::uint8_t {
  send,
  expect,
  connect,
  hang_up,
  expect_close,
  turn_clock,
  restart,
};

/// How a game that a transcript begins goes on when `parlor check` plays it: each player lays what can be
/// laid, until the game ends so.
enum class Course : std::uint8_t {
  as_written,  ///< not at all
  finish,      ///< the last tile is laid, or nothing more can be
  passes,      ///< soon nobody lays anything
  leaver,      ///< somebody leaves in mid-game
};

/// One line of a transcript.
struct Step {
  LineKind kind;
  int number = 0;  ///< of the line in the file
  char peer = 0;
  std::string bytes = {};  ///< of '>' and '<', with the end of the line
  std::string text = {};   ///< the same as a transcript writes it, one way; without the end of the line
};

struct Script {
  const Protocol* protocol = nullptr;  ///< that has Checks
  std::string_view encoding;
  std::vector<Step> steps;
  bool recast = false;  ///< others have the parts than in the transcript

  /// What the one who speaks in that step hears next; nullptr if nothing.
  const Step* answer_to(std::size_t at) const;
  /// Whether what is said in that step is answered with an error.
  bool is_refused(std::size_t at) const;
  /// Names that were taken before that step, by who took them.
  std::map<char, std::string> names_before(std::size_t at) const;
};

/// Other words, by those in whose place they are written.
using Replacements = std::map<std::string, std::string, std::less<>>;
std::string replace_words(std::string_view text, const Replacements& others);

/// Whether a line begins with the sign, or, if that begins with a quotation mark, contains it.
bool has_sign(std::string_view text, std::string_view sign);

/// A line that no transcript has.
Step make_step(const Protocol& protocol, LineKind kind, char peer, std::string text);

/// The bytes of a message that a transcript would write so, without the end of the line; what is no escape
/// stays as it is.
std::string bytes_of(const Protocol& protocol, std::string_view text);

}  // namespace protocols
