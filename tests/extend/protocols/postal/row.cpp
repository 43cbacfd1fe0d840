// Postal chess as one of all protocols.
#include "protocols/all.hpp"
#include "protocols/postal/citations.hpp"
#include "protocols/postal/halves.hpp"
#include "protocols/postal/tools.hpp"

namespace protocols::postal {

extern constinit const Protocol kProtocol{.name = "postal",
                                          .port = 6344,
                                          .game = "chess",
                                          .line_end = "\n",
                                          .make_session = make_session,
                                          .make_client = make_client,
                                          .rule = rule,
                                          .refusals = refusals,
                                          .silent = true,
                                          .facets = {.names = false},
                                          .grammar = &kGrammar,
                                          .checks = &kChecks,
                                          .sparring = &kSparring};

}  // namespace protocols::postal
