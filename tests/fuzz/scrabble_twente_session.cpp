// Fuzzes the Twente Scrabble protocol: both halves, and that any split of the stream gives the same
// conversation.
#include <algorithm>
#include <string>

#include "conversation.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  // As in transcripts '|' stands for the unit separator, and here also '~' for the message separator.
  std::string text(reinterpret_cast<const char*>(bytes), size);
  std::ranges::replace(text, '|', '\x1f');
  std::ranges::replace(text, '~', '\x1e');
  fuzz::converse("scrabble-twente", text);
  return 0;
}
