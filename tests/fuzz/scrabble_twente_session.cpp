// Fuzzes the Twente Scrabble protocol: both halves, and that any split of the stream gives the same
// conversation.
#include "conversation.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  fuzz::converse("scrabble-twente", {reinterpret_cast<const char*>(bytes), size});
  return 0;
}
