// Colours by flag, environment and terminal.
#include "app/color.hpp"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>

namespace app {

void add_color_flag(CLI::App& command, std::string& when) {
  command
      .add_option("--color", when,
                  "auto: where the terminal has colours and NO_COLOR is not set (default), always, never")
      ->type_name("WHEN")
      ->check(CLI::IsMember({"auto", "always", "never"}));
}

bool is_colored(std::string_view when, int descriptor) {
  const char* plain = std::getenv("NO_COLOR");
  const bool wanted = plain == nullptr || *plain == '\0';
  return when == "always" || (when == "auto" && wanted && ::isatty(descriptor) != 0);
}

}  // namespace app
