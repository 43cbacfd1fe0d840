// Which games are drawn in the terminal as they are; the others are shown plainly.
#pragma once

#include <cstdint>
#include <string_view>

namespace client::play {

enum class Pictures : std::uint8_t {
  own,   ///< of every game that has one
  none,  ///< all games are shown plainly
};

/// Whether the game is drawn.
bool is_drawn(std::string_view game, Pictures pictures);

}  // namespace client::play
