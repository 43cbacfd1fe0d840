// parlor: one binary, one subcommand for each thing it does.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>

#include "app/commands.hpp"

namespace app {

int complain(std::string_view sentence) {
  fmt::print(stderr, "parlor: {}\n", sentence);
  return 1;
}

}  // namespace app

namespace {

int run_command_line(int argc, char** argv) {
  CLI::App cli(
      "Parlor hosts board games: players of several network protocols and bots meet at the same tables.");
  cli.name("parlor");
  cli.set_version_flag("--version", "parlor " PARLOR_VERSION);
  cli.require_subcommand(1);
  cli.get_formatter()->column_width(36);
  app::Run run;
  app::add_serve(cli, run);
  app::add_bot(cli, run);
  app::add_play(cli, run);
  app::add_bench(cli, run);
  app::add_export(cli, run);
  app::add_fsck(cli, run);
  app::add_lexicon(cli, run);
  app::add_account(cli, run);
  try {
    cli.parse(argc, argv);
  } catch (const CLI::ParseError& problem) {
    if (problem.get_exit_code() == 0) return cli.exit(problem);
    const auto chosen = cli.get_subcommands();
    const auto help = chosen.empty() ? "parlor --help" : "parlor " + chosen.front()->get_name() + " --help";
    const auto unknown = cli.remaining();
    const auto what = chosen.empty() && !unknown.empty() ? fmt::format("there is no '{}'", unknown.front())
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
