// A person plays: at a server of any protocol, or here against bots.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "bots/all.hpp"
#include "client/charset.hpp"
#include "client/play/colours.hpp"
#include "client/play/kept_game.hpp"
#include "client/stranger.hpp"
#include "net/address.hpp"
#include "protocols/all.hpp"

namespace client::play {

enum class Manner : std::uint8_t { full_screen, plain };

struct Settings {
  const games::Kits* kits = nullptr;
  std::string name;
  int players = 2;  ///< how many play, where one may choose
  Manner manner = Manner::full_screen;
  Colours colours = Colours::automatic;
  std::uint64_t seed = 0;

  // At a server:
  const protocols::Protocol* protocol = nullptr;  ///< nullptr: here
  std::unique_ptr<protocols::Client> (*speak)(const games::Kits& kits) =
      nullptr;  ///< in one of its encodings
  Charset charset = Charset::utf8;
  net::Address server{};
  std::optional<protocols::query::Account::SignIn>
      account{};        ///< to be signed in to, where there are accounts
  std::string lobby{};  ///< to come into; "": any
  Patience patience{};

  /// Writes a game in the format of that name, or as "json".
  base::Result<std::string> (*write)(std::string_view format, const games::Kits& kits,
                                     const KeptGame& game) = nullptr;
  std::filesystem::path state{};      ///< the folder where games and passes are kept; "": nowhere
  std::optional<KeptGame> resumed{};  ///< a game that goes on here

  bool hints = false;  ///< also where people who play cannot be told of them

  std::string record{};  ///< a file for what is said on the connections; "": none

  std::string level{};  ///< of bots that a server of many games is asked for; "": the usual one
  int bots = 0;         ///< how many of them

  // Here, or at a server of many games ("": chosen in its hall):
  std::string game{};
  std::string clock{};                  ///< the players' time (table/clock.hpp); "": as it is there
  const bots::Bot* opponent = nullptr;  ///< here
  std::optional<int> seat{};            ///< one's own, from 0; none: by chance here, elsewhere as one comes
};

/// Plays until the player has had enough. Gives the exit code; an error says in a sentence why there could be
/// no game.
base::Result<int> run(const Settings& settings);

}  // namespace client::play
