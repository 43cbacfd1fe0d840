// What a host has set, as the engine wants it.
#pragma once

#include "server/config.hpp"
#include "server/engine.hpp"

namespace server {

/// All but accounts and other nodes.
EngineSettings engine_settings(const Config& config);

}  // namespace server
