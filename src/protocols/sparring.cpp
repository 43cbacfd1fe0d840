// Names that few clients expect.
#include "protocols/sparring.hpp"

namespace protocols {

std::string mixed_name(char digit, int letters) {
  std::string name(1, digit);
  for (int at = 0; at < letters; ++at) name += at % 2 == 0 ? "ß" : "Ж";
  return name;
}

}  // namespace protocols
