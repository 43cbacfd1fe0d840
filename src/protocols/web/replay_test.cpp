// Replays that are told in pieces.
#include "protocols/web/replay.hpp"

#include <gtest/gtest.h>

#include <boost/json.hpp>

#include "table/hall.hpp"
#include "table/table.hpp"

namespace {

using namespace protocols::web;
namespace json = boost::json;

/// A game of some moves that somebody left.
protocols::Replay replay() {
  games::Kits kits;
  table::Header header;
  header.table = {7};
  header.game = "chess";
  header.revision = games::facts_of("chess")->revision;
  header.chairs = {{"a", "web"}, {"b", "web"}};
  auto game = table::Table::open(kits, header).value();
  protocols::Replay all{{{7}, "chess", "", {}}, {}, {}};
  all.steps.push_back({{}, games::view(game.state(), std::nullopt)});
  const auto note = [&](const table::Step& step) {
    all.steps.push_back({table::seen_by(std::nullopt, step.entry, step.events, game.to_move()),
                         games::view(game.state(), std::nullopt)});
  };
  for (int ply = 0; ply < 40; ++ply) {
    const base::Seat who{static_cast<std::uint8_t>(ply % 2)};
    constexpr std::array<std::string_view, 4> kDance{"g1f3", "g8f6", "f3g1", "f6g8"};
    const auto step =
        game.play(who, *games::read("chess", kDance[static_cast<std::size_t>(ply % 4)]), base::Time{});
    if (!step) break;  // fivefold repetition
    note(*step);
  }
  all.table.outcome = game.outcome();
  return all;
}

TEST(Replay, InPiecesIsTheSameAsAtOnce) {
  const auto game = replay();
  ASSERT_GT(game.steps.size(), 10);
  const auto whole = json::parse(write_replay(game, 0));
  EXPECT_TRUE(whole.at("next").is_null());
  json::array steps;
  std::size_t from = 0;
  for (int pieces = 1;; ++pieces) {
    ASSERT_LT(pieces, 100);
    const auto piece = json::parse(write_replay(game, from, 300));
    const auto& some = piece.at("steps").as_array();
    EXPECT_FALSE(some.empty());
    steps.insert(steps.end(), some.begin(), some.end());
    if (piece.at("next").is_null()) {
      EXPECT_GT(pieces, 3);
      break;
    }
    from = piece.at("next").to_number<std::size_t>();
    EXPECT_EQ(from, steps.size());
  }
  EXPECT_EQ(json::value(steps), whole.at("steps"));
  EXPECT_EQ(steps.size(), game.steps.size());
}

TEST(Replay, AfterItsEndThereIsNothing) {
  const auto game = replay();
  const auto piece = json::parse(write_replay(game, 1'000'000));
  EXPECT_TRUE(piece.at("steps").as_array().empty());
  EXPECT_TRUE(piece.at("next").is_null());
}

}  // namespace
