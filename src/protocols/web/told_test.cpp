// What a client reads out of STATE is what the server wrote into it, in every game from its beginning to its
// end.
#include "protocols/web/told.hpp"

#include <gtest/gtest.h>

#include "base/json.hpp"
#include "games/all.hpp"
#include "harness/virtual_server.hpp"
#include "protocols/web/reading.hpp"
#include "protocols/web/scribe.hpp"
#include "protocols/web/state.hpp"

namespace protocols::web {
namespace {

/// As it is after it was written and read.
base::Value sent(const base::Value& value) { return base::read_json(base::write_json(value)).value(); }

/// A game that is played at random, as the server tells it to one viewer.
class Play {
 public:
  Play(std::string_view game, int seats, games::Viewer viewer, std::uint64_t seed)
      : viewer_(viewer),
        seats_(seats),
        rng_(seed),
        options_(games::complete_options(harness::kits(), game, "").value()),
        state_(games::start(harness::kits(), game, options_, seats, seed).value()),
        scribe_(game, options_) {}

  games::AnyView view() const { return games::view(state_, viewer_); }
  bool over() const { return games::outcome(state_).has_value(); }

  const base::Members& shown() const { return scribe_.shown(); }
  base::Value lines() const { return sent(scribe_.lines()); }
  base::Value state() const { return describe(view(), scribe_.shown(), games::outcome(state_)); }

  Told told() const {
    return {.game = std::string(games::game_of(state_)),
            .options = options_,
            .viewer = viewer_,
            .seats = seats_,
            .log = read_log(lines()),
            .state = sent(state())};
  }

  /// One act; what the viewer may know of it.
  std::vector<games::AnyEvent> act() {
    const auto seat = *games::to_move(state_);
    const auto moves = games::moves(games::view(state_, seat));
    const auto events = games::play(state_, seat, moves[rng_.below(moves.size())]).value();
    return note(seat, events);
  }

  std::vector<games::AnyEvent> leave(base::Seat seat) { return note(seat, games::leave(state_, seat)); }

 private:
  std::vector<games::AnyEvent> note(base::Seat who, const std::vector<games::AnyEvent>& events) {
    std::vector<games::AnyEvent> seen;
    for (const auto& event : events) {
      seen.push_back(games::redact(event, viewer_));
      scribe_.note({.who = who, .event = seen.back(), .to_move = {}, .last = &event == &events.back()});
    }
    return seen;
  }

  games::Viewer viewer_;
  int seats_;
  base::Rng rng_;
  std::string options_;
  games::AnyState state_;
  Scribe scribe_;
};

class EveryGame : public testing::TestWithParam<std::string_view> {};

/// Chess, Scrabble and Spectrangle say all that a view holds; of My Shelfie's tiles only the kinds are told.
bool says_all(const games::AnyView& view) { return games::game_of(view) != "shelfie"; }

void expect_same(const Play& play) {
  const auto told = play.told();
  const auto read = read_view(told, harness::kits());
  ASSERT_TRUE(read) << read.error().detail;
  const auto outcome = read_outcome(told.state["outcome"]);
  EXPECT_EQ(describe(*read, play.shown(), outcome), play.state());
  EXPECT_EQ(games::moves(*read), games::moves(play.view()));
  if (says_all(*read) && !play.over()) EXPECT_EQ(*read, play.view());
}

TEST_P(EveryGame, IsReadAsItWasWritten) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    for (const games::Viewer viewer :
         {games::Viewer(base::Seat{0}), games::Viewer(base::Seat{1}), games::Viewer()}) {
      Play play(GetParam(), 2, viewer, seed);
      for (int acts = 0; !play.over() && acts < 400; ++acts) {
        expect_same(play);
        if (testing::Test::HasFailure()) return;
        play.act();
      }
      expect_same(play);
    }
  }
}

TEST_P(EveryGame, EventsFollowFromTheLineAndTheViewsAroundIt) {
  Play play(GetParam(), 2, base::Seat{0}, 7);
  for (int acts = 0; !play.over() && acts < 400; ++acts) {
    const auto before = read_view(play.told(), harness::kits()).value();
    const auto events = play.act();
    const auto told = play.told();
    const auto after = read_view(told, harness::kits()).value();
    const auto read = games::read_events(told.log.back(), before, after);
    ASSERT_EQ(read.size(), events.size()) << told.log.back().label;
    for (std::size_t at = 0; at < events.size(); ++at) {
      const bool same_kind = games::All::open(events[at], [&]<class Event>(auto /*at*/, const Event& event) {
        const auto& own = games::get<Event>(read[at]);
        if constexpr (requires { event.index(); }) {
          return own.index() == event.index();
        } else {
          return own == event;
        }
      });
      EXPECT_TRUE(same_kind) << told.log.back().label;
    }
    if (GetParam() == "spectrangle") EXPECT_EQ(read, events);
    const auto alone = games::read_events(GetParam(), told.log.back());
    EXPECT_EQ(alone.size(), 1U) << told.log.back().label;
  }
}

TEST(ScrabbleLog, SaysWhatTilesThatAreLeftCost) {
  Play play("scrabble", 2, base::Seat{0}, 7);
  const auto scores = [&] {
    std::vector<int> read;
    for (const auto& one : play.told().state["scores"].list()) read.push_back(one.number<int>().value());
    return read;
  };
  std::vector<int> before;
  for (int acts = 0; !play.over() && acts < 400; ++acts) {
    if (acts > 0) EXPECT_FALSE(play.lines().list().back().contains("leftovers"));
    before = scores();
    play.act();
  }
  ASSERT_TRUE(play.over());
  const auto lines = play.lines();
  const auto& line = lines.list().back();
  ASSERT_TRUE(line.contains("leftovers"));
  auto expected = before;
  expected[line["who"].number<std::size_t>().value()] += line["points"].number<int>().value();
  for (const auto& one : line["leftovers"].list())
    expected[one.list()[0].number<std::size_t>().value()] += one.list()[1].number<int>().value();
  EXPECT_EQ(scores(), expected);
}

TEST(ScrabbleLabel, SaysWhetherAWordLiesAcrossOrDown) {
  Play play("scrabble", 2, base::Seat{0}, 7);
  int across = 0;
  int down = 0;
  for (int acts = 0; !play.over() && acts < 40; ++acts) {
    play.act();
    const auto line = play.told().log.back();
    const auto dot = line.text.find('.');
    if (dot == std::string::npos) continue;
    EXPECT_EQ(line.label, line.text.substr(0, dot) + " " + line.text.substr(dot + 1));
    ++(line.label.front() <= '9' ? across : down);
  }
  EXPECT_GT(across, 0);
  EXPECT_GT(down, 0);
}

TEST_P(EveryGame, SomebodyLeaves) {
  Play play(GetParam(), 2, base::Seat{1}, 3);
  play.act();
  const auto before = read_view(play.told(), harness::kits()).value();
  play.leave({0});
  expect_same(play);
  const auto told = play.told();
  const auto after = read_view(told, harness::kits()).value();
  EXPECT_TRUE(games::moves(after).empty());
  EXPECT_FALSE(games::read_events(told.log.back(), before, after).empty());
}

TEST_P(EveryGame, ThereIsNothingToDoWhileAMoveIsAsked) {
  Play play(GetParam(), 2, base::Seat{0}, 5);
  while (games::moves(play.view()).empty()) play.act();
  const auto moves = games::moves(play.view());
  EXPECT_TRUE(games::moves(games::while_asked(play.view(), base::Seat{0}, moves.front())).empty());
}

/// One member after the other is taken away or made something else: it is refused or read, and never more.
TEST_P(EveryGame, NonsenseIsRefused) {
  Play play(GetParam(), 2, base::Seat{0}, 9);
  for (int acts = 0; acts < 4; ++acts) play.act();
  const auto told = play.told();
  const std::array<base::Value, 6> kStrange{nullptr,         -1, 300, "x", base::list({"RRR0", "RRR0"}),
                                            base::object({})};
  base::Rng rng(1);
  int refused = 0;
  for (const auto& member : told.state.members()) {
    for (const auto& strange : kStrange) {
      auto broken = told;
      merge(base::object({{member.name, strange}}), broken.state);
      try {
        const auto read = read_view(broken, harness::kits());
        refused += read ? 0 : 1;
        if (read) static_cast<void>(games::moves(games::view(games::imagine(*read, rng), base::Seat{0})));
      } catch (const Nonsense&) {
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, 15);
  for (const int seats : {0, 1, 3, 9}) {
    auto broken = told;
    broken.seats = seats;
    EXPECT_FALSE(read_view(broken, harness::kits())) << seats;
  }
}

INSTANTIATE_TEST_SUITE_P(All, EveryGame, testing::ValuesIn(games::All::names),
                         [](const auto& one) { return std::string(one.param); });

TEST(ToldChess, APositionThatTheLogDoesNotLeadToStands) {
  Play play("chess", 2, base::Seat{0}, 1);
  play.act();
  auto told = play.told();
  told.log.clear();
  const auto read = read_view(told, harness::kits());
  ASSERT_TRUE(read);
  EXPECT_EQ(games::moves(*read), games::moves(play.view()));
}

TEST(ToldChess, AnEndThatIsNoneOfTheRules) {
  Play play("chess", 2, base::Seat{0}, 1);
  auto told = play.told();
  merge(base::object(
            {{"outcome",
              base::object({{"winners", base::list({1})}, {"scores", base::list({})}, {"reason", "time"}})}}),
        told.state);
  const auto read = read_view(told, harness::kits());
  ASSERT_TRUE(read);
  EXPECT_TRUE(games::moves(*read).empty());
  EXPECT_EQ(games::get<games::chess::View>(*read).state.winner, base::Seat{1});
}

}  // namespace
}  // namespace protocols::web
