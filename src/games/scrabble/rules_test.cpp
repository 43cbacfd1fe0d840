// The rules: starts, turns, ends, leaving, and what is secret.
#include "games/scrabble/rules.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "games/scrabble/cgp.hpp"
#include "games/scrabble/testing.hpp"

namespace games::scrabble {
namespace {

const std::string kWords = "CAT CATS AT TA TAT ACT AA QI ZA DOG DOGS GOD GO SEA EAST SEAT";

Kit kit() {
  static const Kit kit{testing::lexicon_of(kWords)};
  return kit;
}

State start(std::string_view options, int players, std::uint64_t seed = 1) {
  return Rules::start(kit(), Rules::read_options(options).value(), players, seed).value();
}

Move parsed(std::string_view text) { return Rules::read(text).value(); }

std::vector<Event> play(State& state, std::string_view text) {
  auto events = Rules::play(state, *Rules::to_move(state), parsed(text));
  EXPECT_TRUE(events) << text << ": " << (events ? "" : events.error().detail);
  return events.value_or(std::vector<Event>{});
}

base::Reason refusal(State& state, std::string_view text) {
  const State before = state;
  const auto events = Rules::play(state, *Rules::to_move(state), parsed(text));
  EXPECT_FALSE(events) << text;
  EXPECT_EQ(state, before);
  return events ? Code::system : events.error().code;
}

void hold(State& state, std::size_t seat, std::string_view tiles) { state.racks[seat] = Rack(tiles); }

std::multiset<Tile> all_tiles(const State& state) {
  std::multiset<Tile> tiles;
  for (const Tile tile : state.open.board.tiles)
    if (tile != kNone) tiles.insert(in_hand(tile));
  for (const Rack& rack : state.racks) tiles.insert(rack.tiles().begin(), rack.tiles().end());
  tiles.insert(state.bag.tiles.begin(), state.bag.tiles.begin() + state.bag.size);
  return tiles;
}

TEST(ScrabbleOptions, ReadAndWriteTheShortest) {
  for (const std::string_view text :
       {"", "rules=clarkson", "rules=common", "first=seat0", "rules=clarkson first=random",
        "lexicon=00000000000012ab", "rules=common first=seat0 lexicon=ffffffffffffffff"})
    EXPECT_EQ(Rules::write_options(Rules::read_options(text).value()), text);
  EXPECT_EQ(Rules::write_options(Rules::read_options("first=random rules=twente").value()), "");
  for (const std::string_view text : {"rules=", "rules=chess", "first=1", "first", "lexicon=12ab",
                                      "lexicon=", "x=y", " ", "lexicon=-0000000000012ab", "rules=twente "}) {
    ASSERT_FALSE(Rules::read_options(text)) << text;
    EXPECT_EQ(Rules::read_options(text).error().code, Code::bad_options);
  }
}

TEST(ScrabbleRules, StartTakesTheSeatsOfTheRuleSet) {
  const std::map<std::string, std::pair<int, int>> seats = {
      {"", {2, 4}}, {"rules=clarkson", {1, 8}}, {"rules=common", {1, 4}}};
  for (const auto& [options, range] : seats)
    for (int players = -1; players <= 9; ++players) {
      const auto state = Rules::start(kit(), Rules::read_options(options).value(), players, 1);
      ASSERT_EQ(state.has_value(), players >= range.first && players <= range.second);
      if (!state) EXPECT_EQ(state.error().code, Code::bad_seats);
    }
}

TEST(ScrabbleRules, StartWantsTheWordsThatTheOptionsName) {
  auto options = Rules::read_options("").value();
  options.lexicon = kit().lexicon->fingerprint();
  EXPECT_TRUE(Rules::start(kit(), options, 2, 1));
  *options.lexicon += 1;
  EXPECT_EQ(Rules::start(kit(), options, 2, 1).error().code, Code::other_kit);
  EXPECT_EQ(Rules::start(Kit{}, Options{}, 2, 1).error().code, Code::bad_options);
  EXPECT_EQ(Rules::complete(kit(), options), options) << "words that are named stay";
  EXPECT_EQ(Rules::complete(kit(), Options{}).lexicon, kit().lexicon->fingerprint());
}

TEST(ScrabbleRules, EveryBagHasAHundredTiles) {
  std::multiset<Tile> standard;
  for (std::size_t letter = 0; letter <= 26; ++letter)
    for (int copy = 0; copy < kCounts[letter]; ++copy)
      standard.insert(letter == 0 ? kBlank : static_cast<Tile>('A' + letter - 1));
  EXPECT_EQ(all_tiles(start("", 3)), standard);
  std::set<std::multiset<Tile>> bags;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    auto tiles = all_tiles(start("rules=clarkson", 2, seed));
    EXPECT_EQ(tiles.size(), 100U);
    EXPECT_EQ(tiles.count(kBlank), 0U);
    EXPECT_TRUE(
        std::ranges::all_of(standard, [&](Tile tile) { return tile == kBlank || tiles.contains(tile); }));
    bags.insert(std::move(tiles));
  }
  EXPECT_GT(bags.size(), 10U);
}

TEST(ScrabbleRules, SeedDecidesEverything) {
  EXPECT_EQ(start("", 4, 7), start("", 4, 7));
  EXPECT_NE(start("", 4, 7), start("", 4, 8));
  std::set<int> first;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    first.insert(Rules::to_move(start("", 4, seed))->value);
    EXPECT_EQ(Rules::to_move(start("rules=clarkson", 4, seed)), Seat{0});
    EXPECT_EQ(Rules::to_move(start("first=seat0", 4, seed)), Seat{0});
  }
  EXPECT_EQ(first.size(), 4U);
}

TEST(ScrabbleRules, StateIsSmall) { EXPECT_LT(sizeof(State) + sizeof(View), 2048U); }

TEST(ScrabbleRules, AWordIsTypedAsItIsOrOtherwise) {
  State state = start("first=seat0", 2);
  hold(state, 0, "CATSDOG");
  const auto whole = play(state, "8G:CAT");
  EXPECT_EQ(std::get<Placed>(whole[0]).typed.count, 0) << "nothing else was typed";
  hold(state, 1, "SSSSSSS");
  const auto part = play(state, "8J:S");
  const auto& placed = std::get<Placed>(part[0]);
  EXPECT_EQ(placed.move, parsed("8G.CATS"));
  EXPECT_EQ(placed.typed.letters(), "S");
  EXPECT_EQ((std::pair{placed.typed.row, placed.typed.column}),
            (std::pair<std::uint8_t, std::uint8_t>{7, 9}));
}

TEST(ScrabbleRules, PlacingScoresDrawsAndPassesTheTurn) {
  State state = start("first=seat0", 2);
  hold(state, 0, "CATSDOG");
  const auto events = play(state, "8G:CAT");
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(std::get<Placed>(events[0]), (Placed{Seat{0}, parsed("8G.CAT"), 10}));
  const auto& drew = std::get<Drew>(events[1]);
  EXPECT_EQ(drew.count, 3);
  EXPECT_EQ(drew.tiles.size(), 3);
  EXPECT_EQ(state.open.scores[0], 10);
  EXPECT_EQ(Rules::to_move(state), Seat{1});
  EXPECT_EQ(state.racks[0].size(), 7);
  EXPECT_EQ(Rules::play(state, Seat{0}, parsed("pass")).error().code, Code::not_your_turn);
}

TEST(ScrabbleRules, RefusalsChangeNothing) {
  State state = start("first=seat0", 2);
  hold(state, 0, "CATSDO?");
  EXPECT_EQ(refusal(state, "8G.DOGS"), Refusals::tiles_not_held);
  EXPECT_EQ(refusal(state, "8G.TAC"), Refusals::unknown_word);
  EXPECT_EQ(refusal(state, "1A.CAT"), Refusals::not_connected);
  EXPECT_EQ(refusal(state, "-Q"), Refusals::tiles_not_held);
  EXPECT_EQ(refusal(state, "-CC"), Refusals::tiles_not_held);
  play(state, "8G.CAT");
  hold(state, 1, "CATSDO?");
  EXPECT_EQ(refusal(state, "8G.CAT"), Refusals::does_not_fit);
}

TEST(ScrabbleRules, ExchangeDrawsBeforeItGivesBack) {
  State state = start("first=seat0", 2);
  hold(state, 0, "AAAAAAA");
  const auto before = all_tiles(state);
  const auto events = play(state, "-AAA");
  EXPECT_EQ(std::get<Exchanged>(events[0]), (Exchanged{Seat{0}, 3, Rack("AAA")}));
  EXPECT_EQ(std::get<Drew>(events[1]).count, 3);
  EXPECT_EQ(all_tiles(state), before);
  EXPECT_EQ(state.racks[0].size(), 7);
  EXPECT_EQ(Rules::to_move(state), Seat{1});
}

TEST(ScrabbleRules, ExchangeNeedsTilesInTheBag) {
  State state = start("first=seat0", 2);
  state.bag.size = 2;
  hold(state, 0, "AAAAAAA");
  EXPECT_EQ(refusal(state, "-AAA"), Refusals::bag_too_small);
  play(state, "-AA");
  EXPECT_EQ(state.bag.size, 2);
}

TEST(ScrabbleRules, ClarksonExchangesOneOrAll) {
  State state = start("rules=clarkson", 2);
  hold(state, 0, "AABCDEF");
  EXPECT_EQ(refusal(state, "-AB"), Code::illegal_move);
  EXPECT_EQ(refusal(state, "forfeit"), Code::illegal_move);
  State other = state;
  play(state, "-A");
  play(other, "-AABCDEF");
  EXPECT_EQ(other.racks[0].size(), 7);
}

// Lays CAT on the centre as the last word of an almost empty game.
State almost_over(std::string_view options, int players, std::string_view mover, std::string_view rest) {
  State state = start(std::string(options) + (options.empty() ? "" : " ") + "first=seat0", players);
  state.bag = {};
  hold(state, 0, mover);
  for (int seat = 1; seat < players; ++seat) hold(state, static_cast<std::size_t>(seat), rest);
  return state;
}

TEST(ScrabbleEnds, TwenteDeductsWhatIsLeftAndGivesItToWhoWentOut) {
  State state = almost_over("", 3, "CAT", "QZ");
  const auto events = play(state, "8G.CAT");
  const auto& ended = std::get<Ended>(events.back());
  EXPECT_EQ(ended.leftovers, (BySeat<int>{40, -20, -20}));
  EXPECT_EQ(Rules::to_move(state), std::nullopt);
  EXPECT_EQ(Rules::outcome(state), (Outcome{{Seat{0}}, {50, -20, -20}, "out"}));
  EXPECT_EQ(Rules::play(state, Seat{1}, parsed("pass")).error().code, Code::game_over);
  EXPECT_TRUE(Rules::leave(state, Seat{1}).empty());
}

TEST(ScrabbleEnds, ClarksonDeductsNothing) {
  State state = almost_over("rules=clarkson", 2, "CAT", "QZ");
  play(state, "8G.CAT");
  EXPECT_EQ(Rules::outcome(state), (Outcome{{Seat{0}}, {10, 0}, "out"}));
}

TEST(ScrabbleEnds, NobodyCanPlayAndTheBagIsEmpty) {
  for (const std::string_view options : {"", "rules=clarkson", "rules=common"}) {
    State state = almost_over(options, 2, "CATVV", "VVV");
    play(state, "8G.CAT");
    ASSERT_TRUE(Rules::outcome(state)) << options;
    EXPECT_EQ(Rules::outcome(state)->reason, "stuck");
    EXPECT_EQ(Rules::outcome(state)->scores, options.empty() ? (std::vector{2, -12}) : (std::vector{10, 0}));
    State going = almost_over(options, 2, "CATVV", "VVS");
    play(going, "8G.CAT");
    EXPECT_FALSE(Rules::outcome(going)) << options;
  }
}

TEST(ScrabbleEnds, TwenteEndsAfterTwoScorelessRounds) {
  State state = start("first=seat0", 3);
  hold(state, 0, "CATAAAA");
  play(state, "8G.CAT");
  for (const std::string_view text : {"pass", "forfeit"}) play(state, text);
  hold(state, 0, "SAAAAAA");
  play(state, "8G.CATS");
  for (int turn = 0; turn < 5; ++turn)
    play(state, turn == 2 ? "-" + std::string(state.racks[0].tiles().substr(0, 1)) : "pass");
  ASSERT_FALSE(Rules::outcome(state));
  for (std::size_t seat = 0; seat < 3; ++seat) hold(state, seat, seat == 2 ? "?" : "AQ");
  const auto events = play(state, "pass");
  EXPECT_EQ(std::get<Ended>(events.back()).leftovers, (BySeat<int>{-11, -11, 0}));
  EXPECT_EQ(Rules::outcome(state), (Outcome{{Seat{0}}, {5, -11, 0}, "scoreless"}));
}

TEST(ScrabbleEnds, LostTurnIsNoPass) {
  State state = start("first=seat0", 2);
  for (int turn = 0; turn < 12; ++turn) play(state, turn % 4 == 3 ? "forfeit" : "pass");
  for (int turn = 0; turn < 12; ++turn) play(state, "forfeit");
  EXPECT_FALSE(Rules::outcome(state));
  for (int turn = 0; turn < 4; ++turn) play(state, "pass");
  EXPECT_EQ(Rules::outcome(state)->reason, "scoreless");
}

TEST(ScrabbleEnds, ClarksonEndsWhenOnePlayerPassesTwice) {
  State state = start("rules=clarkson", 2);
  const std::string tile(state.racks[0].tiles().substr(0, 1));
  play(state, "pass");
  play(state, "pass");
  play(state, "-" + tile);
  play(state, "-" + std::string(state.racks[1].tiles()));
  play(state, "pass");
  play(state, "pass");
  EXPECT_FALSE(Rules::outcome(state));
  play(state, "pass");
  EXPECT_EQ(Rules::outcome(state), (Outcome{{Seat{0}}, {0, 0}, "passed"}));
}

TEST(ScrabbleEnds, ClarksonHasNoScorelessEnd) {
  State state = start("rules=clarkson", 2);
  for (int turn = 0; turn < 40; ++turn)
    play(state, "-" + std::string(state.racks[Rules::to_move(state)->value].tiles()));
  EXPECT_FALSE(Rules::outcome(state));
}

TEST(ScrabbleEnds, CommonEndsByEitherRule) {
  State passed = start("rules=common first=seat0", 2);
  for (const std::string_view text : {"pass", "forfeit", "pass"}) play(passed, text);
  EXPECT_EQ(Rules::outcome(passed)->reason, "passed");
  State scoreless = start("rules=common first=seat0", 2);
  for (int turn = 0; turn < 4; ++turn)
    play(scoreless,
         "-" + std::string(scoreless.racks[Rules::to_move(scoreless)->value].tiles().substr(0, 1)));
  EXPECT_EQ(Rules::outcome(scoreless)->reason, "scoreless");
  EXPECT_EQ(Rules::outcome(scoreless)->winners, std::vector{Seat{0}});
}

TEST(ScrabbleEnds, TiesAreSharedOrGoToTheEarlierInTurn) {
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    State shared = start("", 3, seed);
    shared.racks = {};
    for (int turn = 0; turn < 6; ++turn) play(shared, "pass");
    EXPECT_EQ(Rules::outcome(shared)->winners, (std::vector{Seat{0}, Seat{1}, Seat{2}}));
    State earlier = start("rules=common", 3, seed);
    const Seat first = *Rules::to_move(earlier);
    for (int turn = 0; turn < 4; ++turn) play(earlier, "pass");
    EXPECT_EQ(Rules::outcome(earlier)->winners, std::vector{first});
  }
}

TEST(ScrabbleLeave, TwenteWinnerIsTheBestOfTheRest) {
  State state = start("", 3);
  state.open.scores = {10, 20, 30};
  const auto events = Rules::leave(state, Seat{2});
  EXPECT_EQ(std::get<Left>(events[0]), Left{Seat{2}});
  EXPECT_EQ(std::get<Ended>(events[1]), Ended{});
  EXPECT_EQ(Rules::outcome(state), (Outcome{{Seat{1}}, {10, 20, 0}, "left"}));
  EXPECT_EQ(Rules::to_move(state), std::nullopt);
  State two = start("", 2);
  two.open.scores = {28, 0};
  Rules::leave(two, Seat{0});
  EXPECT_EQ(Rules::outcome(two), (Outcome{{Seat{1}}, {0, 0}, "left"})) << "who stays wins, even at 0";
}

TEST(ScrabbleLeave, NobodyWonByTheRulesOfRevision2) {
  State state = start("", 2);
  Rules::go_by(state, 2);
  Rules::leave(state, Seat{0});
  EXPECT_EQ(Rules::outcome(state), (Outcome{{}, {0, 0}, "left"}));
  State clarkson = start("rules=clarkson", 2);
  Rules::go_by(clarkson, 2);
  Rules::leave(clarkson, Seat{0});
  EXPECT_EQ(Rules::outcome(clarkson)->winners, std::vector{Seat{1}});
}

TEST(ScrabbleLeave, ClarksonWinnerIsAmongTheRest) {
  State state = start("rules=clarkson", 3);
  state.open.scores = {10, 10, 30};
  Rules::leave(state, Seat{2});
  EXPECT_EQ(Rules::outcome(state), (Outcome{{Seat{0}}, {10, 10, 30}, "left"}));
  State alone = start("rules=clarkson", 1);
  Rules::leave(alone, Seat{0});
  EXPECT_EQ(Rules::outcome(alone), (Outcome{{}, {0}, "left"}));
  State common = start("rules=common", 2);
  common.open.scores = {5, 50};
  Rules::leave(common, Seat{1});
  EXPECT_EQ(Rules::outcome(common), (Outcome{{Seat{0}}, {5, 0}, "left"}));
}

TEST(ScrabbleSecrets, ViewsShowOwnTilesOnly) {
  const State state = start("", 3);
  const View own = Rules::view(state, Seat{1});
  EXPECT_EQ(own.rack, state.racks[1]);
  EXPECT_EQ(own.bag, 79);
  EXPECT_EQ(own.held, (BySeat<std::uint8_t>{7, 7, 7}));
  EXPECT_TRUE(Rules::view(state, std::nullopt).rack.empty());
  State other = state;
  std::swap(other.racks[0], other.racks[2]);
  std::swap(other.bag.tiles[0], other.bag.tiles[50]);
  other.rng = Rng(99);
  EXPECT_EQ(Rules::view(other, Seat{1}), own);
  EXPECT_NE(Rules::view(other, Seat{0}), Rules::view(state, Seat{0}));
}

TEST(ScrabbleSecrets, EventsShowTilesOnlyToTheirOwner) {
  const Event drew = Drew{Seat{1}, 2, Rack("AB")};
  const Event gave = Exchanged{Seat{1}, 2, Rack("AB")};
  EXPECT_EQ(Rules::redact(drew, Seat{1}), drew);
  EXPECT_EQ(Rules::redact(gave, Seat{1}), gave);
  for (const Viewer viewer : {Viewer(Seat{0}), Viewer()}) {
    EXPECT_EQ(Rules::redact(drew, viewer), Event(Drew{Seat{1}, 2, {}}));
    EXPECT_EQ(Rules::redact(gave, viewer), Event(Exchanged{Seat{1}, 2, {}}));
  }
}

// Random games: whatever is imagined fits the view, and the moves listed are those that are accepted.
TEST(ScrabbleSecrets, ImaginedStatesFitTheView) {
  Rng rng(5);
  for (const std::string_view options : {"", "rules=clarkson", "rules=common"})
    for (int game = 0; game < 10; ++game) {
      State state =
          Rules::start({testing::default_lexicon()}, Rules::read_options(options).value(), 3, rng.next())
              .value();
      while (const auto seat = Rules::to_move(state)) {
        for (const Viewer viewer : {Viewer(*seat), Viewer(Seat{0}), Viewer()}) {
          const View view = Rules::view(state, viewer);
          const State imagined = Rules::imagine(view, rng);
          ASSERT_EQ(Rules::view(imagined, viewer), view);
          ASSERT_EQ(all_tiles(imagined).size(), 100U);
          ASSERT_LE(std::ranges::count(all_tiles(imagined), 'Q'), 3);
        }
        const auto moves = Rules::moves(Rules::view(state, *seat));
        ASSERT_TRUE(Rules::play(state, *seat, moves[rng.below(std::min<std::size_t>(moves.size(), 30))]));
      }
      EXPECT_EQ(all_tiles(state).size(), 100U);
    }
}

TEST(ScrabbleMoves, ListedMovesAreAcceptedAndOthersAreNot) {
  Rng rng(6);
  std::set<std::string> seen;
  for (int game = 0; game < 6; ++game) {
    State state = start(game % 2 == 0 ? "" : "rules=clarkson", 2, rng.next());
    while (const auto seat = Rules::to_move(state)) {
      EXPECT_TRUE(Rules::moves(Rules::view(state, Seat{static_cast<std::uint8_t>(1 - seat->value)})).empty());
      std::set<std::string> listed;
      for (const Move& each : Rules::moves(Rules::view(state, *seat))) {
        EXPECT_TRUE(listed.insert(Rules::write(each)).second) << Rules::write(each);
        EXPECT_EQ(Rules::read(Rules::write(each)), each);
      }
      seen.insert(listed.begin(), listed.end());
      for (const std::string& text : seen) {
        State copy = state;
        ASSERT_EQ(Rules::play(copy, *seat, parsed(text)).has_value(), listed.contains(text)) << text;
        if (!listed.contains(text)) ASSERT_EQ(copy, state);
      }
      const auto moves = Rules::moves(Rules::view(state, *seat));
      ASSERT_TRUE(Rules::play(state, *seat, moves[rng.below(moves.size())]));
    }
  }
}

}  // namespace
}  // namespace games::scrabble
