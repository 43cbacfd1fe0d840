// Names on the command line.
#include "app/names.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/nearest.hpp"
#include "base/text.hpp"

namespace app {
namespace {

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

std::vector<std::string_view> names_of_protocols(Trait trait) {
  std::vector<std::string_view> names;
  for (const auto& protocol : protocols::all()) {
    if (trait(protocol)) names.push_back(protocol.name);
  }
  return names;
}

const protocols::Protocol& example_of(Trait trait) {
  const auto all = protocols::all();
  const auto found = std::ranges::find_if(all, trait);
  return found == all.end() ? all.front() : *found;
}

std::string listed(std::span<const std::string_view> names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

base::Result<const protocols::Protocol*> find_protocol(std::string_view name, Trait trait) {
  const auto* found = protocols::find(name);
  if (found != nullptr && trait(*found)) return found;
  return base::fail(base::Code::malformed, no_such("protocol", name, names_of_protocols(trait)));
}

base::Result<const bots::Bot*> find_bot(std::string_view game, std::string_view level) {
  if (level.empty()) return &bots::usual(game);
  if (const auto* found = bots::find(game, level)) return found;
  return base::fail(base::Code::malformed, no_such(fmt::format("bot for {}", game), level, levels_of(game)));
}

base::Result<std::uint16_t> read_port(std::string_view text) {
  const auto port = base::to_number<std::uint16_t>(text);
  if (port && *port > 0) return *port;
  return base::fail(base::Code::malformed,
                    fmt::format("'{}' is no port: a number from 1 to 65535 is meant", text));
}

}  // namespace app
