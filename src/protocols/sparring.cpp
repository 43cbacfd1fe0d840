// What a server to practise against may do in any protocol.
#include "protocols/sparring.hpp"

namespace protocols {

std::string mixed_name(char digit, int letters) {
  std::string name(1, digit);
  for (int at = 0; at < letters; ++at) name += at % 2 == 0 ? "ß" : "Ж";
  return name;
}

base::Error excuse(const Sparring* sparring, const games::AnyMove& move) {
  if (sparring != nullptr && sparring->excuse != nullptr) return sparring->excuse(move);
  return {base::Code::illegal_move, "not in this house"};
}

bool is_penalty(const Sparring* sparring, const games::AnyMove& move) {
  return sparring != nullptr && sparring->is_penalty != nullptr && sparring->is_penalty(move);
}

}  // namespace protocols
