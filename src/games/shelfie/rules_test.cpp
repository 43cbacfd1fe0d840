// Tests of the course of a game: setting up, refusals in the ruled order, refilling, the last round, ties.
#include "games/shelfie/rules.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "games/shelfie/goals.hpp"
#include "games/shelfie/testing.hpp"

namespace games::shelfie {
namespace {

State started(int seats, std::uint64_t seed = 1) { return *Rules::start(kit(), {}, seats, seed); }

/// A game with a known beginner, goals that are hard to reach, and an empty board.
State prepared(int seats, std::vector<Cell> tiles) {
  State state = started(seats);
  state.open.first = state.open.turn = Seat{0};
  state.open.goals = {1, 5};
  for (TileId& tile : state.open.board) {
    if (tile != kNoTile) state.bag.push_back(std::exchange(tile, kNoTile));
  }
  for (const Cell cell : tiles) {
    state.open.board[index_of(cell)] = state.bag.back();
    state.bag.pop_back();
  }
  return state;
}

/// Fills a shelf from the bag but for the topmost `free` places of its last column.
void fill_but(State& state, Seat seat, int free) {
  Shelf& shelf = state.open.players[seat.value].shelf;
  for (int place = 0; place < kShelfCells; ++place) {
    const bool keep = place % kShelfColumns == kShelfColumns - 1 && place / kShelfColumns < free;
    if (keep || shelf[place] != kNoTile) continue;
    shelf[place] = state.bag.back();
    state.bag.pop_back();
  }
}

std::vector<Event> must(State& state, Seat seat, const std::string& text) {
  auto events = Rules::play(state, seat, *Rules::read(text));
  EXPECT_TRUE(events) << text << ": " << (events ? "" : events.error().detail);
  return events ? *events : std::vector<Event>{};
}

std::vector<Event> turn(State& state, const std::string& take, const std::string& order,
                        const std::string& column) {
  const Seat seat = state.open.turn;
  must(state, seat, take);
  must(state, seat, order);
  return must(state, seat, column);
}

template <class Kind>
const Kind* find(const std::vector<Event>& events) {
  for (const Event& event : events) {
    if (const auto* found = std::get_if<Kind>(&event)) return found;
  }
  return nullptr;
}

void refused(const State& before, Seat seat, const std::string& text, Refusal refusal) {
  State state = before;
  const auto events = Rules::play(state, seat, *Rules::read(text));
  ASSERT_FALSE(events) << text;
  EXPECT_EQ(refusal_of(events.error()), refusal) << text << ": " << events.error().detail;
  EXPECT_EQ(check(before.open, seat, *Rules::read(text)), refusal);
  EXPECT_TRUE(state == before) << "a refused move changes nothing";
}

TEST(ShelfieRules, TheBoardDependsOnTheNumberOfPlayers) {
  for (const auto& [seats, cells] : {std::pair{2, 29}, {3, 37}, {4, 45}}) {
    const State state = started(seats);
    EXPECT_EQ(kBoardCells - std::ranges::count(state.open.board, kNoTile), cells);
    EXPECT_EQ(std::ssize(state.bag), kTiles - cells);
    std::set<TileId> all(state.bag.begin(), state.bag.end());
    for (int cell = 0; cell < kBoardCells; ++cell) {
      EXPECT_EQ(state.open.board[cell] != kNoTile, in_use(state.open, cell));
      if (state.open.board[cell] != kNoTile) all.insert(state.open.board[cell]);
    }
    EXPECT_EQ(all.size(), kTiles);
    EXPECT_EQ(*all.begin(), 0);
    EXPECT_EQ(*all.rbegin(), kTiles - 1);
  }
}

TEST(ShelfieRules, GoalsAndCardsDifferAndTheSeedDecides) {
  std::set<std::uint8_t> first, goals, cards;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const State state = started(4, seed);
    EXPECT_TRUE(state == started(4, seed));
    EXPECT_NE(state.open.goals[0], state.open.goals[1]);
    EXPECT_EQ(std::set(state.cards.begin(), state.cards.end()).size(), 4);
    first.insert(state.open.first.value);
    goals.insert(state.open.goals.begin(), state.open.goals.end());
    cards.insert(state.cards.begin(), state.cards.end());
  }
  EXPECT_EQ(first.size(), 4);
  EXPECT_EQ(goals.size(), kGoals);
  EXPECT_EQ(cards.size(), kPersonalCards);
}

TEST(ShelfieRules, NumbersOfPlayersOutsideTheRulesFileAreRefused) {
  for (const int seats : {-1, 0, 1, 5, 1000}) {
    const auto state = Rules::start(kit(), {}, seats, 1);
    ASSERT_FALSE(state);
    EXPECT_EQ(state.error().code, Code::bad_seats);
  }
  RulesFile threes = *standard_rules();
  threes.players = {3, 3};
  const Kit narrow{std::make_shared<const RulesFile>(threes)};
  EXPECT_FALSE(Rules::start(narrow, {}, 2, 1));
  EXPECT_TRUE(Rules::start(narrow, {}, 3, 1));
}

TEST(ShelfieRules, TilesFallIntoTheColumnInTheChosenOrder) {
  State state = prepared(2, {{4, 3}, {4, 4}, {4, 5}, {5, 5}, {5, 6}});
  const TileId a = state.open.board[index_of({4, 3})];
  const TileId b = state.open.board[index_of({4, 4})];
  const TileId c = state.open.board[index_of({4, 5})];
  must(state, Seat{0}, "take:4,3;4,4;4,5");
  EXPECT_EQ(state.open.phase, Phase::order);
  EXPECT_EQ(state.open.board[index_of({4, 4})], kNoTile);
  must(state, Seat{0}, "order:2,0,1");
  EXPECT_EQ(state.open.phase, Phase::column);
  const auto events = must(state, Seat{0}, "column:3");
  const Shelf& shelf = state.open.players[0].shelf;
  EXPECT_EQ(shelf[5 * 5 + 3], c);
  EXPECT_EQ(shelf[4 * 5 + 3], a);
  EXPECT_EQ(shelf[3 * 5 + 3], b);
  EXPECT_EQ(shelf[2 * 5 + 3], kNoTile);
  EXPECT_EQ(Rules::to_move(state), Seat{1});
  EXPECT_EQ(state.open.phase, Phase::select);
  EXPECT_EQ(events,
            (std::vector<Event>{Placed{Seat{0}, 3, {3, {c, a, b}, {41, 39, 40}}}, TurnEnded{Seat{0}, {}}}));
}

TEST(ShelfieRules, SelectionsAreRefusedInTheRuledOrder) {
  // A block of 3x3: the tile in the middle has no free side.
  const State state =
      prepared(2, {{3, 3}, {3, 4}, {3, 5}, {4, 3}, {4, 4}, {4, 5}, {5, 3}, {5, 4}, {5, 5}, {3, 6}, {5, 6}});
  refused(state, Seat{1}, "order:9", Refusal::illegal_turn);
  refused(state, Seat{0}, "order:0", Refusal::illegal_phase);
  refused(state, Seat{0}, "column:0", Refusal::illegal_phase);
  refused(state, Seat{0}, "take:", Refusal::invalid_input);
  refused(state, Seat{0}, "take:3", Refusal::invalid_input);
  refused(state, Seat{0}, "take:9,9;9,9;9,9;9,9;9", Refusal::invalid_input);
  refused(state, Seat{0}, "take:9,9;9,9;9,9;9,9", Refusal::too_many_tiles);
  refused(state, Seat{0}, "take:4,4;9,9", Refusal::not_enough_free_edges);
  refused(state, Seat{0}, "take:9,9;4,4", Refusal::invalid_coordinates);
  for (const char* off : {"take:-1,3", "take:3,-1", "take:9,3", "take:3,9", "take:2147483647,3",
                          "take:-2147483648,-2147483648", "take:0,0", "take:1,3"}) {
    refused(state, Seat{0}, off, Refusal::invalid_coordinates);
  }
  refused(state, Seat{0}, "take:4,4", Refusal::not_enough_free_edges);
  refused(state, Seat{0}, "take:3,3;4,3;3,3", Refusal::not_same_row_or_column);
  refused(state, Seat{0}, "take:3,3;3,3", Refusal::not_same_row_or_column);
  refused(state, Seat{0}, "take:3,3;3,5", Refusal::not_same_row_or_column);
  refused(state, Seat{0}, "take:3,3;3,5;3,4", Refusal::not_same_row_or_column);
  refused(state, Seat{0}, "take:3,3;3,4;4,5", Refusal::not_same_row_or_column);
  refused(state, Seat{0}, "take:3,4;4,3", Refusal::not_same_row_or_column);
  refused(state, Seat{0}, "take:3,4;3,5;4,5", Refusal::not_same_row_or_column);
  State good = state;
  must(good, Seat{0}, "take:3,5;3,4;3,3");
}

TEST(ShelfieRules, OrderAndColumnAreRefusedInTheRuledOrder) {
  State state = prepared(2, {{3, 3}, {3, 4}, {3, 5}, {5, 5}, {5, 4}});
  fill_but(state, Seat{0}, 3);
  state.open.players[0].shelf[0] = state.open.players[0].shelf[1] = kNoTile;
  must(state, Seat{0}, "take:3,3;3,4");
  refused(state, Seat{1}, "order:0,1", Refusal::illegal_turn);
  refused(state, Seat{0}, "take:3,5", Refusal::illegal_phase);
  refused(state, Seat{0}, "column:4", Refusal::illegal_phase);
  refused(state, Seat{0}, "order:", Refusal::invalid_input);
  refused(state, Seat{0}, "order:5", Refusal::invalid_input);
  refused(state, Seat{0}, "order:0,1,2", Refusal::invalid_input);
  refused(state, Seat{0}, "order:0,0,7", Refusal::invalid_input);
  refused(state, Seat{0}, "order:0,2", Refusal::invalid_order_tile_number);
  refused(state, Seat{0}, "order:-1,-1", Refusal::invalid_order_tile_number);
  refused(state, Seat{0}, "order:1,1", Refusal::invalid_order_tile_repetition);
  must(state, Seat{0}, "order:1,0");
  refused(state, Seat{0}, "order:1,0", Refusal::illegal_phase);
  for (const char* column : {"column:", "column:5", "column:-1", "column:4,4"}) {
    refused(state, Seat{0}, column, Refusal::invalid_column);
  }
  refused(state, Seat{0}, "column:0", Refusal::not_enough_free_cells_column);
  refused(state, Seat{0}, "column:2", Refusal::not_enough_free_cells_column);
  must(state, Seat{0}, "column:4");
}

TEST(ShelfieRules, NoMoreTilesThanFitIntoOneColumn) {
  State state = prepared(2, {{3, 3}, {3, 4}, {3, 5}, {5, 5}, {5, 4}});
  fill_but(state, Seat{0}, 2);
  EXPECT_EQ(most_tiles(state.open, Seat{0}), 2);
  refused(state, Seat{0}, "take:3,3;3,4;3,5", Refusal::too_many_tiles);
  must(state, Seat{0}, "take:3,3;3,4");
  state = prepared(2, {{3, 3}, {3, 4}, {3, 5}});
  RulesFile narrow = *standard_rules();
  narrow.max_selectable_tiles = 1;
  state.open.rules = &narrow;
  refused(state, Seat{0}, "take:3,3;3,4", Refusal::too_many_tiles);
}

TEST(ShelfieRules, EveryRefusalHasItsOwnSentence) {
  std::set<std::string_view> sentences;
  for (int i = 0; i <= static_cast<int>(kLastRefusal); ++i) {
    const auto refusal = static_cast<Refusal>(i);
    EXPECT_FALSE(sentence(refusal).empty());
    EXPECT_TRUE(sentences.insert(sentence(refusal)).second);
    EXPECT_EQ(refusal_of({Code::illegal_move, std::string(sentence(refusal))}), refusal);
  }
  EXPECT_EQ(refusal_of({Code::illegal_move, "something else"}), std::nullopt);
}

TEST(ShelfieRules, FreeSidesCountTheEdgeOfTheBoardAndEmptyCells) {
  const State state = prepared(4, {{4, 0}, {4, 1}, {4, 2}, {3, 1}, {5, 1}});
  EXPECT_EQ(free_edges(state.open, index_of({4, 0})), 3);
  EXPECT_EQ(free_edges(state.open, index_of({4, 1})), 0);
  EXPECT_EQ(free_edges(state.open, index_of({3, 1})), 3);
  EXPECT_EQ(free_edges(state.open, index_of({0, 0})), 0) << "where there is no tile";
}

TEST(ShelfieRules, TheBoardIsRefilledWhenNoTileHasANeighbour) {
  State state = prepared(2, {{3, 3}, {3, 4}, {5, 5}});
  const TileId alone = state.open.board[index_of({5, 5})];
  const auto events = turn(state, "take:3,3", "order:0", "column:0");
  EXPECT_TRUE(find<Refilled>(events));
  EXPECT_EQ(kBoardCells - std::ranges::count(state.open.board, kNoTile), 29);
  EXPECT_EQ(std::ssize(state.bag), kTiles - 29 - 1);
  EXPECT_TRUE(std::ranges::count(state.open.board, alone) + std::ranges::count(state.bag, alone) == 1);
}

TEST(ShelfieRules, TheBoardIsNotRefilledWhileTwoTilesTouch) {
  State state = prepared(2, {{3, 3}, {5, 5}, {5, 4}});
  EXPECT_FALSE(find<Refilled>(turn(state, "take:3,3", "order:0", "column:0")));
  EXPECT_TRUE(find<Refilled>(turn(state, "take:5,5;5,4", "order:0,1", "column:0"))) << "an empty board too";
}

TEST(ShelfieRules, AShortBagFillsAsManyCellsAsThereAreTiles) {
  std::set<int> places;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    State state = prepared(2, {{3, 3}, {5, 5}});
    state.rng = Rng(seed);
    state.bag.resize(4);
    turn(state, "take:3,3", "order:0", "column:0");
    EXPECT_TRUE(state.bag.empty());
    EXPECT_EQ(kBoardCells - std::ranges::count(state.open.board, kNoTile), 5)
        << "the left-over tile and the four";
    for (int cell = 0; cell < kBoardCells; ++cell) {
      if (state.open.board[cell] == kNoTile) continue;
      EXPECT_TRUE(in_use(state.open, cell));
      places.insert(cell);
    }
  }
  EXPECT_GT(places.size(), 20) << "the cells are chosen by chance";
}

TEST(ShelfieRules, TokensGoTopFirstOnceAPlayerAndBothAtOnce) {
  State state = prepared(3, {{3, 3}, {3, 4}, {3, 5}, {5, 5}, {5, 4}, {6, 4}, {6, 5}, {4, 4}});
  state.open.goals = {8, 8};  // eight of a type, twice: both can be had in one turn
  for (int seat = 0; seat < 3; ++seat) {
    for (int i = 0; i < 8; ++i)
      state.open.players[seat].shelf[(5 - i / 4) * 5 + i % 4] = static_cast<TileId>(seat * kTilesPerType + i);
  }
  EXPECT_EQ(top_token(state.open, 0), 8);
  auto events = turn(state, "take:3,3", "order:0", "column:4");
  EXPECT_EQ(find<TurnEnded>(events)->tokens, (std::array<std::uint8_t, 2>{8, 8}));
  EXPECT_EQ(top_token(state.open, 0), 6);
  events = turn(state, "take:3,4", "order:0", "column:4");
  EXPECT_EQ(find<TurnEnded>(events)->tokens, (std::array<std::uint8_t, 2>{6, 6}));
  events = turn(state, "take:3,5", "order:0", "column:4");
  EXPECT_EQ(find<TurnEnded>(events)->tokens, (std::array<std::uint8_t, 2>{4, 4}));
  EXPECT_EQ(top_token(state.open, 1), 0);
  events = turn(state, "take:5,5", "order:0", "column:4");
  EXPECT_EQ(find<TurnEnded>(events)->tokens, (std::array<std::uint8_t, 2>{0, 0})) << "not a second time";
  EXPECT_EQ(state.open.players[0].tokens, (std::array<std::uint8_t, 2>{8, 8}));
}

TEST(ShelfieRules, TheRoundIsFinishedAfterTheFirstFullShelf) {
  State state = prepared(3, {{3, 3}, {3, 4}, {3, 5}, {5, 5}, {5, 4}});
  state.open.first = Seat{1};  // turns: 1, 2, 0
  state.open.turn = Seat{2};
  fill_but(state, Seat{2}, 1);
  auto events = turn(state, "take:3,3", "order:0", "column:4");
  EXPECT_EQ(find<FilledShelf>(events)->seat, Seat{2});
  EXPECT_EQ(state.open.full, Seat{2});
  EXPECT_EQ(Rules::to_move(state), Seat{0}) << "the last in turn order still plays";
  fill_but(state, Seat{0}, 1);
  events = turn(state, "take:3,4", "order:0", "column:4");
  EXPECT_FALSE(find<FilledShelf>(events)) << "only the first full shelf counts";
  EXPECT_TRUE(find<Ended>(events));
  EXPECT_FALSE(find<Refilled>(events)) << "no refill when the game ends";
  EXPECT_EQ(Rules::to_move(state), std::nullopt);
  const auto outcome = Rules::outcome(state);
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->reason, "finished");
  const View view = Rules::view(state, std::nullopt);
  EXPECT_EQ(points(view, Seat{2}).full, 1);
  EXPECT_EQ(points(view, Seat{0}).full, 0);
  for (std::uint8_t seat = 0; seat < 3; ++seat) {
    const Layout layout = layout_of(state.open.players[seat].shelf);
    EXPECT_EQ(outcome->scores[seat], group_points(*kit().rules, layout) +
                                         personal_points(*kit().rules, state.cards[seat], layout) +
                                         (seat == 2 ? 1 : 0));
  }
  refused(state, Seat{0}, "take:3,5", Refusal::game_over);
}

TEST(ShelfieRules, TheGameEndsAtOnceWhenTheLastInTurnOrderFillsTheShelf) {
  State state = prepared(2, {{3, 3}, {3, 4}, {3, 5}});
  state.open.turn = Seat{1};
  fill_but(state, Seat{1}, 1);
  turn(state, "take:3,3", "order:0", "column:4");
  EXPECT_TRUE(Rules::outcome(state));
}

TEST(ShelfieRules, TiesGoToTheLaterInTurnOrder) {
  for (std::uint8_t first = 0; first < 4; ++first) {
    State state = prepared(4, {});
    state.open.first = Seat{first};
    state.open.ending = Ending::finished;
    const auto outcome = Rules::outcome(state);
    EXPECT_EQ(outcome->scores, (std::vector{0, 0, 0, 0}));
    EXPECT_EQ(outcome->winners, (std::vector{Seat{static_cast<std::uint8_t>((first + 3) % 4)}}));
    state.open.players[first].tokens[0] = 2;
    state.open.players[(first + 2) % 4].tokens[1] = 2;
    EXPECT_EQ(Rules::outcome(state)->winners,
              (std::vector{Seat{static_cast<std::uint8_t>((first + 2) % 4)}}));
  }
}

TEST(ShelfieRules, AStateIsSmall) {
  const State state = started(4);
  EXPECT_LE(sizeof(State) + state.bag.capacity() * sizeof(TileId), 2048);
}

}  // namespace
}  // namespace games::shelfie
