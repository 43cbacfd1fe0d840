// Fuzzes the client's half of the chess protocol and who plays with it: a server may say anything.
#include "player.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  fuzz::play("chess", bytes, size);
  return 0;
}
