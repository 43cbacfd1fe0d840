// What a player can choose in a hall of many games.
#include "client/play/hall.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bots/all.hpp"

namespace client::play {
namespace {

std::string names_of(const std::vector<table::Sitter>& sitters) {
  std::string names;
  for (const auto& sitter : sitters) names += fmt::format("{}{}", names.empty() ? "" : ", ", sitter.name);
  return names;
}

void add_game(std::vector<Choice>& choices, std::string_view game, const HallWishes& wishes) {
  const auto facts = games::facts_of(game);
  const int seats = std::clamp(wishes.players, std::max(2, facts->min_seats), facts->max_seats);
  choices.push_back({fmt::format("{} with whoever comes ({} players)", game, seats),
                     table::Seek{.game = std::string(game), .seats = seats}});
  const auto* bot = bots::find(game, wishes.level);
  if (bot == nullptr || bot->game.empty()) bot = bots::find(game, "");  // servers have those of the game
  const std::vector<std::string> levels(static_cast<std::size_t>(seats - 1), std::string(bot->level));
  choices.push_back(
      {fmt::format("{} against {} ({})", game, seats == 2 ? "a bot" : fmt::format("{} bots", seats - 1),
                   bot->level),
       table::Seek{.game = std::string(game), .seats = seats, .make = table::Make::always, .bots = levels}});
}

}  // namespace

std::vector<Choice> choices_in(const table::Overview* hall, const HallWishes& wishes) {
  std::vector<Choice> choices;
  for (const auto game : games::All::names) add_game(choices, game, wishes);
  if (hall == nullptr) return choices;
  for (const auto& lobby : hall->lobbies) {
    choices.push_back({fmt::format("join {}: {}", lobby.game, names_of(lobby.present)),
                       table::Seek{.game = lobby.game,
                                   .options = lobby.options,
                                   .seats = lobby.seats,
                                   .lobby = lobby.name,
                                   .make = table::Make::never}});
  }
  for (const auto& one : hall->tables) {
    choices.push_back({fmt::format("watch {}: {} ({} moves)", one.game, names_of(one.sitters), one.acts),
                       table::Watch{one.table}});
  }
  return choices;
}

}  // namespace client::play
