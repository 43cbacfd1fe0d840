// A fair game is found fair; whatever is changed in its file is found.
#include "store/verify.hpp"

#include <gtest/gtest.h>

#include <boost/json.hpp>

#include "store/export_formats.hpp"
#include "table/deal.hpp"
#include "table/table.hpp"

namespace {

using namespace store;
using base::Seat;
namespace json = boost::json;

/// A whole game, played at random.
StoredTable played(std::string game, std::string options, const base::Seed& seed) {
  StoredTable stored;
  const auto revision = games::facts_of(game)->revision;
  stored.header = {
      {7}, std::move(game), std::move(options), seed, revision, {}, {{"an na", "web"}, {"bert", "bot"}}};
  auto table = table::Table::open({}, stored.header).value();
  base::Rng rng(5);
  while (const auto seat = table.to_move()) {
    const auto moves = games::moves(games::view(table.state(), *seat));
    auto step = table.play(*seat, moves[rng.below(moves.size())], {base::from_millis(1000), {}});
    EXPECT_TRUE(step) << step.error().detail;
    stored.entries.push_back(step->entry);
  }
  stored.closing = Closing{{7}, base::from_millis(2000), table.outcome().value()};
  return stored;
}

/// What is wrong with the game of a file; "" if it is fair.
std::string fault_of(const json::value& file) {
  const auto claim = read_claims(json::serialize(file)).front();
  if (!claim) return "no game: " + claim.error().detail;
  const auto verified = verify({}, *claim);
  return verified ? "" : verified.error().detail;
}

class Verify : public testing::TestWithParam<std::string> {
 protected:
  const StoredTable stored_ = played(GetParam(), "", base::Seed(base::Key{1, 2, 3}));
  const json::value file_ = json::parse(to_json({}, stored_).text);
};

TEST_P(Verify, WhatWasExportedIsFair) {
  EXPECT_EQ(fault_of(file_), "");
  EXPECT_EQ(file_.at("commitment"),
            json::string(base::write_key(commitment_to(stored_.header, salt_of(stored_.header)))));
  EXPECT_EQ(fault_of(json::parse(to_json({}, played(GetParam(), "", 7)).text)), "") << "of a number as well";
}

TEST_P(Verify, OtherFactsAreNotThoseThatWereCommittedTo) {
  const json::object changes{
      {"table", 8},
      {"seed", base::write_key(base::Key{1, 2, 4})},
      {"salt", base::write_key(base::Key{1})},
      {"commitment", base::write_key(base::Key{1})},
      {"revision", stored_.header.revision - 1},
      {"clock", "300+5"},
      {"game", GetParam() == "chess" ? "spectrangle" : "chess"},
      {"options", "x=y"},
      {"players", json::parse(R"([{"name":"an na","protocol":"web"},{"name":"eve","protocol":"bot"}])")}};
  for (const auto& change : changes) {
    auto file = file_;
    file.as_object()[change.key()] = change.value();
    EXPECT_NE(fault_of(file), "") << change.key();
  }
}

TEST_P(Verify, AnotherSeedWithItsOwnSaltIsFound) {
  auto other = stored_.header;
  other.seed = base::Seed(base::Key{9});
  auto file = file_;
  file.as_object()["seed"] = base::write_seed(other.seed);
  file.as_object()["salt"] = base::write_key(salt_of(other));
  EXPECT_NE(fault_of(file), "");
}

TEST_P(Verify, EveryActCounts) {
  const auto count = file_.at("acts").as_array().size();
  ASSERT_GT(count, 3U);
  for (std::size_t at = 0; at < count; ++at) {
    auto dropped = file_;
    auto& acts = dropped.as_object()["acts"].as_array();
    acts.erase(acts.begin() + static_cast<std::ptrdiff_t>(at));
    EXPECT_NE(fault_of(dropped), "") << at;
    auto seat = file_;
    seat.as_object()["acts"].as_array()[at].as_object()["seat"] = 1 - stored_.entries[at].who.value;
    EXPECT_NE(fault_of(seat), "") << at;
    const auto& other = stored_.entries[(at + 1) % count].text;
    if (other == stored_.entries[at].text) continue;
    auto changed = file_;
    changed.as_object()["acts"].as_array()[at].as_object()["act"] = other;
    EXPECT_NE(fault_of(changed), "") << at;
  }
}

TEST_P(Verify, TheResultIsThatOfTheMoves) {
  auto reason = file_;
  reason.as_object()["outcome"].as_object()["reason"] = "left";
  EXPECT_NE(fault_of(reason).find("not as 'left"), std::string::npos) << fault_of(reason);
  auto winners = file_;
  winners.as_object()["outcome"].as_object()["winners"] = json::array{};
  auto swapped = winners;
  for (std::uint8_t seat = 0; seat < 2; ++seat) {
    if (stored_.closing->outcome.winners != std::vector{Seat{seat}})
      swapped.as_object()["outcome"].as_object()["winners"] = json::array{seat};
  }
  EXPECT_NE(fault_of(winners), "");
  EXPECT_NE(fault_of(swapped), "");
  auto scores = file_;
  scores.as_object()["outcome"].as_object()["scores"] = json::array{1, 2};
  EXPECT_NE(fault_of(scores), "");
  auto position = file_;
  position.as_object()["position"] = "elsewhere";
  EXPECT_NE(fault_of(position), "");
}

TEST_P(Verify, WhatIsMissingIsNoGame) {
  for (const auto* key :
       {"table", "game", "options", "seed", "salt", "commitment", "revision", "players", "acts", "outcome"}) {
    auto file = file_;
    file.as_object().erase(key);
    EXPECT_TRUE(fault_of(file).starts_with("no game: this is no exported game: "))
        << key << ": " << fault_of(file);
    file.as_object()[key] = json::array{json::array{}};
    EXPECT_NE(fault_of(file), "") << key;
  }
}

INSTANTIATE_TEST_SUITE_P(Every, Verify, testing::Values("chess", "spectrangle", "shelfie"),
                         [](const auto& one) { return one.param; });

TEST(Claim, NonsenseIsNoGame) {
  for (const auto* text : {"", "x", "[]", "{}", "7", "null", R"({"table":1})"})
    EXPECT_FALSE(read_claims(text).front()) << text;
}

/// The seed of a game that goes on is in no file.
TEST(Claim, ARunningGameTellsNoSeed) {
  auto stored = played("spectrangle", "", base::Seed(base::Key{1, 2, 3}));
  stored.closing.reset();
  const auto text = to_json({}, stored).text;
  EXPECT_NE(text.find(R"("seed":null)"), std::string::npos) << text;
  EXPECT_EQ(text.find(base::write_seed(stored.header.seed)), std::string::npos) << text;
  EXPECT_EQ(text.find("salt"), std::string::npos) << text;
  EXPECT_EQ(read_claims(text).front().error().detail, "the game is not over: its seed is told when it is");
}

}  // namespace
