// What there is besides moves, as far as a player must know it.
#pragma once

#include <string_view>

#include "protocols/all.hpp"

namespace client::play {

struct Facets : protocols::Facets {
  bool offers = false;  ///< draws and moves taken back can be offered, in games that have that
};

/// In place of a protocol: a table of one's own, without any server.
inline constexpr std::string_view kHere = "local";

/// Of a protocol, or kHere.
Facets facets_of(std::string_view protocol);

}  // namespace client::play
