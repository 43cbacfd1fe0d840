// The options of commands that clients connect to.
#include "app/listening.hpp"

#include <CLI/CLI.hpp>

#include "app/names.hpp"

namespace app {

void add_listen_flags(CLI::App& command, ListenFlags& flags, std::span<const std::string_view> protocols) {
  command.add_option("protocol", flags.protocol, "One of: " + listed(protocols))
      ->required()
      ->type_name("PROTOCOL");
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
