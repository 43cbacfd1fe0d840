// What the games need besides options and seed.
#include "app/commands.hpp"
#include "app/lexicon_file.hpp"

namespace app {

base::Result<games::Kits> make_kits(const std::string& lexicon) {
  auto words = load_lexicon(lexicon);
  if (!words) return std::unexpected(std::move(words).error());
  games::Kits kits;
  std::get<games::scrabble::Kit>(kits).lexicon = *std::move(words);
  return kits;
}

}  // namespace app
