// What a client of Spectrangle may have meant.
#include "protocols/hints.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "protocols/spectrangle/tools.hpp"
#include "protocols/spectrangle/words.hpp"

namespace protocols::spectrangle {
namespace {

std::vector<table::Request> requests(std::string_view message, std::string_view /*before*/) {
  const auto words = cut_words(message);
  if (words.command == "JOIN") return {table::Name{std::string(words.at(0))}};
  if (!words.command.starts_with("MOVE_")) return {};
  const auto move = read_move(words);
  if (!move) return {};
  return {table::Play{*move}};
}

std::vector<Guess> guesses(std::string_view message) {
  const auto words = cut_words(message);
  const std::size_t first = words.command == "UPDATE" ? 1 : 0;  // behind the player's name
  if (words.command != "MOVE_PLAY" && words.command != "UPDATE") return {};
  const auto head = first == 0 ? "MOVE_PLAY" : fmt::format("UPDATE {}", words.at(0));
  const auto play = [&](std::string_view letters, int turned, int where) {
    return fmt::format("{} {}{} {}", head, letters, turned, where);
  };
  const auto tile = words.at(first);
  const auto location = base::to_number<int>(words.at(first + 1));
  if (const auto place = base::to_number<int>(tile); place && words.at(first + 1).size() == 4) {
    return {
        {fmt::format("{} {} {}", head, words.at(first + 1), *place), "the tile stands before its location"}};
  }
  constexpr std::string_view kUnturned = "the digit of its rotation stands behind the letters of a tile";
  if (tile.size() == 3 && location)
    return {{play(tile, 0, *location), kUnturned},
            {play(tile, 1, *location), kUnturned},
            {play(tile, 2, *location), kUnturned}};
  if (tile.size() != 4 || !location || tile[3] < '0' || tile[3] > '3') return {};
  const int rotation = tile[3] - '0';
  const auto letters = tile.substr(0, 3);
  const std::string once{letters[1], letters[2], letters[0]};
  const std::string twice{letters[2], letters[0], letters[1]};
  return {
      {play(letters, rotation, *location - 1), "locations count from 0"},
      {play(letters, (3 - rotation) % 3, *location), "tiles are turned counterclockwise"},
      {play(letters, rotation - 1, *location), "rotations count from 0"},
      {play(once, rotation, *location), "the letters of a tile stand as the document lists them"},
      {play(once, 1, *location), "the letters stand as they are listed, the digit says how it is turned"},
      {play(once, 2, *location), "the letters stand as they are listed, the digit says how it is turned"},
      {play(twice, rotation, *location), "the letters of a tile stand as the document lists them"},
      {play(twice, 1, *location), "the letters stand as they are listed, the digit says how it is turned"},
      {play(twice, 2, *location), "the letters stand as they are listed, the digit says how it is turned"}};
}

}  // namespace

const Hints kHints{.requests = requests, .guesses = guesses};

}  // namespace protocols::spectrangle
