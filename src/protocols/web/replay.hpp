// A finished game as a browser is told of it (docs/formats/web.md, "Replay").
#pragma once

#include <cstddef>
#include <string>

#include "protocols/query.hpp"

namespace protocols::web {

/// How long the steps of one answer may become; the rest is asked for.
inline constexpr std::size_t kReplayPiece = std::size_t{256} * 1024;

/// The game's facts, its steps from that one on, and where to go on if they are not all.
std::string write_replay(const Replay& replay, std::size_t from, std::size_t most = kReplayPiece);

}  // namespace protocols::web
