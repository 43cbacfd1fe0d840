// A transcript made ready for one try on a server that has its own chance and may remember names.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "transcript/transcript.hpp"

namespace client::check {

/// One line of a transcript.
struct Step {
  transcript::Line::Kind kind;
  int number = 0;  ///< of the line in the file
  char peer = 0;
  std::string bytes = {};  ///< of '>' and '<', as of transcript::Line
  std::string text = {};   ///< the same as a transcript writes it, one way; without the end of the line
};

struct Script {
  const protocols::Protocol* protocol = nullptr;
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

/// What is written in place of words.
using Words = std::map<std::string, std::string, std::less<>>;
std::string replace_words(std::string_view text, const Words& others);

/// The names that people take in it are written with the ending behind them.
Script make_script(const transcript::Transcript& source, std::string_view encoding, std::string_view ending);

/// A line that no transcript has.
Step make_step(const protocols::Protocol& protocol, transcript::Line::Kind kind, char peer, std::string text);

/// The bytes of a message that a transcript would write so, without the end of the line; what is no escape
/// stays as it is.
std::string bytes_of(const protocols::Protocol& protocol, std::string_view text);

}  // namespace client::check
