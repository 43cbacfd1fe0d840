// The position files: board, rack and move give points or a refusal.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "games/scrabble/cgp.hpp"
#include "games/scrabble/placing.hpp"
#include "games/scrabble/testing.hpp"

namespace games::scrabble {
namespace {

struct Scene {
  std::shared_ptr<const Lexicon> lexicon;
  Board board;
  Rack rack;
};

std::string result_of(const Scene& scene, std::string_view text) {
  const auto move = read_move(text);
  if (!move) return std::string(base::name_of(move.error().code));
  const auto placing = check_placing(scene.board, scene.rack, *scene.lexicon, *move);
  if (!placing) return std::string(base::name_of(placing.error().code));
  // However it was typed, the whole word gives the same.
  const auto again = check_placing(scene.board, scene.rack, *scene.lexicon, placing->move);
  EXPECT_TRUE(again && again->move == placing->move && again->points == placing->points) << text;
  return std::to_string(placing->points);
}

void check_line(Scene& scene, const std::string& line, const std::string& where) {
  const std::size_t space = line.find(' ');
  ASSERT_NE(space, std::string::npos) << where;
  const std::string key = line.substr(0, space);
  const std::string value = line.substr(line.find_first_not_of(' ', space));
  if (key == "words:") {
    scene.lexicon = testing::lexicon_of(value);
  } else if (key == "board:") {
    scene.board = value == "empty" ? Board{} : read_cgp_board(value).value();
  } else if (key == "rack:") {
    scene.rack = Rack(value);
  } else {
    EXPECT_EQ(result_of(scene, key), value) << where << ' ' << line;
  }
}

TEST(ScrabblePositions, AllFiles) {
  int checked = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(PARLOR_SOURCE_DIR "/src/games/scrabble/positions")) {
    std::ifstream file(entry.path());
    Scene scene;
    int number = 0;
    for (std::string line; std::getline(file, line);) {
      ++number;
      if (line.empty() || line.starts_with('#')) continue;
      check_line(scene, line, entry.path().filename().string() + ":" + std::to_string(number));
      ++checked;
    }
  }
  EXPECT_GT(checked, 80);
}

}  // namespace
}  // namespace games::scrabble
