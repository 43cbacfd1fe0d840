// parlor fsck: checks what a server keeps.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "app/commands.hpp"
#include "store/fsck.hpp"

namespace app {
namespace {

struct FsckFlags {
  store::Place place;
  KitFiles kits;
};

int check_data(const FsckFlags& flags) {
  const auto kits = make_kits(flags.kits);
  if (!kits) return complain(kits.error().detail);
  const auto archive = store::Archive::open(flags.place);
  if (!archive) return complain(archive.error().detail);
  const auto report = store::check(
      **archive, *kits, [](std::size_t tables) { fmt::print(stderr, "{} tables checked\n", tables); });
  if (!report) return complain(report.error().detail);
  for (const auto& problem : report->problems) fmt::print("{}\n", problem);
  for (const auto& table : report->unchecked) fmt::print("{}: not replayed\n", table);
  fmt::print(
      "{} tables, {} of them finished, {} entries: {}{}\n", report->tables, report->finished, report->entries,
      report->problems.empty() ? "in order" : fmt::format("{} problems", report->problems.size()),
      report->unchecked.empty() ? ""
                                : fmt::format("; {} not replayed, see --lexicon", report->unchecked.size()));
  return report->problems.empty() ? 0 : 1;
}

}  // namespace

void add_fsck(CLI::App& app, Run& run) {
  auto* command =
      app.add_subcommand("fsck", "Check a data directory or database: replay every table; changes nothing");
  auto flags = std::make_shared<FsckFlags>();
  add_place_flags(*command, flags->place);
  add_kit_flags(*command, flags->kits);
  command->footer("Works while a server runs on it. Exit code 0: in order; 1: problems, one a line.");
  command->callback([flags, &run] { run = [flags] { return check_data(*flags); }; });
}

}  // namespace app
