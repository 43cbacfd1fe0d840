// What a player can choose in a hall of many games: to play, with people or against bots, or to watch.
#pragma once

#include <string>
#include <vector>

#include "client/play/scene.hpp"

namespace client::play {

/// How the player wants to play there.
struct HallWishes {
  int players = 2;
  std::string level{};  ///< of bots; "": the usual one
  std::string clock{};  ///< of games that one begins (table/clock.hpp); "": the host's
  table::First first = table::First::as_they_came;  ///< in games of two that one begins
};

struct Choice {
  std::string text;
  table::Request request;
};

/// Games to begin, then lobbies to come into, then tables to watch.
std::vector<Choice> choices_in(const table::Overview* hall, const HallWishes& wishes);

}  // namespace client::play
