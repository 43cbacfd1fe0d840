// parlor move-data: takes all that a server keeps from a data directory into PostgreSQL, or back.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "app/commands.hpp"
#include "app/required.hpp"
#include "store/move.hpp"

namespace app {
namespace {

struct MoveFlags {
  std::string from;
  std::string to;
  KitFiles kits;
};

bool is_url(const std::string& where) { return where.find("://") != std::string::npos; }

store::Place place_of(const std::string& where) {
  return is_url(where) ? store::Place{"", where} : store::Place{where, ""};
}

int move_data(const MoveFlags& flags) {
  if (is_url(flags.from) == is_url(flags.to))
    return complain("a data directory and the address of a database are meant, in either order");
  const auto kits = make_kits(flags.kits);
  if (!kits) return complain(kits.error().detail);
  const auto say = [](std::string_view what, std::size_t tables) {
    fmt::print(stderr, "{} tables {}\n", tables, what);
  };
  const auto moved = store::move_data(place_of(flags.from), place_of(flags.to), *kits, say);
  if (!moved) return complain(moved.error().detail);
  for (const auto& table : moved->unchecked) fmt::print("{}: not replayed\n", table);
  fmt::print("{} tables, {} entries, {} accounts: moved and checked{}\n", moved->tables, moved->entries,
             moved->accounts,
             moved->unchecked.empty()
                 ? ""
                 : fmt::format("; {} not replayed, see --lexicon", moved->unchecked.size()));
  return 0;
}

}  // namespace

void add_move_data(CLI::App& app, Run& run) {
  auto* command = app.add_subcommand(
      "move-data", "Copy games and accounts from a data directory into PostgreSQL, or back");
  auto flags = std::make_shared<MoveFlags>();
  require(*command, "--from", flags->from, "What there is; it stays as it is", "DIR|URL");
  require(*command, "--to", flags->to, "Where it goes; nothing may be there yet", "DIR|URL");
  add_kit_flags(*command, flags->kits);
  command->footer(
      "No server may run on either. Everything is read again on both sides, compared, and every table is "
      "replayed.\nExit code 0: all was moved; 1: it was not, and why; 2: wrong usage.");
  command->callback([flags, &run] { run = [flags] { return move_data(*flags); }; });
}

}  // namespace app
