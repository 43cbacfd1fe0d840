// Fuzzes the Clarkson Scrabble protocol: both halves, and that any split of the stream gives the same
// conversation.
#include "conversation.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  fuzz::converse("scrabble-clarkson", {reinterpret_cast<const char*>(bytes), size});
  return 0;
}
