// parlor export: writes the games of a data directory.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <optional>

#include "app/commands.hpp"
#include "app/export_formats.hpp"
#include "store/reader.hpp"

namespace app {
namespace {

struct Flags {
  std::string data = "./parlor-data";
  std::string format;
  std::optional<std::uint64_t> game;
};

int export_one(store::Reader& reader, const Flags& flags) {
  const auto stored = reader.table({*flags.game});
  if (!stored) return complain(stored.error().detail);
  if (flags.format == "json") {
    fmt::print("{}\n", to_json(*stored));
    return 0;
  }
  const auto pgn = to_pgn(*stored);
  if (!pgn) return complain(pgn.error().detail);
  fmt::print("{}", *pgn);
  return 0;
}

/// Every game; one that cannot be written in this format is left out, and that is said.
int export_all(store::Reader& reader, const Flags& flags) {
  const bool json = flags.format == "json";
  std::size_t written = 0;
  std::size_t other_games = 0;
  int result = 0;
  if (json) fmt::print("[");
  const auto write = [&](const store::StoredTable& stored) {
    if (json) {
      fmt::print("{}\n{}", written++ > 0 ? "," : "", to_json(stored));
    } else if (const auto pgn = to_pgn(stored)) {
      fmt::print("{}{}", written++ > 0 ? "\n" : "", *pgn);
    } else if (pgn.error().code == base::Code::unknown_game) {
      ++other_games;
    } else {
      result = complain(pgn.error().detail);
    }
  };
  const auto damaged = [&](base::TableId table, const base::Error& error) {
    result = complain(fmt::format("table {}: {}", table.value, error.detail));
  };
  const auto read = reader.all(write, damaged);
  if (json) fmt::print("\n]\n");
  if (other_games > 0) fmt::print(stderr, "{} games are no chess and were left out\n", other_games);
  return read ? result : complain(read.error().detail);
}

int run_export(const Flags& flags) {
  auto reader = store::Reader::open(flags.data);
  if (!reader) return complain(reader.error().detail);
  return flags.game ? export_one(*reader, flags) : export_all(*reader, flags);
}

}  // namespace

void add_export(CLI::App& app, Run& run) {
  auto* command = app.add_subcommand("export", "Write finished and running games to standard output");
  auto flags = std::make_shared<Flags>();
  command->add_option("--data", flags->data, "Data directory (default ./parlor-data)")->type_name("DIR");
  command->add_option("--game", flags->game, "Only the game at this table (default: all)")->type_name("ID");
  command->add_option("--format", flags->format, "pgn (chess only) or json")
      ->required()
      ->check(CLI::IsMember({"pgn", "json"}))
      ->type_name("FORMAT");
  command->footer("Works while a server runs on the directory.");
  command->callback([flags, &run] { run = [flags] { return run_export(*flags); }; });
}

}  // namespace app
