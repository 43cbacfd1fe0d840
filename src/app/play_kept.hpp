// Games of one's own that parlor play keeps: which there are, and how they are written for other programs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "client/play/kept_game.hpp"
#include "games/any.hpp"

namespace app {

/// Those that can go on, the last one played first; of that game, or of any if it is "".
struct Unfinished {
  std::vector<client::play::KeptGame> games;
  std::vector<std::string> damaged;  ///< a sentence for each file that cannot be read
};
Unfinished unfinished_games(std::string_view game);

/// "against casual, 12 moves".
std::string about_game(const client::play::KeptGame& game);

/// In the format of that name, or as "json".
base::Result<std::string> write_game(std::string_view format, const games::Kits& kits,
                                     const client::play::KeptGame& game);

}  // namespace app
