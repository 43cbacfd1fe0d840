// What the games need besides options and seed.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <iterator>

#include "app/commands.hpp"
#include "app/lexicon_file.hpp"
#include "games/scrabble/rules.hpp"
#include "games/shelfie/rules.hpp"

namespace app {
namespace {

base::Result<games::shelfie::Kit> load_rules(const std::string& path) {
  if (path.empty()) return games::shelfie::Kit{};
  std::ifstream file(path);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  if (!file)
    return base::fail(base::Code::storage, fmt::format("cannot read the rules of My Shelfie '{}'", path));
  const auto rules = games::shelfie::read_rules(text);
  if (!rules) return base::fail(rules.error().code, fmt::format("{}: {}", path, rules.error().detail));
  return games::shelfie::Kit{std::make_shared<const games::shelfie::RulesFile>(*rules)};
}

}  // namespace

void add_kit_flags(CLI::App& command, KitFiles& files) {
  command.add_option("--lexicon", files.lexicon, "Words for Scrabble, as for serve (default: built in)")
      ->type_name("FILE");
  command.add_option("--shelfie-rules", files.rules, "Rules of My Shelfie, as for serve (default: built in)")
      ->type_name("FILE");
}

base::Result<games::Kits> make_kits(const KitFiles& files) {
  auto words = load_lexicon(files.lexicon);
  if (!words) return std::unexpected(std::move(words).error());
  auto rules = load_rules(files.rules);
  if (!rules) return std::unexpected(std::move(rules).error());
  games::Kits kits;
  kits.of<games::scrabble::Kit>().lexicon = *std::move(words);
  kits.of<games::shelfie::Kit>() = *std::move(rules);
  return kits;
}

}  // namespace app
