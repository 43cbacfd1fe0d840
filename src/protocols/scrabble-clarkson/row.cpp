// The Scrabble protocol of Clarkson as one of all.
#include "protocols/row.hpp"
#include "protocols/scrabble-clarkson/citations.hpp"
#include "protocols/scrabble-clarkson/client.hpp"
#include "protocols/scrabble-clarkson/secrets.hpp"
#include "protocols/scrabble-clarkson/session.hpp"
#include "protocols/scrabble-clarkson/tools.hpp"

namespace protocols::scrabble_clarkson {

extern constinit const Protocol kProtocol{.name = "scrabble-clarkson",
                                          .port = 9000,
                                          .game = "scrabble",
                                          .line_end = "\r\n",
                                          .switches = kSwitches,
                                          .make_session = make_session<Session>,
                                          .make_client = make_client<Client>,
                                          .tick = kTick,
                                          .views = true,
                                          .rule = rule,
                                          .refusals = refusals,
                                          .conceal = conceal,
                                          .grammar = &kGrammar,
                                          .checks = &kChecks,
                                          .sparring = &kSparring};

}  // namespace protocols::scrabble_clarkson
