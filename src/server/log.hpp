// The log: one line an event, as text or JSON, on standard error.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "server/config.hpp"

namespace server {

enum class Level { debug, info, warn, error };

/// What belongs to an event: {"player", "12"}.
using Fields = std::initializer_list<std::pair<std::string_view, std::string>>;

/// Sets level and format from now on. The level is one that `assign` accepts.
void set_log(std::string_view level, LogFormat format);

bool logs(Level level);
void log(Level level, std::string_view message, Fields fields = {});

}  // namespace server
