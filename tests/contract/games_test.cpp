// The same tests for every game of the list: what games/game.hpp promises.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "games/all.hpp"
#include "games/face.hpp"
#include "games/scrabble/testing.hpp"

namespace {

using base::Rng;
using base::Seat;

/// What a game needs: a few words are enough for Scrabble.
template <class G>
typename G::Kit kit() {
  typename G::Kit made;
  if constexpr (std::is_same_v<G, games::scrabble::Rules>) {
    static const auto lexicon = games::scrabble::testing::lexicon_of(
        "AA AB AD AE AT BE DO EL EN ER ES HE IN IT ON OR RE SO TO WE ATE EAT TEA TEN NET ONE RAT TAR ART DOG "
        "GOD "
        "RATE TEAR STAR NOTES STONE ONSET SENATOR TREASON");
    made.lexicon = lexicon;
  }
  return made;
}

/// The fewest and the most players that the default options take.
template <class G>
std::pair<int, int> seats_of() {
  std::pair<int, int> range{G::max_seats, G::min_seats};
  for (int seats = G::min_seats; seats <= G::max_seats; ++seats) {
    if (!G::start(kit<G>(), typename G::Options{}, seats, 1)) continue;
    range = {std::min(range.first, seats), std::max(range.second, seats)};
  }
  return range;
}

template <class G>
class EveryGame : public testing::Test {
 protected:
  const int fewest = seats_of<G>().first;
  const int most = seats_of<G>().second;

  static typename G::State start(int seats, const base::Seed& seed) {
    auto state = G::start(kit<G>(), typename G::Options{}, seats, seed);
    EXPECT_TRUE(state) << state.error().detail;
    return *std::move(state);
  }

  /// Plays at random; calls `look(state, seat, moves)` before every move. Returns the moves that were made.
  template <class Look>
  static std::vector<std::pair<Seat, typename G::Move>> play_out(typename G::State& state, Rng& rng,
                                                                 Look look) {
    std::vector<std::pair<Seat, typename G::Move>> made;
    while (const auto seat = G::to_move(state)) {
      const auto moves = G::moves(G::view(state, *seat));
      EXPECT_FALSE(moves.empty()) << "somebody is to move but cannot";
      if (moves.empty() || made.size() > 5'000) break;
      look(state, *seat, moves);
      const auto& move = moves[rng.below(moves.size())];
      const auto events = G::play(state, *seat, move);
      EXPECT_TRUE(events) << G::write(move) << ": " << events.error().detail;
      EXPECT_FALSE(events->empty()) << "a move that nobody hears of";
      made.emplace_back(*seat, move);
    }
    return made;
  }
};

template <class>
struct TypesOf;
template <class... G>
struct TypesOf<games::List<G...>> {
  using Types = testing::Types<G...>;
};
TYPED_TEST_SUITE(EveryGame, TypesOf<games::All>::Types);

TYPED_TEST(EveryGame, RandomPlayEnds) {
  using G = TypeParam;
  for (int seats = this->fewest; seats <= this->most; ++seats) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      Rng rng(seed);
      auto state = this->start(seats, seed);
      EXPECT_FALSE(G::outcome(state));
      this->play_out(state, rng, [](const auto&, Seat, const auto&) {});
      const auto outcome = G::outcome(state);
      ASSERT_TRUE(outcome);
      EXPECT_NE(std::ranges::find(G::reasons, outcome->reason), G::reasons.end()) << outcome->reason;
      for (const auto winner : outcome->winners) EXPECT_LT(winner.value, seats);
      EXPECT_TRUE(outcome->scores.empty() || static_cast<int>(outcome->scores.size()) == seats);
    }
  }
}

TYPED_TEST(EveryGame, AViewSaysWhoseTurnItIsAndHowItEnded) {
  using G = TypeParam;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    Rng rng(seed);
    auto state = this->start(this->most, seed);
    const auto compare = [&] {
      for (int seat = -1; seat < this->most; ++seat) {
        const auto viewer = seat < 0 ? games::Viewer{} : games::Viewer{Seat{static_cast<std::uint8_t>(seat)}};
        const auto view = G::view(state, viewer);
        ASSERT_EQ(G::to_move(view), G::to_move(state));
        ASSERT_EQ(G::outcome(view), G::outcome(state));
      }
    };
    this->play_out(state, rng, [&](const auto&, Seat, const auto&) { compare(); });
    compare();
    ASSERT_FALSE(G::to_move(state));
  }
}

TYPED_TEST(EveryGame, KindsAreRead) {
  using G = TypeParam;
  ASSERT_FALSE(std::empty(G::kinds));
  for (const auto& kind : G::kinds) {
    EXPECT_TRUE(G::read_options(kind.options)) << kind.options;
    EXPECT_FALSE(kind.label.empty());
  }
}

TYPED_TEST(EveryGame, AKeyIsASeedAsANumberIs) {
  using G = TypeParam;
  const base::Seed key(base::Key{1, 2, 3});
  auto state = this->start(this->most, key);
  EXPECT_EQ(state == this->start(this->most, base::Seed(base::Key{1, 2, 4})), !games::HasChance<G>);
  Rng rng(3);
  const auto made = this->play_out(state, rng, [](const auto&, Seat, const auto&) {});
  ASSERT_TRUE(G::outcome(state));
  auto again = this->start(this->most, key);
  for (const auto& [seat, move] : made) ASSERT_TRUE(G::play(again, seat, move));
  EXPECT_EQ(again, state);
}

TYPED_TEST(EveryGame, NotationIsReadAsItIsWritten) {
  using G = TypeParam;
  Rng rng(7);
  auto state = this->start(this->most, 7);
  this->play_out(state, rng, [](const auto&, Seat, const auto& moves) {
    for (const auto& move : moves) {
      const auto text = G::write(move);
      EXPECT_EQ(text.find_first_of(" \t\r\n"), std::string::npos) << text;
      EXPECT_FALSE(text.starts_with('!')) << text;
      const auto read = G::read(text);
      ASSERT_TRUE(read) << text;
      EXPECT_EQ(*read, move) << text;
    }
  });
  for (const auto* nonsense : {"", " ", "!leave", "\n", "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz", "-", "0"}) {
    if (const auto read = G::read(nonsense)) EXPECT_EQ(G::write(*read), nonsense);
  }
}

/// Every listed move is accepted; a move listed in another position but not here is refused, and nothing
/// changes.
TYPED_TEST(EveryGame, MovesAreThoseThatPlayAccepts) {
  using G = TypeParam;
  Rng rng(11);
  std::vector<typename G::Move> seen;
  auto state = this->start(this->fewest, 11);
  int looks = 0;
  this->play_out(state, rng, [&](const auto& now, Seat seat, const auto& moves) {
    if (++looks > 150) return;
    for (const auto& move : moves) {
      auto copy = now;
      EXPECT_TRUE(G::play(copy, seat, move)) << G::write(move);
    }
    for (const auto& move : seen) {
      if (std::ranges::find(moves, move) != moves.end()) continue;
      auto copy = now;
      const auto played = G::play(copy, seat, move);
      if (played) {
        // The same move in other words is no other move.
        bool listed = false;
        for (const auto& other : moves) {
          auto twin = now;
          listed = listed || (G::play(twin, seat, other) && twin == copy);
        }
        EXPECT_TRUE(listed) << G::write(move);
      } else {
        EXPECT_TRUE(copy == now) << G::write(move);
      }
    }
    for (std::size_t at = 0; at < moves.size() && seen.size() < 400; at += 7) seen.push_back(moves[at]);
  });
}

TYPED_TEST(EveryGame, OnlyTheSeatToMoveMayMove) {
  using G = TypeParam;
  Rng rng(13);
  auto state = this->start(this->most, 13);
  this->play_out(state, rng, [this](const auto& now, Seat seat, const auto& moves) {
    for (std::uint8_t other = 0; other < this->most; ++other) {
      if (other == seat.value) continue;
      auto copy = now;
      const auto played = G::play(copy, {other}, moves.front());
      ASSERT_FALSE(played);
      EXPECT_EQ(played.error().code, base::Code::not_your_turn);
      EXPECT_TRUE(copy == now);
      EXPECT_TRUE(G::moves(G::view(now, Seat{other})).empty());
    }
    EXPECT_TRUE(G::moves(G::view(now, std::nullopt)).empty());
  });
  auto over = state;
  if (const auto move =
          G::moves(G::view(this->start(this->most, 13), *G::to_move(this->start(this->most, 13))));
      !move.empty()) {
    const auto played = G::play(over, Seat{0}, move.front());
    ASSERT_FALSE(played);
    EXPECT_EQ(played.error().code, base::Code::game_over);
    EXPECT_TRUE(over == state);
  }
}

TYPED_TEST(EveryGame, SeedAndMovesReplayTheGame) {
  using G = TypeParam;
  Rng rng(17);
  auto live = this->start(this->fewest, 17);
  const auto made = this->play_out(live, rng, [](const auto&, Seat, const auto&) {});
  auto again = this->start(this->fewest, 17);
  for (const auto& [seat, move] : made) ASSERT_TRUE(G::play(again, seat, *G::read(G::write(move))));
  EXPECT_TRUE(again == live);
}

/// What a seat may not know does not reach it: a state imagined from its view gives it the same view.
TYPED_TEST(EveryGame, SecretsStaySecret) {
  using G = TypeParam;
  Rng rng(19);
  auto state = this->start(this->most, 19);
  this->play_out(state, rng, [&](const auto& now, Seat seat, const auto& moves) {
    std::vector<games::Viewer> viewers{std::nullopt};
    for (std::uint8_t at = 0; at < this->most; ++at) viewers.push_back(Seat{at});
    for (const auto viewer : viewers) {
      const auto view = G::view(now, viewer);
      auto imagined = G::imagine(view, rng);
      EXPECT_TRUE(G::view(imagined, viewer) == view);
      if (viewer != seat) continue;
      // The mover's own moves are the same in both worlds.
      EXPECT_TRUE(G::moves(G::view(imagined, viewer)) == moves);
    }
  });
}

/// How a viewer hears of a move.
template <class G>
std::vector<typename G::Event> heard_by(games::Viewer viewer, const std::vector<typename G::Event>& events) {
  std::vector<typename G::Event> heard;
  for (const auto& event : events) heard.push_back(G::redact(event, viewer));
  return heard;
}

/// A move in an imagined world after which this viewer sees the same as after the true one: the same move if
/// it can be made there, or one of as many tiles that differs in what is hidden. Nothing if none was found.
template <class G>
std::optional<std::vector<typename G::Event>> same_for(games::Viewer viewer, const typename G::State& world,
                                                       Seat seat, const typename G::Move& move,
                                                       const typename G::View& after) {
  auto moves = G::moves(G::view(world, seat));
  std::erase_if(moves, [&](const auto& other) { return G::write(other).size() != G::write(move).size(); });
  if (moves.size() > 60) moves.resize(60);
  moves.insert(moves.begin(), move);
  for (const auto& other : moves) {
    auto copy = world;
    const auto events = G::play(copy, seat, other);
    if (events && G::view(copy, viewer) == after) return *events;
  }
  return std::nullopt;
}

/// Two worlds that look the same to a viewer, before a move and after it, give that viewer the same events.
TYPED_TEST(EveryGame, EventsTellNoSecrets) {
  using G = TypeParam;
  int compared = 0;
  for (std::uint64_t seed = 29; seed < 35; ++seed) {
    Rng rng(seed);
    auto state = this->start(this->fewest, seed);
    this->play_out(state, rng, [&](const auto& now, Seat seat, const auto& moves) {
      const auto& move = moves[rng.below(moves.size())];
      auto next = now;
      const auto events = G::play(next, seat, move);
      if (!events || G::outcome(next)) return;
      std::vector<games::Viewer> viewers{std::nullopt};
      for (std::uint8_t at = 0; at < this->fewest; ++at) viewers.push_back(Seat{at});
      for (const auto viewer : viewers) {
        const auto after = G::view(next, viewer);
        for (int tries = 0; tries < 6; ++tries) {
          const auto world = G::imagine(G::view(now, viewer), rng);
          const auto others = same_for<G>(viewer, world, seat, move, after);
          if (!others || *others == *events) continue;
          ++compared;
          EXPECT_TRUE(heard_by<G>(viewer, *others) == heard_by<G>(viewer, *events)) << G::write(move);
        }
      }
    });
  }
  if (std::is_same_v<G, games::scrabble::Rules>) EXPECT_GT(compared, 20) << "nothing was hidden";
}

/// A game as it is told to one viewer: described, and act by act in lines.
template <class G>
class Telling {
 public:
  Telling(games::Viewer viewer, int seats) : viewer_(viewer), seats_(seats), story_(make_story()) {}

  /// What an act did, redacted for the viewer.
  void note(Seat who, const std::vector<typename G::Event>& events) {
    games::LogLine said;
    for (const auto& event : events) {
      auto line = tell(G::redact(event, viewer_));
      if (!line.label.empty()) static_cast<games::Line&>(said) = std::move(line);
    }
    EXPECT_FALSE(said.label.empty()) << "an act of which there is nothing to say";
    EXPECT_TRUE(G::read_event(said)) << said.label;
    said.who = who;
    log_.push_back(std::move(said));
  }

  bool ends_with_move() const { return log_.back().is_move; }

  /// What is read back shows the same and offers the same.
  void compare(const typename G::State& state) const {
    const auto kit_used = kit<G>();
    const auto view = G::view(state, viewer_);
    const auto described = G::describe(view);
    ASSERT_TRUE(described.is_object());
    const games::Description told{.state = described,
                                  .options = "",
                                  .seats = seats_,
                                  .viewer = viewer_,
                                  .to_move = G::to_move(view),
                                  .outcome = G::outcome(view),
                                  .log = log_};
    const auto read = read_view(kit_used, told);
    ASSERT_TRUE(read) << read.error().detail;
    EXPECT_EQ(G::describe(*read), described);
    EXPECT_EQ(G::moves(*read), G::moves(view));
    EXPECT_EQ(G::to_move(*read), G::to_move(view));
    EXPECT_EQ(G::outcome(*read), G::outcome(view));
  }

 private:
  static auto make_story() {
    if constexpr (games::TellsStories<G>) {
      return typename G::Story(typename G::Options{});
    } else {
      return 0;
    }
  }
  games::Line tell(const typename G::Event& event) {
    if constexpr (games::TellsStories<G>) {
      return story_.note(event);
    } else {
      return G::line(event);
    }
  }
  static games::Result<typename G::View> read_view(const typename G::Kit& kit,
                                                   const games::Description& told) {
    if constexpr (games::ReadsViews<G>) {
      return G::read_view(kit, told);
    } else {
      return games::replay_view<G>(kit, told);
    }
  }

  games::Viewer viewer_;
  int seats_;
  decltype(make_story()) story_;
  std::vector<games::LogLine> log_;
};

TYPED_TEST(EveryGame, IsReadBackAsItWasDescribed) {
  using G = TypeParam;
  for (std::uint64_t seed = 41; seed < 44; ++seed) {
    Rng rng(seed);
    auto state = this->start(this->fewest, seed);
    std::vector<Telling<G>> all{{std::nullopt, this->fewest}};
    for (std::uint8_t at = 0; at < this->fewest; ++at) all.emplace_back(Seat{at}, this->fewest);
    for (int acts = 0; acts < 400; ++acts) {
      for (const auto& one : all) one.compare(state);
      if (testing::Test::HasFailure()) return;
      const auto seat = G::to_move(state);
      if (!seat) break;
      const auto moves = G::moves(G::view(state, *seat));
      const auto events = G::play(state, *seat, moves[rng.below(moves.size())]).value();
      for (auto& one : all) {
        one.note(*seat, events);
        EXPECT_TRUE(one.ends_with_move());
      }
    }
  }
}

TYPED_TEST(EveryGame, LeavingIsToldAndReadBack) {
  using G = TypeParam;
  auto state = this->start(this->most, 47);
  Telling<G> telling(Seat{0}, this->most);
  const Seat leaver{static_cast<std::uint8_t>(this->most - 1)};
  telling.note(leaver, G::leave(state, leaver));
  EXPECT_FALSE(telling.ends_with_move());
  telling.compare(state);
}

TYPED_TEST(EveryGame, ThereIsNothingToDoWhileAMoveIsAsked) {
  using G = TypeParam;
  Rng rng(53);
  auto state = this->start(this->most, 53);
  this->play_out(state, rng, [](const auto& now, Seat seat, const auto& moves) {
    const auto view = games::while_asked<G>(G::view(now, seat), seat, moves.front());
    EXPECT_TRUE(G::moves(view).empty());
  });
}

TYPED_TEST(EveryGame, LeavingEndsOrGoesOnButNeverHangs) {
  using G = TypeParam;
  for (std::uint8_t leaver = 0; leaver < this->most; ++leaver) {
    Rng rng(23);
    auto state = this->start(this->most, 23);
    EXPECT_FALSE(G::leave(state, {leaver}).empty());
    this->play_out(state, rng, [](const auto&, Seat, const auto&) {});
    EXPECT_TRUE(G::outcome(state));
    const auto ended = state;
    EXPECT_TRUE(G::leave(state, {leaver}).empty()) << "after the end nobody leaves";
    EXPECT_TRUE(state == ended);
  }
}

TYPED_TEST(EveryGame, OptionsAreTidy) {
  using G = TypeParam;
  const auto plain = G::read_options("");
  ASSERT_TRUE(plain);
  EXPECT_TRUE(*plain == typename G::Options{});
  const auto text = G::write_options(*plain);
  const auto again = G::read_options(text);
  ASSERT_TRUE(again) << text;
  EXPECT_TRUE(*again == *plain);
  for (const auto* nonsense : {"nonsense", "nonsense=1", "=", "a=b=c"}) {
    const auto read = G::read_options(nonsense);
    ASSERT_FALSE(read) << nonsense;
    EXPECT_EQ(read.error().code, base::Code::bad_options);
  }
}

TYPED_TEST(EveryGame, TakesOnlySoManyPlayers) {
  using G = TypeParam;
  for (const int seats : {-1, 0, G::min_seats - 1, G::max_seats + 1, 1000}) {
    const auto state = G::start(typename G::Kit{}, typename G::Options{}, seats, 1);
    ASSERT_FALSE(state) << seats;
    EXPECT_EQ(state.error().code, base::Code::bad_seats);
  }
}

TYPED_TEST(EveryGame, HasPositionsOnFile) {
  const auto folder = std::filesystem::path(PARLOR_SOURCE_DIR) / "src/games" / TypeParam::name / "positions";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no positions have been written down yet";
  EXPECT_FALSE(std::filesystem::is_empty(folder));
}

}  // namespace
