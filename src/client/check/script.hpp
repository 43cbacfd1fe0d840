// A transcript made ready for one try on a server that has its own chance and may remember names.
#pragma once

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

  /// What the one who speaks in that step hears next; nullptr if nothing.
  const Step* answer_to(std::size_t at) const;
};

/// The names that people take in it are written with the ending behind them.
Script make_script(const transcript::Transcript& source, std::string_view encoding, std::string_view ending);

/// The bytes of a message that a transcript would write so, without the end of the line; what is no escape
/// stays as it is.
std::string bytes_of(const protocols::Protocol& protocol, std::string_view text);

}  // namespace client::check
