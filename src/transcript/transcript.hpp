// Transcripts: conversations as text (docs/formats/transcript.md).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/time.hpp"
#include "protocols/script.hpp"
#include "transcript/speech.hpp"

namespace transcript {

using protocols::Course;

struct Line {
  using Kind = protocols::LineKind;

  Kind kind;
  int number = 0;  ///< in the file
  char peer = 0;
  std::string bytes = {};  ///< with the end of line of the peer's protocol
  base::Duration time{};
  const protocols::Protocol* protocol = nullptr;  ///< of the peer
  std::string address = {};                       ///< whence it connects; empty: from anywhere
  std::uint16_t port = 0;
};

/// How much a server has to do as the transcript says: the document demands it, only a ruling does, or it is
/// an extension or a tolerance.
enum class Level : std::uint8_t { must, should, may };

struct Transcript {
  const protocols::Protocol* protocol = nullptr;  ///< of peers that name no other
  std::string from;                               ///< the sentence that it stands for
  Level level = Level::must;
  std::string ours;  ///< why it says something of this server alone; empty: of any
  Course course = Course::as_written;
  base::Seed seed = 1;     ///< of the server's chance
  base::Duration grace{};  ///< for which seats of broken connections wait
  std::string clock;       ///< of tables for which nobody asks for another
  protocols::Switches switches;
  std::string encoding;  ///< the only one in which it makes sense; empty: every one that there is
  Pings pings = Pings::passed_over;
  std::vector<Line> lines;
};

/// Code::malformed names the line.
base::Result<Transcript> read(std::string_view text);

/// The encodings in which a transcript is to be played; one without a name where there is no choice.
std::vector<std::string_view> encodings_of(const Transcript& transcript);

}  // namespace transcript
