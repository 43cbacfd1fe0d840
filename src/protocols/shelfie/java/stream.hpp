// The few words of Java's Object Serialization Stream that this protocol uses (rulings, "Stream grammar").
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace protocols::shelfie::java {

/// Each side sends this once, before its first message.
inline constexpr std::string_view kStreamHeader{"\xAC\xED\x00\x05", 4};

enum class Tag : std::uint8_t {
  null = 0x70,
  reference = 0x71,
  class_desc = 0x72,
  object = 0x73,
  string = 0x74,
  array = 0x75,
  block_data = 0x77,
  end_block_data = 0x78,
  reset = 0x79,
  constant = 0x7E,
};

/// The number of the first thing that can be referred to after a reset.
inline constexpr std::uint32_t kFirstHandle = 0x7E0000;

inline constexpr std::size_t kMaxMessage = 65536;  ///< bytes of one message
inline constexpr std::size_t kMaxDepth = 32;       ///< objects within objects
inline constexpr std::size_t kMaxItems = 4096;     ///< elements of an array or list, entries of a map
/// Parts and characters of a message when everything that is shared is counted each time it is referred to:
/// what a reader who unfolds it has to handle.
inline constexpr std::size_t kMaxUnfolded = 262144;

}  // namespace protocols::shelfie::java
