// Whether the terminal is used in colour.
#pragma once

#include <cstdint>

namespace client::play {

enum class Colours : std::uint8_t {
  automatic,  ///< where the terminal has them and NO_COLOR is not set
  always,     ///< where the terminal has them
  never,
};

}  // namespace client::play
