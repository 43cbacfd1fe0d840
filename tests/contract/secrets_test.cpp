// Two worlds that differ only in what a pair of eyes may not see write the same bytes to it, in every
// protocol.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ranges>

#include "harness/virtual_server.hpp"

namespace {

using namespace std::chrono_literals;
using base::Seat;

constexpr base::TableId kTable{1};
constexpr int kSeats = 3;
constexpr base::PlayerId kEyes{100};

/// Who sees: the player of a seat, or, without one, who watches the table or looks around in the hall.
struct Eyes {
  const protocols::Protocol* protocol;
  std::string game;
  games::Viewer seat;
  enum class Where : std::uint8_t { table, hall } where = Where::table;
};

bool is_browser(const Eyes& eyes) { return eyes.protocol->carrier == protocols::Carrier::websocket; }

std::string name_of(int seat) { return fmt::format("player-{}", seat); }

std::string address_of(const Eyes& eyes, int seat) {
  return fmt::format("{}{}", is_browser(eyes) ? "token:" : "127.0.0.", 1 + seat);
}

/// A hall with one table, at which everybody has taken their seats, and one session for the eyes.
class World {
 public:
  World(const Eyes& eyes, const games::AnyState& state);

  const games::AnyState& state() const { return hall_.tables().find_table(kTable)->state(); }
  void play(Seat seat, const games::AnyMove& move);
  /// All that was written to the eyes since the last call.
  std::string take() { return std::exchange(written_, {}); }

 private:
  void bring_others();
  void open_eyes();
  void ask(base::PlayerId player, const table::Request& request);
  void look_around(const protocols::query::Hall& query);
  void tell();
  void talk();

  const Eyes& eyes_;
  base::Time now_ = base::from_millis(1'700'000'000'000);
  protocols::Switches switches_;
  table::Hall hall_{harness::kits(), {.hold = 60s}};
  table::Effects effects_;
  std::unique_ptr<protocols::Session> session_;
  std::unique_ptr<protocols::Client> client_;
  bool unanswered_ = false;
  std::string written_;
};

World::World(const Eyes& eyes, const games::AnyState& state) : eyes_(eyes) {
  table::Header header{kTable, eyes.game, "", base::Seed(1), games::facts_of(eyes.game)->revision, now_, {}};
  for (int seat = 0; seat < kSeats; ++seat)
    header.chairs.push_back({name_of(seat), std::string(eyes.protocol->name), address_of(eyes, seat)});
  hall_.restore(table::Table::at(std::move(header), state), now_);
  bring_others();
  open_eyes();
}

void World::bring_others() {
  for (int seat = 0; seat < kSeats; ++seat) {
    if (eyes_.seat && eyes_.seat->value == seat) continue;
    const base::PlayerId player{static_cast<std::uint64_t>(1 + seat)};
    hall_.arrive(player, eyes_.protocol->name, address_of(eyes_, seat));
    if (is_browser(eyes_)) {
      ask(player, table::ReturnByToken{});
    } else {
      ask(player, table::Name{name_of(seat)});
    }
  }
}

void World::open_eyes() {
  const auto& protocol = *eyes_.protocol;
  const int seat = eyes_.seat ? eyes_.seat->value : kSeats;
  const auto address = address_of(eyes_, seat);
  hall_.arrive(kEyes, protocol.name, address, protocol.views ? table::Views::yes : table::Views::no,
               protocol.offers ? table::Hears::offers : table::Hears::game_only);
  session_ = protocol.make_session({.kits = harness::kits(), .switches = switches_, .address = address});
  client_ = protocol.make_client(harness::kits());
  const auto say = [this](const table::Request& request) { EXPECT_TRUE(client_->ask(request)); };
  if (is_browser(eyes_)) say(table::ReturnByToken{});
  if (!is_browser(eyes_)) say(table::Name{name_of(seat)});
  if (!eyes_.seat && eyes_.where == Eyes::Where::table) say(table::Watch{kTable});
  if (eyes_.where == Eyes::Where::hall) EXPECT_TRUE(client_->ask_query(protocols::query::Hall{}));
  talk();
}

void World::ask(base::PlayerId player, const table::Request& request) {
  hall_.handle(player, request, now_, effects_);
  tell();
}

void World::tell() {
  for (const auto& [player, notice] : std::exchange(effects_, {}).tell) {
    if (player != kEyes || session_ == nullptr) continue;
    if (std::holds_alternative<table::Accepted>(notice) || std::holds_alternative<table::Refused>(notice))
      unanswered_ = false;
    session_->tell(notice);
  }
}

/// As the server does: the hall is all that the eyes ask it for.
void World::look_around(const protocols::query::Hall& query) {
  auto overview = hall_.look_around(kEyes, now_, effects_);
  auto written = std::make_shared<const std::string>(query.write(*overview));
  session_->tell(table::Accepted{});
  session_->tell_answer(protocols::HallAnswer{std::move(overview), std::move(written)});
  tell();
}

/// Until nobody has anything more to say.
void World::talk() {
  for (bool goes_on = true; goes_on;) {
    session_->receive(client_->take_output());
    goes_on = false;
    while (!unanswered_) {
      const auto request = session_->next();
      const auto query = session_->take_query();
      if (!request && !query) break;
      goes_on = true;
      if (query) look_around(std::get<protocols::query::Hall>(*query));
      if (!request) continue;
      unanswered_ = true;
      ask(kEyes, *request);
    }
    const auto bytes = session_->take_output();
    goes_on = goes_on || !bytes.empty();
    written_ += bytes;
    client_->receive(bytes);
    while (client_->next() || client_->take_answer()) {
    }
  }
}

void World::play(Seat seat, const games::AnyMove& move) {
  now_ += 2s;
  if (eyes_.seat == seat) {
    EXPECT_TRUE(client_->ask(table::Play{move}));
  } else {
    ask({1U + seat.value}, table::Play{move});
  }
  talk();
  hall_.wake(now_, effects_);
  tell();
  session_->tick();
  talk();
}

/// What a move makes of a state; nothing if it cannot be made, or ends the game: then secrets become public.
std::optional<games::AnyState> after(const games::AnyState& state, Seat seat, const games::AnyMove& move) {
  auto next = state;
  if (!games::play(next, seat, move) || games::outcome(next)) return std::nullopt;
  return next;
}

template <class T>
void shuffle(std::vector<T>& list, base::Rng& rng, std::size_t most) {
  for (std::size_t at = 0; at < std::min(most, list.size()); ++at)
    std::swap(list[at], list[at + rng.below(list.size() - at)]);
  if (list.size() > most) list.resize(most);
}

using Twins = std::pair<games::AnyMove, games::AnyMove>;

/// A move in each world after which the eyes see the same; rather two that differ.
std::optional<Twins> find_twins(games::Viewer eyes, const games::AnyState& one, const games::AnyState& other,
                                Seat seat, base::Rng& rng) {
  auto moves = games::moves(games::view(one, seat));
  shuffle(moves, rng, 12);
  const auto all_others = games::moves(games::view(other, seat));
  for (const auto& move : moves) {
    const auto next = after(one, seat, move);
    if (!next) continue;
    const auto seen = games::view(*next, eyes);
    const auto length = games::write(move).size();
    auto others = all_others;
    std::erase_if(others, [&](const auto& twin) { return games::write(twin).size() != length; });
    shuffle(others, rng, 40);
    others.push_back(move);
    for (const auto& twin : others) {
      const auto beside = after(other, seat, twin);
      if (beside && games::view(*beside, eyes) == seen) return Twins{move, twin};
    }
  }
  return std::nullopt;
}

class Secrets : public testing::TestWithParam<Eyes> {
 protected:
  /// Plays both worlds side by side for a while.
  void compare(const games::AnyState& one, const games::AnyState& other, base::Rng& rng) {
    World first(GetParam(), one);
    World second(GetParam(), other);
    ASSERT_EQ(first.take(), second.take());
    ++worlds_;
    for (int acts = 0; acts < 4; ++acts) {
      const auto seat = games::to_move(first.state());
      ASSERT_EQ(seat, games::to_move(second.state()));
      const auto twins = find_twins(GetParam().seat, first.state(), second.state(), *seat, rng);
      if (!twins) return;
      first.play(*seat, twins->first);
      second.play(*seat, twins->second);
      const auto told = first.take();
      ASSERT_EQ(told, second.take()) << games::write(twins->first) << ", " << games::write(twins->second);
      if (!told.empty()) ++acts_;
    }
  }

  int worlds_ = 0;  ///< that were compared
  int acts_ = 0;    ///< of which the eyes were told
};

TEST_P(Secrets, ReachNobodyWhoMayNotKnowThem) {
  const auto eyes = GetParam().seat;
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    base::Rng rng(seed);
    auto state = *games::start(harness::kits(), GetParam().game, "", kSeats, seed);
    for (int turn = 0; turn < 24; ++turn) {
      const auto seat = games::to_move(state);
      if (!seat) break;
      const auto other = games::imagine(games::view(state, eyes), rng);
      if (other != state) compare(state, other, rng);
      if (HasFatalFailure()) return;
      const auto moves = games::moves(games::view(state, *seat));
      ASSERT_TRUE(games::play(state, *seat, moves[rng.below(moves.size())]));
    }
  }
  EXPECT_GT(worlds_, 10) << "nothing was hidden";
  EXPECT_GT(acts_, 10) << "nothing was told";
}

/// Whether there is anything in the game that not all may see.
bool has_secrets(std::string_view game) {
  base::Rng rng(1);
  const auto state = games::start(harness::kits(), game, "", kSeats, base::Seed(1));
  return state && games::imagine(games::view(*state, std::nullopt), rng) != *state;
}

std::vector<Eyes> all_eyes() {
  std::vector<Eyes> all;
  for (const auto& protocol : protocols::all()) {
    for (const auto game : games::names()) {
      if ((!protocol.game.empty() && protocol.game != game) || !has_secrets(game)) continue;
      all.push_back({&protocol, std::string(game), Seat{0}});
      all.push_back({&protocol, std::string(game), Seat{1}});
      if (protocol.carrier != protocols::Carrier::websocket) continue;
      all.push_back({&protocol, std::string(game), std::nullopt});
      all.push_back({&protocol, std::string(game), std::nullopt, Eyes::Where::hall});
    }
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Every, Secrets, testing::ValuesIn(all_eyes()), [](const auto& one) {
  const auto& eyes = one.param;
  const auto who = eyes.seat                         ? fmt::format("seat{}", eyes.seat->value)
                   : eyes.where == Eyes::Where::hall ? std::string("hall")
                                                     : std::string("watcher");
  auto name = fmt::format("{}_{}_{}", eyes.protocol->name, eyes.game, who);
  std::ranges::replace(name, '-', '_');
  return name;
});

}  // namespace
