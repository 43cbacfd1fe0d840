// The options of commands that clients connect to.
#include "app/listening.hpp"

#include <CLI/CLI.hpp>

#include "app/required.hpp"

namespace app {

void add_listen_flags(CLI::App& command, ListenFlags& flags, Trait trait) {
  require_protocol(command, flags.protocol, trait);
  command
      .add_option("--listen", flags.listen, "Where clients connect (default: a free port of this machine)")
      ->type_name("ADDR:PORT");
  command
      .add_option("--connections", flags.connections,
                  "End once so many connections have ended (default: only by Ctrl-C)")
      ->type_name("N")
      ->check(CLI::NonNegativeNumber);
}

}  // namespace app
