// Plays the position files of this folder (their format: positions/README.md).
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "base/text.hpp"
#include "games/chess/fen.hpp"
#include "games/chess/perft.hpp"
#include "games/chess/rules.hpp"

namespace games::chess {
namespace {

/// Perft counts up to this many are quick enough for every run; the rest is for the slow test.
constexpr std::uint64_t kQuick = 6'000'000;

using Fields = std::vector<std::string>;

std::string trim(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  if (first == text.npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(' ') - first + 1));
}

std::vector<Fields> lines_of(const std::string& file) {
  std::ifstream in(std::string(PARLOR_SOURCE_DIR "/src/games/chess/positions/") + file);
  EXPECT_TRUE(in) << file;
  std::vector<Fields> lines;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    Fields fields;
    for (const auto field : base::split(line, ';')) fields.push_back(trim(field));
    lines.push_back(fields);
  }
  EXPECT_FALSE(lines.empty()) << file;
  return lines;
}

base::Reason code_of(const State& state, std::string_view word) {
  const auto move = Rules::read(word);
  EXPECT_TRUE(move) << word;
  State copy = state;
  const auto played = Rules::play(copy, seat_of(state.position.turn), *move);
  if (played) return Code::system;  // stands for "accepted": no rule gives it
  EXPECT_EQ(copy, state) << "a refused move changed the state";
  return played.error().code;
}

class Runner {
 public:
  explicit Runner(const Fields& fields) {
    const auto position = read_fen(fields[0]);
    if (!position) {
      ADD_FAILURE() << position.error().detail;
      return;
    }
    options_.start = *position;
    for (std::size_t at = 1; at < fields.size(); ++at) run(fields[at]);
  }

 private:
  void run(std::string_view field) {
    SCOPED_TRACE(std::string(field));
    const auto verb = base::cut(field, ' ');
    if (verb == "dead") {
      options_.dead = DeadRule::wire;
    } else if (verb == "over") {
      const auto state = Rules::start({}, options_, 2, 0);
      ASSERT_FALSE(state);
      EXPECT_NE(state.error().detail.find(field), std::string::npos) << state.error().detail;
    } else {
      if (!begun_) begin();
      look(verb, field);
    }
  }

  void begin() {
    const auto state = Rules::start({}, options_, 2, 0);
    ASSERT_TRUE(state) << state.error().detail;
    state_ = *state;
    begun_ = true;
  }

  void look(std::string_view verb, std::string_view field) {
    if (verb == "fen") {
      EXPECT_EQ(write_fen(state_.position), field);
    } else if (verb == "end") {
      EXPECT_EQ(name_of(state_.end), field == "none" ? "" : field);
    } else {
      for (const auto word : base::split(field, ' ')) look_at_move(verb, word);
    }
  }

  void look_at_move(std::string_view verb, std::string_view word) {
    SCOPED_TRACE(std::string(word));
    if (verb == "play") {
      const auto played = Rules::play(state_, seat_of(state_.position.turn), *Rules::read(word));
      EXPECT_TRUE(played) << played.error().detail;
    } else if (verb == "accept") {
      EXPECT_EQ(code_of(state_, word), Code::system);
    } else if (verb == "refuse") {
      EXPECT_EQ(code_of(state_, word), Code::illegal_move);
    } else if (verb == "incomplete") {
      EXPECT_EQ(code_of(state_, word), Refusals::incomplete_move);
    } else {
      ADD_FAILURE() << "no such field: " << verb;
    }
  }

  Options options_;
  State state_;
  bool begun_ = false;
};

class Positions : public testing::TestWithParam<const char*> {};

TEST_P(Positions, PlayAsWritten) {
  for (const Fields& fields : lines_of(GetParam())) {
    SCOPED_TRACE(fields[0]);
    Runner{fields};
  }
}

INSTANTIATE_TEST_SUITE_P(Chess, Positions,
                         testing::Values("ends.txt", "dead.txt", "special.txt", "repetition.txt"),
                         [](const auto& info) {
                           return std::string(info.param, std::string_view(info.param).find('.'));
                         });

TEST(ChessPerft, AgreesWithPublishedCounts) {
  for (const Fields& fields : lines_of("perft.txt")) {
    const auto position = read_fen(fields[0]);
    ASSERT_TRUE(position) << fields[0] << ": " << position.error().detail;
    EXPECT_EQ(write_fen(*position), fields[0]);
    EXPECT_EQ(perft(*position, 0), 1U);
    for (std::size_t at = 1; at < fields.size(); ++at) {
      std::string_view count = fields[at];
      const auto depth = base::to_number<int>(base::cut(count, ' ').substr(1));
      const auto expected = base::to_number<std::uint64_t>(count);
      ASSERT_TRUE(depth && expected) << fields[at];
      if (*expected <= kQuick)
        EXPECT_EQ(perft(*position, *depth), *expected) << fields[0] << " depth " << *depth;
    }
  }
}

}  // namespace
}  // namespace games::chess
