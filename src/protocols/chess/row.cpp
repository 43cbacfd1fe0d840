// The chess protocol as one of all.
#include "protocols/row.hpp"
#include "protocols/chess/citations.hpp"
#include "protocols/chess/client.hpp"
#include "protocols/chess/session.hpp"
#include "protocols/chess/tools.hpp"

namespace protocols::chess {

extern constinit const Protocol kProtocol{.name = "chess",
                                          .port = 6343,
                                          .game = "chess",
                                          .line_end = "\n",
                                          .make_session = make_session<Session>,
                                          .make_client = make_client<Client>,
                                          .rule = rule,
                                          .refusals = refusals,
                                          .silent = true,
                                          .facets = {.names = false},
                                          .grammar = &kGrammar,
                                          .checks = &kChecks,
                                          .sparring = &kSparring};

}  // namespace protocols::chess
