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
  const auto tile = words.at(0);
  const auto location = base::to_number<int>(words.at(1));
  const bool looks_right = words.command == "MOVE_PLAY" && tile.size() == 4 && location;
  if (!looks_right || tile[3] < '0' || tile[3] > '3') return {};
  const int rotation = tile[3] - '0';
  const auto play = [](std::string_view letters, int turned, int where) {
    return fmt::format("MOVE_PLAY {}{} {}", letters, turned, where);
  };
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
