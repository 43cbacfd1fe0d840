// What a browser asks about wire connections that come from its own network address, of now and of late.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.hpp"
#include "base/time.hpp"

namespace protocols {

namespace query {

/// Which there are.
struct Connections {};

/// From now on to be told what is said on one, and at once what was said of late. One at a time.
struct Follow {
  std::uint64_t connection = 0;
};

/// No longer to be told.
struct Unfollow {};

/// What was said on one, and by the others that it met, as a transcript.
struct Transcript {
  std::uint64_t connection = 0;
};

}  // namespace query

struct Connection {
  std::uint64_t number = 0;
  std::string protocol;
  std::string address;  ///< with its port
  std::string name;
  std::optional<base::TableId> table{};  ///< at which its player sits or has sat last
  base::Seat seat{};
  bool plays = false;  ///< there, now
  base::Time since{};
  std::optional<base::Time> closed{};
  std::size_t messages = 0;  ///< both ways
  std::size_t refused = 0;
  std::string link{};  ///< to the page of the seat; empty if it has none, or not for whoever asks
};

/// A message on a wire, as it stands in a transcript.
struct WireLine {
  base::Time at{};
  bool from_client = false;
  std::string text;
  std::string code{};  ///< why it refuses what was asked; empty if it refuses nothing
  std::string why{};   ///< in words; may be empty
  std::string cite{};  ///< where the sentence stands that was broken; may be empty
  std::string sentence{};
};

/// What was said on a wire.
struct Overheard {
  std::uint64_t connection = 0;
  std::vector<WireLine> lines;
  std::size_t missed = 0;  ///< lines before these that are not kept, or are too many to be told
};

/// A conversation as a transcript.
struct Transcript {
  std::string text;
};

}  // namespace protocols
