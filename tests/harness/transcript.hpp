// Transcripts: conversations as text, played against a virtual server (docs/formats/transcript.md).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/time.hpp"
#include "harness/speech.hpp"
#include "protocols/all.hpp"
#include "server/engine.hpp"

namespace harness {

struct Line {
  enum class Kind { send, expect, connect, hang_up, expect_close, turn_clock, restart };

  Kind kind;
  int number = 0;  ///< in the file
  char peer = 0;
  std::string bytes = {};  ///< with the end of line of the peer's protocol
  base::Duration time{};
  const protocols::Protocol* protocol = nullptr;  ///< of the peer
  std::string address = {};                       ///< whence it connects; empty: from anywhere
  std::uint16_t port = 0;
};

struct Transcript {
  const protocols::Protocol* protocol = nullptr;  ///< of peers that name no other
  std::string from;                               ///< the sentence that it stands for
  server::EngineSettings settings{.seed = 1};
  std::string encoding;  ///< the only one in which it makes sense; empty: every one that there is
  Pings pings = Pings::passed_over;
  std::vector<Line> lines;
};

/// Code::malformed names the line.
base::Result<Transcript> read_transcript(std::string_view text);

/// All transcript files of a protocol, sorted.
std::vector<std::filesystem::path> transcripts_of(const protocols::Protocol& protocol);

std::string read_text(const std::filesystem::path& file);

/// How the bytes of a peer are handed over.
enum class Cut { as_written, byte_by_byte, coalesced };

/// The encodings in which a transcript is to be played; one without a name where there is no choice.
std::vector<std::string_view> encodings_of(const Transcript& transcript);

/// Plays a transcript on a fresh virtual server. Returns what went wrong, "" if nothing did.
std::string play(const Transcript& transcript, Cut cut, std::string_view encoding = "");

}  // namespace harness
