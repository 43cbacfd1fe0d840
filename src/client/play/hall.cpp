// What a player can choose in a hall of many games.
#include "client/play/hall.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bots/all.hpp"
#include "client/play/clock_face.hpp"

namespace client::play {
namespace {

std::string names_of(const std::vector<table::Sitter>& sitters) {
  std::string names;
  for (const auto& sitter : sitters) names += fmt::format("{}{}", names.empty() ? "" : ", ", sitter.name);
  return names;
}

/// ", 5 min + 3 s" behind other facts.
std::string with_clock(std::string_view rule) {
  const auto words = rule_in_words(rule);
  return words.empty() ? "" : ", " + words;
}

void add_game(std::vector<Choice>& choices, std::string_view game, const HallWishes& wishes) {
  const auto facts = games::facts_of(game);
  const int seats = std::clamp(wishes.players, std::max(2, facts->min_seats), facts->max_seats);
  const auto clock = with_clock(wishes.clock);
  const auto first = seats == 2 ? wishes.first : table::First::as_they_came;
  choices.push_back(
      {fmt::format("{} with whoever comes ({} players{})", game, seats, clock),
       table::Seek{.game = std::string(game), .seats = seats, .clock = wishes.clock, .first = first}});
  const auto* bot = bots::find(game, wishes.level);
  if (bot == nullptr || bot->game.empty()) bot = &bots::usual(game);  // servers have those of the game
  const std::vector<std::string> levels(static_cast<std::size_t>(seats - 1), std::string(bot->level));
  choices.push_back(
      {fmt::format("{} against {}, {}{}: {}", game, seats == 2 ? "a bot" : fmt::format("{} bots", seats - 1),
                   bot->level, clock, bot->about),
       table::Seek{.game = std::string(game),
                   .seats = seats,
                   .make = table::Make::always,
                   .bots = levels,
                   .clock = wishes.clock,
                   .first = first}});
}

}  // namespace

std::vector<Choice> choices_in(const table::Overview* hall, const HallWishes& wishes) {
  std::vector<Choice> choices;
  for (const auto game : games::names()) add_game(choices, game, wishes);
  if (hall == nullptr) return choices;
  for (const auto& lobby : hall->lobbies) {
    choices.push_back(
        {fmt::format("join {}: {}{}", lobby.game, names_of(lobby.present), with_clock(lobby.clock)),
         table::Seek{.game = lobby.game,
                     .options = lobby.options,
                     .seats = lobby.seats,
                     .lobby = lobby.name,
                     .make = table::Make::never,
                     .clock = lobby.clock.empty() ? "none" : lobby.clock}});
  }
  for (const auto& one : hall->tables) {
    choices.push_back({fmt::format("watch {}: {} ({} move{}{})", one.game, names_of(one.sitters), one.acts,
                                   one.acts == 1 ? "" : "s", with_clock(one.clock)),
                       table::Watch{one.table}});
  }
  return choices;
}

}  // namespace client::play
