// Which protocols there are: one line each.
#include "protocols/all.hpp"

#include <algorithm>
#include <array>

/// One line a protocol: the namespace of its folder, whose row.cpp has its kProtocol. In the order of help
/// texts.
#define PARLOR_PROTOCOLS(ROW) \
  ROW(chess)                  \
  ROW(scrabble_clarkson)      \
  ROW(scrabble_twente)        \
  ROW(spectrangle)            \
  ROW(shelfie)                \
  ROW(web)

namespace protocols {

#define DECLARE(folder)            \
  namespace folder {               \
  extern const Protocol kProtocol; \
  }
PARLOR_PROTOCOLS(DECLARE)
#undef DECLARE

std::span<const Protocol> all() {
#define NAME(folder) folder::kProtocol,
  static const std::array rows{PARLOR_PROTOCOLS(NAME)};
#undef NAME
  return rows;
}

const Protocol* find(std::string_view name) {
  const auto list = all();
  const auto found = std::ranges::find(list, name, &Protocol::name);
  return found == list.end() ? nullptr : &*found;
}

const Encoding* find_translated(const Protocol& protocol, char first_byte) {
  const auto found = std::ranges::find_if(protocol.encodings, [&](const Encoding& one) {
    return one.translate != nullptr && one.first_byte == first_byte;
  });
  return found == protocol.encodings.end() ? nullptr : &*found;
}

std::vector<Switch> all_switches() {
  std::vector<Switch> switches;
  for (const auto& protocol : all()) {
    for (const auto& one : protocol.switches) {
      if (std::ranges::find(switches, one.name, &Switch::name) == switches.end()) switches.push_back(one);
    }
  }
  return switches;
}

bool is_switch(std::string_view name) {
  return std::ranges::any_of(all(), [&](const Protocol& protocol) {
    return std::ranges::find(protocol.switches, name, &Switch::name) != protocol.switches.end();
  });
}

}  // namespace protocols
