// parlor verify: whether a game was fair.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>
#include <iterator>

#include "app/commands.hpp"
#include "store/archive.hpp"
#include "store/export_formats.hpp"
#include "store/verify.hpp"

namespace app {
namespace {

struct VerifyFlags {
  std::string file;     ///< or
  std::string cluster;  ///< a database
  std::string deal;
  KitFiles kits;
};

/// Nothing can be said of the game.
constexpr int kUnreadable = 2;

int cannot(std::string_view sentence) {
  complain(sentence);
  return kUnreadable;
}

int unfair(const store::Claim& claim, std::string_view why) {
  fmt::print("table {}: not fair: {}\n", claim.table.header.table.value, why);
  return 1;
}

int verify_one(const VerifyFlags& flags, const games::Kits& kits, const base::Result<store::Claim>& claim) {
  if (!claim) return cannot(fmt::format("'{}': {}", flags.file, claim.error().detail));
  if (!flags.deal.empty() && flags.deal != base::write_key(claim->commitment))
    return unfair(*claim, "the commitment in the file is not the one that was told");
  const auto verified = store::verify(kits, *claim);
  if (!verified && verified.error().code == base::Code::other_kit) return cannot(verified.error().detail);
  if (!verified) return unfair(*claim, verified.error().detail);
  fmt::print("table {}: fair\n", claim->table.header.table.value);
  return 0;
}

/// One game that is not fair is worse than any of which nothing can be said.
int worse(int code, int one) { return code != 1 && one != 0 ? one : code; }

/// Every finished game of a database, as it would be exported.
int verify_cluster(const VerifyFlags& flags, const games::Kits& kits) {
  const auto archive = store::Archive::open({.cluster = flags.cluster});
  if (!archive) return cannot(archive.error().detail);
  int code = 0;
  const auto read = (*archive)->all(
      [&](const store::StoredTable& stored) {
        if (!stored.closing) return;
        for (const auto& claim : store::read_claims(store::to_json(kits, stored).text))
          code = worse(code, verify_one(flags, kits, claim));
      },
      [&](base::TableId table, const base::Error& error) {
        code = worse(code, cannot(fmt::format("table {}: {}", table.value, error.detail)));
      });
  return read ? code : cannot(read.error().detail);
}

int verify(const VerifyFlags& flags) {
  const auto kits = make_kits(flags.kits);
  if (!kits) return cannot(kits.error().detail);
  if (!flags.cluster.empty()) return verify_cluster(flags, *kits);
  if (flags.file.empty()) return cannot("a file with a finished game is meant, or --cluster URL");
  std::ifstream file(flags.file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file.is_open() || file.bad()) return cannot(fmt::format("'{}' cannot be read", flags.file));
  int code = 0;
  for (const auto& claim : store::read_claims(text)) code = worse(code, verify_one(flags, *kits, claim));
  return code;
}

}  // namespace

void add_verify(CLI::App& app, Run& run) {
  auto* command = app.add_subcommand(
      "verify", "Check that an exported game was fair: its deal, every move and the result");
  auto flags = std::make_shared<VerifyFlags>();
  auto* file = command->add_option(
      "FILE", flags->file,
      "A finished game or a list of them, as /export/ID.json or 'parlor export' writes it");
  file->type_name("");
  command
      ->add_option("--cluster", flags->cluster, "Every finished game of this database of PostgreSQL instead")
      ->type_name("URL")
      ->excludes(file);
  command
      ->add_option("--deal", flags->deal,
                   "What the page showed as the deal's commitment while the game was played")
      ->type_name("TEXT");
  add_kit_flags(*command, flags->kits);
  command->footer(
      "Exit code 0: fair; 1: not fair, and why; 2: the file is no finished game, or needs other words or "
      "rules.");
  command->callback([flags, &run] { run = [flags] { return verify(*flags); }; });
}

}  // namespace app
