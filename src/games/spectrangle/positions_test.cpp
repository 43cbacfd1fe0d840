// Plays the moves in positions/*.txt and compares what happened with what the file says.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "base/text.hpp"
#include "games/spectrangle/notation.hpp"
#include "games/spectrangle/rules.hpp"

namespace games::spectrangle {
namespace {

template <class Numbers, class Text>
std::string joined(const Numbers& numbers, const Text& text) {
  std::string all;
  for (const auto& number : numbers) all += fmt::format("{}{}", all.empty() ? "" : "/", text(number));
  return all;
}

std::string describe(const State& state, const std::vector<Event>& events) {
  std::string text;
  for (const auto& event : events) {
    if (!text.empty()) text += ", ";
    if (const auto* placed = std::get_if<Placed>(&event)) text += fmt::format("{} points", placed->points);
    if (std::holds_alternative<Swapped>(event)) text += "swapped";
    if (std::holds_alternative<Skipped>(event)) text += "skipped";
    if (std::holds_alternative<Left>(event)) text += "left";
    if (const auto* ended = std::get_if<Ended>(&event)) {
      const auto outcome = Rules::outcome(state);
      EXPECT_EQ(outcome->scores, ended->scores);
      text += fmt::format("ends {} winners {}", joined(ended->scores, [](int score) { return score; }),
                          joined(outcome->winners, [](Seat seat) { return seat.value; }));
    }
  }
  return text;
}

/// What comes of "RRY1@6" or "leave 0".
std::string carry_out(State state, std::string_view act) {
  if (act.starts_with("leave ")) {
    const Seat seat{*base::to_number<std::uint8_t>(act.substr(6))};
    const auto events = Rules::leave(state, seat);
    return describe(state, events);
  }
  const auto move = Rules::read(act);
  if (!move) return fmt::format("unreadable: {}", move.error().detail);
  const State before = state;
  const auto events = Rules::play(state, state.position.turn, *move);
  if (events) return describe(state, *events);
  EXPECT_EQ(events.error().code, Code::illegal_move);
  EXPECT_EQ(state, before);
  return fmt::format("refused: {}", events.error().detail);
}

void run(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string line;
  State state;
  int moves = 0;
  for (int number = 1; std::getline(file, line); ++number) {
    SCOPED_TRACE(fmt::format("{}:{}", path.string(), number));
    if (line.empty() || line.starts_with('#')) continue;
    if (line.starts_with("position ")) {
      const auto position = read_position(std::string_view(line).substr(9));
      ASSERT_TRUE(position) << position.error().detail;
      ASSERT_FALSE(position->over);
      state = State{*position, Rng(1)};
      continue;
    }
    const auto arrow = line.find(" -> ");
    ASSERT_NE(arrow, std::string::npos);
    EXPECT_EQ(carry_out(state, std::string_view(line).substr(0, arrow)), line.substr(arrow + 4));
    ++moves;
  }
  EXPECT_GT(moves, 0) << path;
}

TEST(SpectranglePositions, GiveWhatTheFilesSay) {
  int files = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(PARLOR_SOURCE_DIR "/src/games/spectrangle/positions")) {
    run(entry.path());
    ++files;
  }
  EXPECT_GE(files, 4);
}

}  // namespace
}  // namespace games::spectrangle
