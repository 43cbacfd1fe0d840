// The options of commands that clients connect to.
#pragma once

#include <string>

#include "app/names.hpp"

namespace CLI {  // NOLINT(readability-identifier-naming): the name that the library has
class App;
}

namespace app {

struct ListenFlags {
  std::string protocol;
  std::string listen = "127.0.0.1:0";
  int connections = 0;  ///< after which the command ends; 0: never
};

/// Clients of a protocol of which that is so.
void add_listen_flags(CLI::App& command, ListenFlags& flags, Trait trait);

}  // namespace app
