// Plays games through the client half of a protocol, with a bot to choose the moves.
#pragma once

#include <functional>
#include <string>

#include "bots/all.hpp"
#include "client/charset.hpp"
#include "client/stranger.hpp"
#include "net/address.hpp"
#include "protocols/all.hpp"

namespace client {

struct BotSettings {
  const protocols::Protocol* protocol = nullptr;
  std::unique_ptr<protocols::Client> (*make_client)(const games::Kits& kits) =
      nullptr;  ///< in one of its encodings
  net::Address server;
  std::string game;  ///< which one, of those that the protocol has
  const bots::Bot* bot = nullptr;
  const games::Kits* kits = nullptr;
  std::string name;  ///< where the protocol has names
  int seats = 2;     ///< how many play, where the protocol lets one choose
  int games = 1;     ///< 0: until the server is gone
  std::uint64_t seed = 0;
  Charset charset = Charset::utf8;
  /// In which the server must say its first words and answer a move, where the protocol has an answer.
  Patience patience{};
};

struct BotReport {
  int games = 0;
  int won = 0;
  int drawn = 0;
  int lost = 0;
};

/// Plays game after game, with the same opponent where it wants to and else with a new connection.
/// `report` gets a line for each finished game. An error says why the server could not be played with.
base::Result<BotReport> run_bot(const BotSettings& settings,
                                const std::function<void(const std::string&)>& report);

}  // namespace client
