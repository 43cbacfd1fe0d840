// What the protocols have besides moves, as far as a player must know it.
#pragma once

#include <string_view>

namespace client::play {

struct Facets {
  std::string_view protocol;
  bool names = true;     ///< players have names, by which they can come back
  bool chat = false;     ///< people can talk
  bool ready = false;    ///< the game begins when all say that they are ready
  bool lobbies = false;  ///< there are several, which can be listed and joined by name
  bool hall = false;     ///< there are many games, to be chosen from
  bool offers = false;   ///< draws and moves taken back can be offered, in games that have that
  bool clocks = false;   ///< the players' time can be chosen, and is told
};

/// In place of a protocol: a table of one's own, without any server.
inline constexpr std::string_view kHere = "local";

Facets facets_of(std::string_view protocol);

}  // namespace client::play
