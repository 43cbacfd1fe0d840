// A conversation on one or several wire connections as a transcript.
#pragma once

#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "server/inspector.hpp"

namespace server {

struct Conversation {
  std::vector<std::shared_ptr<const WireConnection>> tracks{};  ///< the first is what it is about
  std::string options{};                                        ///< besides the seed
  std::set<TableId> running{};  ///< tables whose games are not over: their seeds are not told
};

/// So many peers have a letter in a transcript.
inline constexpr std::size_t kMostMet = 52;

/// Those who may have met the connection, directly or by others, while they played the same game: whoever was
/// connected at the same time. The connection itself comes first; at most kMostMet are found, and the work is
/// linear in how many there are.
std::vector<std::shared_ptr<const WireConnection>> met_by(
    const std::shared_ptr<WireConnection>& track, std::span<const std::shared_ptr<WireConnection>> all);

/// A transcript that the runner plays on a fresh server (docs/formats/transcript.md). Where that cannot give
/// the same again, a comment says why.
std::string write_transcript(const Conversation& conversation);

}  // namespace server
