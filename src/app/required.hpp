// What a command cannot do without.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "app/names.hpp"

namespace app {

/// An option, or an argument if its name has no dashes.
template <class T>
void require(CLI::App& command, const std::string& name, T& value, const std::string& about,
             const std::string& type) {
  command.add_option(name, value, about)->required()->type_name(type);
}

/// The name of a protocol of which that is so.
inline void require_protocol(CLI::App& command, std::string& name, Trait trait) {
  require(command, "protocol", name, "One of: " + listed(names_of_protocols(trait)), "PROTOCOL");
}

}  // namespace app
