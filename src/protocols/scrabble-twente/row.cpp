// The Scrabble protocol of Twente as one of all.
#include "protocols/row.hpp"
#include "protocols/scrabble-twente/citations.hpp"
#include "protocols/scrabble-twente/client.hpp"
#include "protocols/scrabble-twente/secrets.hpp"
#include "protocols/scrabble-twente/session.hpp"
#include "protocols/scrabble-twente/tools.hpp"

namespace protocols::scrabble_twente {
namespace {

std::unique_ptr<protocols::Client> make_client_without_flags(const games::Kits& kits) {
  return std::make_unique<Client>(kits, Flags::none);
}

}  // namespace

extern constinit const Protocol kProtocol{.name = "scrabble-twente",
                                          .port = 9001,
                                          .game = "scrabble",
                                          .line_end = "\x1e",
                                          .unit = "\x1f",
                                          .switches = kSwitches,
                                          .make_session = make_session<Session>,
                                          .make_client = make_client<Client>,
                                          .rule = rule,
                                          .refusals = refusals,
                                          .conceal = conceal,
                                          .make_client_without_flags = make_client_without_flags,
                                          .utf16 = true,
                                          .facets = {.chat = true},
                                          .grammar = &kGrammar,
                                          .checks = &kChecks,
                                          .sparring = &kSparring};

}  // namespace protocols::scrabble_twente
