// The browsers' protocol as one of all.
#include "protocols/row.hpp"
#include "protocols/web/client.hpp"
#include "protocols/web/overview.hpp"
#include "protocols/web/session.hpp"

namespace protocols::web {

extern constinit const Protocol kProtocol{.name = "web",
                                          .port = 8080,
                                          .line_end = "\n",
                                          .json = true,
                                          .make_session = make_session<Session>,
                                          .make_client = make_client<Client>,
                                          .tick = std::chrono::seconds(1),
                                          .views = true,
                                          .carrier = Carrier::websocket,
                                          .offers = true,
                                          .facets = {.chat = true, .hall = true, .clocks = true},
                                          .write_part = write_part};

}  // namespace protocols::web
