// Which protocols there are: one row each.
#include "protocols/all.hpp"

#include <algorithm>
#include <array>

#include "protocols/chess/client.hpp"
#include "protocols/chess/rules.hpp"
#include "protocols/chess/session.hpp"
#include "protocols/chess/tools.hpp"
#include "protocols/scrabble-clarkson/client.hpp"
#include "protocols/scrabble-clarkson/rules.hpp"
#include "protocols/scrabble-clarkson/secrets.hpp"
#include "protocols/scrabble-clarkson/session.hpp"
#include "protocols/scrabble-clarkson/tools.hpp"
#include "protocols/scrabble-twente/client.hpp"
#include "protocols/scrabble-twente/rules.hpp"
#include "protocols/scrabble-twente/secrets.hpp"
#include "protocols/scrabble-twente/session.hpp"
#include "protocols/scrabble-twente/tools.hpp"
#include "protocols/shelfie/client.hpp"
#include "protocols/shelfie/java/stream.hpp"
#include "protocols/shelfie/rules.hpp"
#include "protocols/shelfie/secrets.hpp"
#include "protocols/shelfie/session.hpp"
#include "protocols/shelfie/tools.hpp"
#include "protocols/shelfie/translator.hpp"
#include "protocols/spectrangle/client.hpp"
#include "protocols/spectrangle/rules.hpp"
#include "protocols/spectrangle/session.hpp"
#include "protocols/spectrangle/tools.hpp"
#include "protocols/web/client.hpp"
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

std::unique_ptr<Client> play_twente_without_flags(const games::Kits& kits) {
  return std::make_unique<scrabble_twente::Client>(kits, scrabble_twente::Flags::none);
}

template <shelfie::Encoding encoding>
std::unique_ptr<Client> play_shelfie(const games::Kits& kits) {
  return std::make_unique<shelfie::Client>(kits, encoding);
}

constexpr std::array kShelfieEncodings{
    Encoding{"java", play_shelfie<shelfie::Encoding::java>, shelfie::translate_java,
             shelfie::java::kStreamHeader[0]},
    Encoding{"json", play_shelfie<shelfie::Encoding::json>},
};

constexpr std::array kAll{
    Protocol{.name = "chess",
             .port = 6343,
             .game = "chess",
             .line_end = "\n",
             .serve = serve<chess::Session>,
             .play = play<chess::Client>,
             .rule = chess::rule,
             .refusals = chess::refusals,
             .silent = true,
             .facets = {.names = false},
             .grammar = &chess::kGrammar,
             .checks = &chess::kChecks,
             .sparring = &chess::kSparring},
    Protocol{.name = "scrabble-clarkson",
             .port = 9000,
             .game = "scrabble",
             .line_end = "\r\n",
             .switches = scrabble_clarkson::kSwitches,
             .serve = serve<scrabble_clarkson::Session>,
             .play = play<scrabble_clarkson::Client>,
             .tick = scrabble_clarkson::kTick,
             .views = true,
             .rule = scrabble_clarkson::rule,
             .refusals = scrabble_clarkson::refusals,
             .conceal = scrabble_clarkson::conceal,
             .grammar = &scrabble_clarkson::kGrammar,
             .checks = &scrabble_clarkson::kChecks,
             .sparring = &scrabble_clarkson::kSparring},
    Protocol{.name = "scrabble-twente",
             .port = 9001,
             .game = "scrabble",
             .line_end = "\x1e",
             .unit = "\x1f",
             .switches = scrabble_twente::kSwitches,
             .serve = serve<scrabble_twente::Session>,
             .play = play<scrabble_twente::Client>,
             .rule = scrabble_twente::rule,
             .refusals = scrabble_twente::refusals,
             .conceal = scrabble_twente::conceal,
             .play_without_flags = play_twente_without_flags,
             .utf16 = true,
             .facets = {.chat = true},
             .grammar = &scrabble_twente::kGrammar,
             .checks = &scrabble_twente::kChecks,
             .sparring = &scrabble_twente::kSparring},
    Protocol{.name = "spectrangle",
             .port = 9002,
             .game = "spectrangle",
             .line_end = "\n",
             .serve = serve<spectrangle::Session>,
             .play = play<spectrangle::Client>,
             .rule = spectrangle::rule,
             .refusals = spectrangle::refusals,
             .facets = {.chat = true, .ready = true, .lobbies = true},
             .grammar = &spectrangle::kGrammar,
             .checks = &spectrangle::kChecks,
             .sparring = &spectrangle::kSparring},
    Protocol{.name = "shelfie",
             .port = 1100,
             .game = "shelfie",
             .line_end = "\n",
             .json = true,
             .ping = R"("type":"PING")",
             .serve = serve<shelfie::Session>,
             .play = kShelfieEncodings[0].play,
             .tick = std::chrono::seconds(1),
             .views = true,
             .encodings = kShelfieEncodings,
             .patience = std::chrono::seconds(15),
             .rule = shelfie::rule,
             .refusals = shelfie::refusals,
             .conceal = shelfie::conceal,
             .grammar = &shelfie::kGrammar,
             .checks = &shelfie::kChecks,
             .sparring = &shelfie::kSparring},
    Protocol{.name = "web",
             .port = 8080,
             .line_end = "\n",
             .json = true,
             .serve = serve<web::Session>,
             .play = play<web::Client>,
             .tick = std::chrono::seconds(1),
             .views = true,
             .carrier = Carrier::websocket,
             .offers = true,
             .facets = {.chat = true, .hall = true, .clocks = true}},
};

}  // namespace

std::span<const Protocol> all() { return kAll; }

const Protocol* find(std::string_view name) {
  const auto found = std::ranges::find(kAll, name, &Protocol::name);
  return found == kAll.end() ? nullptr : &*found;
}

const Encoding* find_translated(const Protocol& protocol, char first_byte) {
  const auto found = std::ranges::find_if(protocol.encodings, [&](const Encoding& one) {
    return one.translate != nullptr && one.first_byte == first_byte;
  });
  return found == protocol.encodings.end() ? nullptr : &*found;
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
