// parlor: one binary, one subcommand for each thing it does.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>

#include "app/commands.hpp"
#include "app/nearest.hpp"

namespace app {

int complain(std::string_view sentence) {
  fmt::print(stderr, "parlor: {}\n", sentence);
  return 1;
}

}  // namespace app

namespace {

/// The subcommand that was perhaps meant, as a piece of a sentence.
std::string meant(const CLI::App& cli, std::string_view word) {
  std::vector<std::string> names;
  for (const auto* command : cli.get_subcommands({})) names.push_back(command->get_name());
  const auto name = app::nearest(word, std::vector<std::string_view>(names.begin(), names.end()));
  return name.empty() ? std::string() : fmt::format("; did you mean '{}'?", name);
}

int run_command_line(int argc, char** argv) {
  CLI::App cli(
      "Parlor hosts board games: players of several network protocols and bots meet at the same tables.");
  cli.name("parlor");
  cli.set_version_flag("--version", "parlor " PARLOR_VERSION);
  cli.require_subcommand(1);
  cli.get_formatter()->column_width(36);
  app::Run run;
#ifndef PARLOR_TOOLS
  app::add_serve(cli, run);
  app::add_account(cli, run);
  app::add_export(cli, run);
  app::add_fsck(cli, run);
  app::add_verify(cli, run);
  app::add_move_data(cli, run);
  app::add_nodes(cli, run);
  app::add_drain(cli, run);
  app::add_bench(cli, run);
#endif
  app::add_bot(cli, run);
  app::add_play(cli, run);
  app::add_check(cli, run);
  app::add_lexicon(cli, run);
  app::add_talk(cli, run);
  app::add_tap(cli, run);
  app::add_spar(cli, run);
  app::add_man(cli, run);
  app::add_completion(cli, run);
  try {
    cli.parse(argc, argv);
  } catch (const CLI::ParseError& problem) {
    if (problem.get_exit_code() == 0) return cli.exit(problem);
    const auto chosen = cli.get_subcommands();
    const auto help = chosen.empty() ? "parlor --help" : "parlor " + chosen.front()->get_name() + " --help";
    const auto unknown = cli.remaining();
    const auto what = chosen.empty() && !unknown.empty()
                          ? fmt::format("there is no '{}'{}", unknown.front(), meant(cli, unknown.front()))
                          : problem.what();
    app::complain(fmt::format("{} ({} shows how it is used)", what, help));
    return 2;
  }
  return run();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run_command_line(argc, argv);
  } catch (const std::exception& problem) {
    return app::complain(problem.what());
  }
}
