// Fuzzes the client's half of the spectrangle protocol and who plays with it: a server may say anything.
#include "player.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  fuzz::play("spectrangle", bytes, size);
  return 0;
}
