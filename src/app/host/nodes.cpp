// parlor nodes and parlor drain: which servers run on a database, and having one give its tables away.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>

#include "app/commands.hpp"
#include "app/required.hpp"
#include "store/nodes.hpp"

namespace app {
namespace {

struct Flags {
  std::string cluster;
  std::int64_t node = 0;
};

/// As people say it: "0.4 s", "12 min".
std::string age_of(const store::ListedNode& node) {
  if (!node.beat_age) return "-";
  const auto seconds = std::max(0.0, static_cast<double>(node.beat_age->count()) / 1000);
  if (seconds < 60) return fmt::format("{:.1f} s", seconds);
  if (seconds < 3600) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.0f} h", seconds / 3600);
}

std::string_view or_dash(const std::string& text) { return text.empty() ? std::string_view("-") : text; }

int list(const Flags& flags) {
  const auto nodes = store::list_nodes(flags.cluster);
  if (!nodes) return complain(nodes.error().detail);
  constexpr auto kLine = "{:>4}  {:<8}  {:>8}  {:>6}  {:>6}  {:>5}  {:<9}  {:<21}  {}\n";
  fmt::print(kLine, "NODE", "STATE", "BEAT", "SHARDS", "TABLES", "EPOCH", "VERSION", "LINKS", "HOST");
  for (const auto& node : *nodes) {
    fmt::print(kLine, node.number, node.state, age_of(node), node.shards, node.tables, node.epoch,
               or_dash(node.version), or_dash(node.address), or_dash(node.host));
  }
  return 0;
}

int drain(const Flags& flags) {
  if (const auto done = store::drain_node(flags.cluster, flags.node); !done)
    return complain(done.error().detail);
  fmt::print("node {} gives its tables to others and stops\n", flags.node);
  return 0;
}

void add_cluster_flag(CLI::App& command, Flags& flags) {
  require(command, "--cluster", flags.cluster, "Database of PostgreSQL, as postgres://USER@HOST/DATABASE",
          "URL");
}

}  // namespace

void add_nodes(CLI::App& app, Run& run) {
  auto* command = app.add_subcommand("nodes", "List the servers on a database of PostgreSQL");
  auto flags = std::make_shared<Flags>();
  add_cluster_flag(*command, *flags);
  command->footer(
      "BEAT is how long ago a server has last shown that it lives, by the database's clock; a server that is "
      "up "
      "does so twice\na second. SHARDS of 1024 are its own, with so many TABLES that go on. Changes "
      "nothing.\n"
      "Exit code 0: they are listed; 1: they are not, and why.");
  command->callback([flags, &run] { run = [flags] { return list(*flags); }; });
}

void add_drain(CLI::App& app, Run& run) {
  auto* command =
      app.add_subcommand("drain", "Have a server give its tables to others on its database, and stop");
  auto flags = std::make_shared<Flags>();
  add_cluster_flag(*command, *flags);
  require(*command, "node", flags->node, "Its number, as 'parlor nodes' lists it", "NODE");
  command->footer(
      "What was asked of it is made durable and answered first. Games go on at the others; whoever is "
      "connected to it "
      "must connect anew.\nExit code 0: it was told so; 1: it cannot, and why.");
  command->callback([flags, &run] { run = [flags] { return drain(*flags); }; });
}

}  // namespace app
