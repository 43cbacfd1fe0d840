// What the command line or the menu of parlor play says, before it is understood.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/commands.hpp"
#include "app/speaking.hpp"
#include "client/play/kept_game.hpp"

namespace app {

struct PlayFlags {
  std::string protocol;
  std::string host;
  std::optional<std::uint16_t> port;
  std::string local;  ///< a game to be played here
  std::string game;   ///< at a server of many
  std::string level;
  bool resume = false;                              ///< the last game here goes on
  std::optional<client::play::KeptGame> resumed{};  ///< this one does
  std::string seat;                                 ///< one's own: a number from 1, or a colour
  std::string clock;
  int bots = 0;
  std::string name;
  std::string account;  ///< to be signed in to
  std::string lobby;
  SpeechFlags speech;
  std::string record;
  int players = 2;
  std::optional<double> patience;  ///< seconds
  bool plain = false;
  bool hints = false;
  std::string colours = "auto";
  KitFiles kits;
  std::optional<std::uint64_t> seed;
};

/// Who one is where no name was given.
std::string own_name();

}  // namespace app
