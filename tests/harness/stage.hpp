// Plays transcripts against a virtual server (docs/formats/transcript.md, "How a transcript is played").
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "server/engine.hpp"
#include "transcript/transcript.hpp"

namespace harness {

using transcript::Transcript;

/// All transcript files of a protocol, sorted.
std::vector<std::filesystem::path> transcripts_of(const protocols::Protocol& protocol);

std::string read_text(const std::filesystem::path& file);

/// The settings that a transcript asks for.
server::EngineSettings settings_of(const Transcript& transcript);

/// Whence a peer comes. Browsers are known by a token: their own letter, unless another is named.
std::string address_of(const transcript::Line& line);

/// How the bytes of a peer are handed over.
enum class Cut : std::uint8_t { as_written, byte_by_byte, coalesced };

/// Plays a transcript on a fresh virtual server. Returns what went wrong, "" if nothing did.
std::string play(const Transcript& transcript, Cut cut, std::string_view encoding = "");

/// Which node dies: that of the tables before every line; that of the players, who come back at another,
/// where the transcript restarts everything.
enum class Dies : std::uint8_t { nobody, owner, front };

/// The same on several servers that are one hall, with everybody at one of them and all tables at another.
std::string play_far(const Transcript& transcript, Dies dies);

}  // namespace harness
