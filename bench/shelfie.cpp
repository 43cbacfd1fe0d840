// Speed of the shelfie protocol: what one turn costs the server's half, in both encodings: bench_shelfie
// [rounds].
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "games/shelfie/rules.hpp"
#include "protocols/shelfie/java/encoder.hpp"
#include "protocols/shelfie/json.hpp"
#include "protocols/shelfie/session.hpp"

namespace {

using namespace games::shelfie;
using namespace protocols::shelfie;
using base::Seat;

constexpr double kMostMicroseconds = 25;
const std::vector<std::string> kNames{"alice", "bob", "carol", "dave"};

/// A game of four in its middle.
State middle_of_a_game(const Kit& kit) {
  State state = *Rules::start(kit, {}, 4, 7);
  base::Rng rng(7);
  for (int i = 0; i < 60; ++i) {
    const auto moves = Rules::moves(Rules::view(state, state.open.turn));
    if (!Rules::play(state, state.open.turn, moves[rng.below(moves.size())])) std::abort();
  }
  return state;
}

std::string bytes_of(Encoding encoding, const java::Tree& message) {
  std::string bytes;
  if (encoding == Encoding::java) {
    java::encode(message, bytes);
  } else {
    write_json(message, bytes);
  }
  return bytes;
}

/// Four players at one table: logged in, seated, and told how the game stands.
struct Table {
  Table(Encoding encoding, const State& state) {
    for (std::uint8_t seat = 0; seat < 4; ++seat) {
      views.push_back(std::make_shared<const games::AnyView>(Rules::view(state, Seat{seat})));
      auto& session =
          *sessions.emplace_back(std::make_unique<Session>(protocols::SessionContext{kits, switches}));
      if (encoding == Encoding::java) session.receive(java::kStreamHeader);
      const auto key = java::constant(java::KeyConnectionPayload::connection_creation);
      session.receive(bytes_of(encoding, bare_message(java::MessageType::connection, kNames[seat], key)));
      if (!session.next()) std::abort();
      session.tell(table::Accepted{});
      session.tell(table::Started{{}, Seat{seat}, kNames, views.back(), "1"});
      session.take_output();
    }
  }

  games::Kits kits;
  protocols::Switches switches;
  std::vector<std::shared_ptr<const games::AnyView>> views;
  std::vector<std::unique_ptr<Session>> sessions;
};

/// The best of many tries, in microseconds: the machine may be busy with other things.
template <class Work>
double best_of(int rounds, Work work) {
  constexpr int kTimes = 200;
  double best = std::numeric_limits<double>::infinity();
  for (int round = 0; round < rounds; ++round) {
    const std::clock_t start = std::clock();
    for (int i = 0; i < kTimes; ++i) work();
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    best = std::min(best, seconds / kTimes * 1e6);
  }
  return best;
}

/// Microseconds for reading a client's message and for telling four players of the end of a turn.
double measure(Encoding encoding, std::string_view name, int rounds) {
  const Kit kit;
  const State state = middle_of_a_game(kit);
  Table table(encoding, state);
  const auto key = java::constant(java::TurnPhase::select_from_board);
  const auto message = bytes_of(
      encoding, client_message(java::MessageType::data, kNames[0], key, std::array{6, 3, 6, 4, 6, 5}));
  Session& reader = *table.sessions[0];
  const double reading = best_of(rounds, [&] {
    reader.receive(message);
    if (!reader.next()) std::abort();
    reader.tell(table::Accepted{});
  });
  std::size_t sent = 0;
  const TurnEnded ended{Seat{0}, {}};
  const double telling = best_of(rounds, [&] {
    for (std::size_t seat = 0; seat < 4; ++seat) {
      table.sessions[seat]->tell(
          table::Happened{Seat{0}, Event(ended), state.open.turn, true, table.views[seat]});
      sent = table.sessions[seat]->take_output().size();
    }
  });
  fmt::print(
      "{}: a client's message of {} bytes {:.2f} us, END_TURN of {} bytes to four players {:.2f} us, "
      "together {:.2f} us\n",
      name, message.size(), reading, sent, telling, reading + telling);
  return reading + telling;
}

}  // namespace

int main(int count, char** words) {
  const int rounds = count > 1 ? std::max(1, std::atoi(words[1])) : 50;
  const double java = measure(Encoding::java, "Java stream", rounds);
  const double json = measure(Encoding::json, "JSON", rounds);
  fmt::print("the Java stream takes {:.2f} of the time of JSON; limit {:.0f} us\n", java / json,
             kMostMicroseconds);
  return java <= kMostMicroseconds ? EXIT_SUCCESS : EXIT_FAILURE;
}
