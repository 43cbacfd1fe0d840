// Which protocols there are: one row each.
#include "protocols/all.hpp"

#include <algorithm>
#include <array>

#include "protocols/chess/client.hpp"
#include "protocols/chess/session.hpp"
#include "protocols/scrabble-clarkson/client.hpp"
#include "protocols/scrabble-clarkson/session.hpp"
#include "protocols/scrabble-twente/client.hpp"
#include "protocols/scrabble-twente/session.hpp"
#include "protocols/shelfie/client.hpp"
#include "protocols/shelfie/session.hpp"
#include "protocols/spectrangle/client.hpp"
#include "protocols/spectrangle/session.hpp"
#include "protocols/web/session.hpp"

namespace protocols {
namespace {

template <class Own>
std::unique_ptr<Session> serve(const Opening& opening) {
  if constexpr (std::is_constructible_v<Own, const Opening&>) {
    return std::make_unique<Own>(opening);
  } else {
    return std::make_unique<Own>();
  }
}

template <class Own>
std::unique_ptr<Client> play(const games::Kits& kits) {
  if constexpr (std::is_constructible_v<Own, const games::Kits&>) {
    return std::make_unique<Own>(kits);
  } else {
    return std::make_unique<Own>();
  }
}

template <shelfie::Encoding encoding>
std::unique_ptr<Client> play_shelfie(const games::Kits& kits) {
  return std::make_unique<shelfie::Client>(kits, encoding);
}

constexpr std::array kShelfieEncodings{
    Encoding{"java", play_shelfie<shelfie::Encoding::java>},
    Encoding{"json", play_shelfie<shelfie::Encoding::json>},
};

constexpr std::array kAll{
    Protocol{"chess", 6343, "chess", "\n", "", {}, serve<chess::Session>, play<chess::Client>},
    Protocol{"scrabble-clarkson", 9000, "scrabble", "\r\n", "", scrabble_clarkson::kSwitches,
             serve<scrabble_clarkson::Session>, play<scrabble_clarkson::Client>, scrabble_clarkson::kTick,
             true},
    Protocol{"scrabble-twente", 9001, "scrabble", "\x1e", "\x1f", scrabble_twente::kSwitches,
             serve<scrabble_twente::Session>, play<scrabble_twente::Client>},
    Protocol{"spectrangle",
             9002,
             "spectrangle",
             "\n",
             "",
             {},
             serve<spectrangle::Session>,
             play<spectrangle::Client>},
    Protocol{"shelfie",
             1100,
             "shelfie",
             "\n",
             "",
             {},
             serve<shelfie::Session>,
             kShelfieEncodings[0].play,
             std::chrono::seconds(1),
             true,
             kShelfieEncodings,
             std::chrono::seconds(15)},
    Protocol{"web",
             8080,
             "",
             "\n",
             "",
             {},
             serve<web::Session>,
             nullptr,
             std::chrono::seconds(1),
             true,
             {},
             {},
             Carrier::websocket},
};

}  // namespace

std::span<const Protocol> all() { return kAll; }

const Protocol* find(std::string_view name) {
  const auto found = std::ranges::find(kAll, name, &Protocol::name);
  return found == kAll.end() ? nullptr : &*found;
}

std::vector<Switch> all_switches() {
  std::vector<Switch> switches;
  for (const auto& protocol : kAll) {
    for (const auto& one : protocol.switches) {
      if (std::ranges::find(switches, one.name, &Switch::name) == switches.end()) switches.push_back(one);
    }
  }
  return switches;
}

bool is_switch(std::string_view name) {
  return std::ranges::any_of(kAll, [&](const Protocol& protocol) {
    return std::ranges::find(protocol.switches, name, &Switch::name) != protocol.switches.end();
  });
}

}  // namespace protocols
