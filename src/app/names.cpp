// Names on the command line.
#include "app/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "app/nearest.hpp"

namespace app {
namespace {

std::vector<std::string_view> protocol_names() {
  std::vector<std::string_view> names;
  for (const auto& protocol : protocols::all()) names.push_back(protocol.name);
  return names;
}

std::vector<std::string_view> levels_of(std::string_view game) {
  std::vector<std::string_view> levels;
  for (const auto& bot : bots::all()) {
    if (bot.game.empty() || bot.game == game) levels.push_back(bot.level);
  }
  return levels;
}

}  // namespace

std::string no_such(std::string_view what, std::string_view word, std::span<const std::string_view> names) {
  if (const auto meant = nearest(word, names); !meant.empty())
    return fmt::format("there is no {} called '{}': did you mean '{}'?", what, word, meant);
  return fmt::format("there is no {} called '{}': {}", what, word, fmt::join(names, ", "));
}

std::string names_of_protocols() { return fmt::format("{}", fmt::join(protocol_names(), ", ")); }

base::Result<const protocols::Protocol*> find_protocol(std::string_view name) {
  if (const auto* found = protocols::find(name)) return found;
  return base::fail(base::Code::malformed, no_such("protocol", name, protocol_names()));
}

base::Result<const bots::Bot*> find_bot(std::string_view game, std::string_view level) {
  if (level.empty()) return &bots::usual(game);
  if (const auto* found = bots::find(game, level)) return found;
  return base::fail(base::Code::malformed, no_such(fmt::format("bot for {}", game), level, levels_of(game)));
}

}  // namespace app
