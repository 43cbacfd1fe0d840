// What stands behind the web listener, and the listener itself.
#pragma once

#include <utility>

#include "server/metrics.hpp"
#include "server/web/listener.hpp"
#include "server/web/tcp_links.hpp"

namespace server::web {

struct Behind {
  Behind(TcpLinks links_to_tcp, Engine& engine, const protocols::Protocol& protocol, Metrics& metrics,
         Browsers known, Export write_game, Settings settings)
      : links(std::move(links_to_tcp)),
        browsers(std::move(known)),
        site(embedded_files(), browsers, std::move(write_game)),
        listener(links, engine, protocol, site, browsers, metrics, std::move(settings)) {}

  TcpLinks links;
  Browsers browsers;
  Site site;
  Listener listener;
};

}  // namespace server::web
