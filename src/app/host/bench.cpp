// parlor bench: measures a server, its own or one that runs already.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <optional>

#include "app/commands.hpp"
#include "app/host/private_server.hpp"
#include "client/bench_chess.hpp"

namespace app {
namespace {

struct BenchFlags {
  std::string game;
  std::vector<std::string> servers;
  client::BenchSettings settings;
};

int measure(BenchFlags flags) {
  std::optional<PrivateServer> own;
  if (flags.servers.empty()) {
    auto started = PrivateServer::start(flags.game);
    if (!started) return complain(started.error().detail);
    own.emplace(*std::move(started));
    flags.settings.servers = {own->address()};
    flags.settings.pids = {own->pid()};
  }
  for (const auto& server : flags.servers) {
    const auto address = net::read_address(server);
    if (!address) return complain(address.error().detail);
    flags.settings.servers.push_back(*address);
  }
  const auto report = client::bench_chess(flags.settings);
  if (!report) return complain(report.error().detail);
  const auto moves = static_cast<double>(report->moves);
  fmt::print(
      "moves {}\nseconds {:.3f}\nmoves_per_second {:.0f}\nlatency_p50_us {:.0f}\nlatency_p99_us {:.0f}\n"
      "latency_max_us {:.0f}\n",
      report->moves, report->seconds, moves / report->seconds, report->p50 * 1e6, report->p99 * 1e6,
      report->longest * 1e6);
  if (report->server_cpu >= 0)
    fmt::print("server_cpu_us_per_move {:.2f}\n", report->server_cpu / moves * 1e6);
  return 0;
}

}  // namespace

void add_bench(CLI::App& app, Run& run) {
  auto* command = app.add_subcommand("bench", "Drive many pairs of clients against a server and measure it");
  auto flags = std::make_shared<BenchFlags>();
  auto& settings = flags->settings;
  command->add_option("game", flags->game, "chess")
      ->required()
      ->check(CLI::IsMember({"chess"}))
      ->type_name("GAME");
  command->add_option("--pairs", settings.pairs, "How many pairs play at once (default 10)")
      ->type_name("N")
      ->check(CLI::Range(1, 100'000));
  command->add_option("--moves", settings.moves, "How many half moves each pair plays (default 100)")
      ->type_name("M")
      ->check(CLI::Range(1, 300));
  command
      ->add_option("--idle", settings.idle,
                   "How many connections are opened first and never speak (default 0)")
      ->type_name("N")
      ->check(CLI::Range(0, 1'000'000));
  command
      ->add_option(
          "--connect", flags->servers,
          "A server that runs already (default: starts its own); of several nodes each is given, and "
          "players connect to them in turn")
      ->type_name("HOST:PORT")
      ->allow_extra_args(false);
  command
      ->add_option("--pid", settings.pids, "That server's process, to measure its CPU time; of several each")
      ->type_name("PID")
      ->allow_extra_args(false);
  command->add_option("--seed", settings.seed, "Seed of the games played (default 1)")->type_name("N");
  command->footer(
      "Prints moves, seconds, moves_per_second, latency_p50_us, latency_p99_us and latency_max_us (from a "
      "move\n"
      "sent to the opponent's having it), and server_cpu_us_per_move where the server's process is known.");
  command->callback([flags, &run] { run = [flags] { return measure(*flags); }; });
}

}  // namespace app
