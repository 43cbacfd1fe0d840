// Whether what is printed has colours.
#pragma once

#include <string>
#include <string_view>

namespace CLI {  // NOLINT(readability-identifier-naming): the name that the library has
class App;
}

namespace app {

/// --color: auto, always or never.
void add_color_flag(CLI::App& command, std::string& when);

/// auto: where a terminal shows it and NO_COLOR is not set.
bool is_colored(std::string_view when, int descriptor);

}  // namespace app
