// The cases for clients, and the sentences that they stand for.
#include "client/check/client_cases.hpp"

#include <fmt/format.h>

#include <array>

namespace client::check {
namespace {

using transcript::Level;

struct Scene {
  std::string_view name;
  Plot plot;
  Delivery delivery;
  Level level;  ///< at most; a must is one only where the document says so
};

constexpr std::array kScenes{
    Scene{"sits-down", Plot::sits_down, Delivery::whole, Level::must},
    Scene{"plays", Plot::plays, Delivery::whole, Level::must},
    Scene{"waits-for-its-turn", Plot::waits, Delivery::whole, Level::must},
    Scene{"byte-by-byte", Plot::plays, Delivery::byte_by_byte, Level::must},
    Scene{"all-at-once", Plot::plays, Delivery::all_at_once, Level::must},
    Scene{"transport-returns", Plot::plays, Delivery::carriage_returns, Level::may},
    Scene{"refused-move", Plot::is_refused, Delivery::whole, Level::should},
    Scene{"opponent-leaves", Plot::is_left, Delivery::whole, Level::must},
    Scene{"opponent-leaves-at-once", Plot::is_left_at_once, Delivery::whole, Level::must},
    Scene{"plays-to-the-end", Plot::finishes, Delivery::whole, Level::must},
    Scene{"comes-through", Plot::comes_through, Delivery::whole, Level::must},
};

constexpr std::string_view kAnySplit =
    "docs/protocols/README.md: \"Any split of the byte stream gives the same conversation\"";

constexpr std::string_view kLineEnds = "the rulings, transport: lines end in LF, and CRLF is accepted";

/// What only a ruling says is no must.
Level grade(const protocols::Protocol& protocol, Level most, std::string_view sentence) {
  const auto document = sentence.substr(0, sentence.find_first_of(",:"));
  const bool says_so = document.starts_with(protocol.name) && !document.contains(".rulings.");
  return most == Level::must && !says_so ? Level::should : most;
}

}  // namespace

std::vector<ClientCase> client_cases(const protocols::Protocol& protocol) {
  std::vector<ClientCase> cases;
  if (protocol.checks == nullptr) return cases;
  cases.reserve(kScenes.size());
  const bool line_feeds = protocol.line_end == "\n" && protocol.encodings.empty();
  for (const auto& scene : kScenes) {
    if (scene.delivery == Delivery::carriage_returns && !line_feeds) continue;
    const auto sentence = scene.delivery == Delivery::whole
                              ? protocol.checks->sentences[static_cast<std::size_t>(scene.plot)]
                          : scene.delivery == Delivery::carriage_returns ? kLineEnds
                                                                         : kAnySplit;
    if (sentence.empty()) continue;
    cases.push_back({.one = {.id = fmt::format("{}/client/{}", protocol.name, scene.name),
                             .sentence = std::string(sentence),
                             .level = grade(protocol, scene.level, sentence)},
                     .plot = scene.plot,
                     .delivery = scene.delivery});
  }
  if (const auto& farewell = protocol.checks->farewell; !farewell.said.empty()) {
    cases.push_back({.one = {.id = fmt::format("{}/client/says-farewell", protocol.name),
                             .sentence = std::string(farewell.sentence),
                             .level = farewell.required ? Level::must : Level::should},
                     .plot = Plot::finishes,
                     .farewell = farewell});
  }
  return cases;
}

}  // namespace client::check
