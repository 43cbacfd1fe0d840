// The running server: listeners, engine, journal and signals put together.
#pragma once

#include <functional>
#include <string>

#include "games/any.hpp"
#include "server/config.hpp"

namespace server {

struct ServiceHooks {
  std::function<void(const std::string& line)> ready;  ///< called once, when all listeners accept
  std::function<base::Result<Config>()> reload;        ///< called at SIGHUP
};

/// Serves until SIGTERM or SIGINT. An error means that it could not start; nothing was changed then.
base::Result<void> serve(const Config& config, const games::Kits& kits, const ServiceHooks& hooks);

}  // namespace server
