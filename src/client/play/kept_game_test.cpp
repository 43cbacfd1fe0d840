// Games that are kept as files: written, read back, found again, and refused if they are damaged.
#include "client/play/kept_game.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

namespace client::play {
namespace {

namespace fs = std::filesystem;

KeptGame some_game(std::int64_t opened = 1'764'000'000'000) {
  KeptGame game{{.table = {1},
                 .game = "chess",
                 .options = "",
                 .seed = base::Seed{7},
                 .revision = 2,
                 .opened = base::Time(base::Duration(opened)),
                 .chairs = {{"anna b", "local", "127.0.0.1"}, {"bot 2", "bot", "casual"}},
                 .clock = "300+5"}};
  game.entries = {
      {.table = {1}, .seq = 0, .at = base::Time(base::Duration(opened + 5)), .who = {0}, .text = "e2e4"}};
  return game;
}

class KeptGamesInAFolder : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "parlor-kept-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path folder_;
};

TEST(KeptGame, IsReadBackAsItWasWritten) {
  auto game = some_game();
  auto read = read_kept(write_kept(game));
  ASSERT_TRUE(read) << read.error().detail;
  EXPECT_EQ(read->header, game.header);
  EXPECT_EQ(read->entries, game.entries);
  EXPECT_FALSE(read->outcome);
  game.outcome = table::Outcome{.winners = {base::Seat{0}}, .scores = {}, .reason = "checkmate"};
  read = read_kept(write_kept(game));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->outcome, game.outcome);
}

TEST(KeptGame, EveryByteCounts) {
  const auto text = write_kept(some_game());
  for (std::size_t at = 0; at < text.size(); ++at) {
    auto other = text;
    other[at] = static_cast<char>(other[at] ^ 1);
    EXPECT_FALSE(read_kept(other)) << at;
    EXPECT_FALSE(read_kept(std::string_view(text).substr(0, at))) << at;
  }
}

TEST_F(KeptGamesInAFolder, OnlyTheOwnerReadsThem) {
  const KeptGames games(folder_ / "games");
  ASSERT_TRUE(games.keep(some_game()));
  struct stat facts{};
  ASSERT_EQ(::stat(games.file_of(some_game()).c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777U, 0600U);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / "games"), {}), 1) << "nothing else is left there";
}

TEST_F(KeptGamesInAFolder, TheLastIsOfferedFirstAndFinishedOnesAreNot) {
  const KeptGames games(folder_);
  auto finished = some_game(3'000);
  finished.outcome = table::Outcome{.winners = {}, .scores = {}, .reason = "stalemate"};
  for (const auto& game : {some_game(1'000), some_game(2'000), finished}) ASSERT_TRUE(games.keep(game));
  std::vector<std::string> damaged;
  const auto found = games.unfinished("", damaged);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(base::millis(found[0].header.opened), 2'000);
  EXPECT_TRUE(games.unfinished("scrabble", damaged).empty());
  EXPECT_TRUE(damaged.empty());
}

TEST_F(KeptGamesInAFolder, WhatIsDamagedIsTold) {
  const KeptGames games(folder_);
  std::ofstream(folder_ / "1.game") << "nonsense";
  std::vector<std::string> damaged;
  EXPECT_TRUE(games.unfinished("", damaged).empty());
  ASSERT_EQ(damaged.size(), 1U);
  EXPECT_NE(damaged[0].find("1.game: this is no whole game: it does not begin as one"), std::string::npos)
      << damaged[0];
}

TEST_F(KeptGamesInAFolder, AFolderThatCannotBeMadeIsTold) {
  std::ofstream(folder_ / "file") << "x";
  const auto kept = KeptGames(folder_ / "file").keep(some_game());
  ASSERT_FALSE(kept);
  EXPECT_NE(kept.error().detail.find("cannot be written"), std::string::npos);
}

}  // namespace
}  // namespace client::play
