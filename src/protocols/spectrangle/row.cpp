// The Spectrangle protocol as one of all.
#include "protocols/row.hpp"
#include "protocols/spectrangle/citations.hpp"
#include "protocols/spectrangle/client.hpp"
#include "protocols/spectrangle/session.hpp"
#include "protocols/spectrangle/tools.hpp"

namespace protocols::spectrangle {

extern constinit const Protocol kProtocol{.name = "spectrangle",
                                          .port = 9002,
                                          .game = "spectrangle",
                                          .line_end = "\n",
                                          .make_session = make_session<Session>,
                                          .make_client = make_client<Client>,
                                          .rule = rule,
                                          .refusals = refusals,
                                          .facets = {.chat = true, .ready = true, .lobbies = true},
                                          .grammar = &kGrammar,
                                          .checks = &kChecks,
                                          .sparring = &kSparring};

}  // namespace protocols::spectrangle
