// Games of one's own that parlor play keeps.
#include "app/play_kept.hpp"

#include <fmt/format.h>

#include "base/count.hpp"
#include "store/export_formats.hpp"
#include "table/visitor.hpp"

namespace app {

using client::play::KeptGame;

Unfinished unfinished_games(std::string_view game) {
  Unfinished found;
  const auto state = client::play::state_folder();
  if (!state.empty()) found.games = client::play::KeptGames(state / "games").unfinished(game, found.damaged);
  return found;
}

std::string about_game(const KeptGame& game) {
  std::string levels;
  for (const auto& chair : game.header.chairs) {
    if (chair.protocol == table::kBotProtocol)
      levels += fmt::format("{}{}", levels.empty() ? "" : ", ", chair.address);
  }
  return fmt::format("against {}, {}", levels, base::count_of(static_cast<int>(game.entries.size()), "move"));
}

base::Result<std::string> write_game(std::string_view format, const games::Kits& kits, const KeptGame& game) {
  store::StoredTable stored{game.header, game.entries, std::nullopt};
  if (game.outcome) {
    const auto at = game.entries.empty() ? game.header.opened : game.entries.back().at;
    stored.closing = table::Closing{game.header.table, at, *game.outcome};
  }
  if (format != "json") return store::to_format(format, kits, stored);
  auto json = store::to_json(kits, stored);
  if (!json.replayed) return std::unexpected(json.replayed.error());
  return json.text + "\n";
}

}  // namespace app
