// The flags that say where a server keeps its games.
#include <CLI/CLI.hpp>

#include "app/commands.hpp"

namespace app {

void add_place_flags(CLI::App& command, store::Place& place) {
  auto* data = command.add_option("--data", place.directory, "Data directory (default ./parlor-data)");
  data->type_name("DIR");
  command
      .add_option("--cluster", place.cluster,
                  "Database of PostgreSQL instead, as postgres://USER@HOST/DATABASE")
      ->type_name("URL")
      ->excludes(data);
}

}  // namespace app
