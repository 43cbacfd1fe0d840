// The command line as data.
#include "app/command_tree.hpp"

#include <CLI/CLI.hpp>

namespace app {
namespace {

OptionFacts facts_of(const CLI::Option& option) {
  const bool takes = option.get_items_expected_max() > 0;
  OptionFacts facts{.name = option.get_name(),
                    .value = takes ? option.get_type_name() : std::string(),
                    .about = option.get_description(),
                    .positional = option.get_positional(),
                    .required = option.get_required()};
  if (facts.positional) facts.name = facts.value;
  return facts;
}

CommandFacts facts_of(const CLI::App& app, const std::string& path) {
  CommandFacts facts{.name = path,
                     .about = app.get_description(),
                     .footer = app.get_footer(),
                     .options = {},
                     .commands = {}};
  for (const auto* option : app.get_options()) {
    if (!option->get_group().empty()) facts.options.push_back(facts_of(*option));
  }
  for (const auto* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (!command->get_group().empty())
      facts.commands.push_back(facts_of(*command, path + " " + command->get_name()));
  }
  return facts;
}

}  // namespace

CommandFacts facts_of(const CLI::App& app) { return facts_of(app, app.get_name()); }

}  // namespace app
