// The same tests for every protocol: client half against server half, any split, garbage.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "bots/all.hpp"
#include "harness/stage.hpp"
#include "harness/virtual_server.hpp"

namespace {

using harness::VirtualServer;

/// The client half in one of the protocol's encodings.
auto speak(const protocols::Protocol& protocol, std::uint64_t seed) {
  const auto& ways = protocol.encodings;
  return ways.empty() ? protocol.make_client : ways[seed % ways.size()].make_client;
}

/// The game of the protocol, or one of all where it has several.
std::string game_of(const protocols::Protocol& protocol, std::uint64_t seed) {
  return std::string(protocol.game.empty() ? games::names()[seed / 2 % games::names().size()]
                                           : protocol.game);
}

/// A player behind a client half, who moves at random and hears only what came over the wire.
struct Player {
  Player(VirtualServer& server, const protocols::Protocol& spoken, std::uint64_t seed)
      : protocol(spoken),
        play(speak(spoken, seed)),
        game(game_of(spoken, seed)),
        name("player-" + std::to_string(seed)),
        rng(seed) {
    connect(server);
  }

  void connect(VirtualServer& server) {
    client = play(harness::kits());
    player = server.connect(protocol);
    EXPECT_TRUE(client->ask(table::Name{name}));
    EXPECT_TRUE(client->ask(table::Seek{game, "", 2}));
  }

  const protocols::Protocol& protocol;
  decltype(protocols::Protocol::make_client) play;
  std::string game;
  std::string name;
  std::unique_ptr<protocols::Client> client;
  base::PlayerId player;
  base::Rng rng;
  int games_over = 0;
  int rematches_left = 1;
  std::vector<std::string> complaints;
};

/// Hands bytes over in pieces of random size.
template <class Take>
void cut_at_random(std::string_view bytes, base::Rng& rng, Take take) {
  while (!bytes.empty()) {
    const auto size = 1 + rng.below(bytes.size());
    take(bytes.substr(0, size));
    bytes.remove_prefix(size);
  }
}

void hear(Player& one) {
  while (const auto notice = one.client->next()) {
    if (const auto* refused = std::get_if<table::Refused>(&*notice))
      one.complaints.push_back(refused->error.detail);
    if (!std::holds_alternative<table::Over>(*notice)) continue;
    ++one.games_over;
    const auto wish = one.rematches_left-- > 0 ? table::Wish::again : table::Wish::enough;
    static_cast<void>(one.client->ask(table::Rematch{wish}));
  }
}

void move(Player& one) {
  const auto view = one.client->view();
  if (!view) return;
  auto candidates = games::moves(*view);
  while (!candidates.empty()) {
    const auto chosen = candidates[one.rng.below(candidates.size())];
    if (one.client->ask(table::Play{chosen})) return;
    std::erase(candidates, chosen);
  }
}

/// One exchange in both directions. False when nothing moved.
bool exchange(VirtualServer& server, Player& one) {
  const auto from_server = server.take(one.player);
  cut_at_random(from_server, one.rng, [&](std::string_view piece) { one.client->receive(piece); });
  if (server.is_closed(one.player)) one.client->hang_up();
  hear(one);
  move(one);
  hear(one);
  const auto to_server = one.client->take_output();
  cut_at_random(to_server, one.rng, [&](std::string_view piece) { server.receive(one.player, piece); });
  // Where the protocol has no rematch, another game is another connection.
  const bool again = one.client->finished() && one.games_over > 0 && one.rematches_left >= 0;
  if (again) {
    EXPECT_TRUE(server.is_closed(one.player));
    one.connect(server);
    return true;
  }
  return !from_server.empty() || !to_server.empty();
}

class EveryProtocol : public testing::TestWithParam<const protocols::Protocol*> {};

TEST_P(EveryProtocol, ClientHalvesPlayWholeGamesAgainstTheServerHalf) {
  const auto& protocol = *GetParam();
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    VirtualServer server(seed);
    Player white(server, protocol, seed * 2);
    Player black(server, protocol, seed * 2 + 1);
    for (bool busy = true; busy;) {
      const bool one = exchange(server, white);
      const bool other = exchange(server, black);
      busy = one || other;
    }
    EXPECT_EQ(white.games_over, 2);
    EXPECT_EQ(black.games_over, 2);
    EXPECT_TRUE(white.complaints.empty()) << white.complaints.front();
    EXPECT_TRUE(black.complaints.empty()) << black.complaints.front();
    EXPECT_TRUE(server.remarks().empty()) << server.remarks().front().detail;
    EXPECT_EQ(server.compare_with_journal(), "");
  }
}

/// Random bytes: whatever they are, the session answers or closes, and the other table is not touched.
TEST_P(EveryProtocol, GarbageHurtsNobodyElse) {
  const auto& protocol = *GetParam();
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    VirtualServer server(seed);
    base::Rng rng(seed);
    const auto calm = server.connect(protocol);
    const auto other = server.connect(protocol);
    const auto before = server.take(calm) + server.take(other);
    std::string noise(1 + rng.below(20'000), '\0');
    for (auto& byte : noise) byte = static_cast<char>(rng.below(seed % 2 == 0 ? 256 : 128));
    const auto loud = server.connect(protocol);
    cut_at_random(noise, rng, [&](std::string_view piece) { server.receive(loud, piece); });
    server.hang_up(loud);
    EXPECT_EQ(server.take(calm) + server.take(other), "") << seed;
    EXPECT_FALSE(server.is_closed(calm));
    EXPECT_EQ(server.compare_with_journal(), "");
  }
}

/// Parts of real conversations in the wrong order, cut anywhere: two ways of cutting give the same answers.
TEST_P(EveryProtocol, AnySplitGivesTheSameConversation) {
  const auto& protocol = *GetParam();
  std::vector<std::string> said;
  for (const auto& file : harness::transcripts_of(protocol)) {
    const auto transcript = transcript::read(harness::read_text(file));
    ASSERT_TRUE(transcript);
    for (const auto& line : transcript->lines) {
      // A bot of the server's own moves when it has thought, whatever else comes.
      const bool invites = line.bytes.find("\"bots\"") != std::string::npos;
      if (line.kind == transcript::Line::Kind::send && !invites) said.push_back(line.bytes);
    }
  }
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    base::Rng rng(seed);
    std::string stream;
    for (int lines = 0; lines < 30; ++lines) stream += said[rng.below(said.size())];
    const auto answers = [&](auto cut) {
      VirtualServer server(seed);
      const auto one = server.connect(protocol);
      const auto other = server.connect(protocol);
      cut(server, one);
      return server.take(one) + "|" + server.take(other) + (server.is_closed(one) ? "|closed" : "|open");
    };
    const auto whole =
        answers([&](VirtualServer& server, base::PlayerId one) { server.receive(one, stream); });
    const auto bytes = answers([&](VirtualServer& server, base::PlayerId one) {
      for (const char byte : stream) server.receive(one, {&byte, 1});
    });
    const auto pieces = answers([&](VirtualServer& server, base::PlayerId one) {
      cut_at_random(stream, rng, [&](std::string_view piece) { server.receive(one, piece); });
    });
    EXPECT_EQ(whole, bytes);
    EXPECT_EQ(whole, pieces);
  }
}

/// Whatever a server says, the client half neither hangs nor crashes.
TEST_P(EveryProtocol, ClientHalfSurvivesGarbage) {
  const auto& protocol = *GetParam();
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    base::Rng rng(seed);
    const auto client = speak(protocol, seed)(harness::kits());
    std::string noise(rng.below(2'000), '\0');
    for (auto& byte : noise) byte = static_cast<char>(rng.below(128));
    cut_at_random(noise, rng, [&](std::string_view piece) { client->receive(piece); });
    while (client->next()) {
    }
    client->hang_up();
    while (client->next()) {
    }
    EXPECT_TRUE(client->finished());
  }
}

std::vector<const protocols::Protocol*> every_protocol() {
  std::vector<const protocols::Protocol*> list;
  for (const auto& protocol : protocols::all()) {
    if (protocol.make_client != nullptr) list.push_back(&protocol);
  }
  return list;
}

INSTANTIATE_TEST_SUITE_P(All, EveryProtocol, testing::ValuesIn(every_protocol()), [](const auto& one) {
  auto name = std::string(one.param->name);
  std::ranges::replace(name, '-', '_');
  return name;
});

TEST(ProtocolList, NamesAndPortsAreUnique) {
  for (const auto& one : protocols::all()) {
    EXPECT_EQ(protocols::find(one.name), &one);
    EXPECT_TRUE(one.game.empty() || games::facts_of(one.game)) << one.game;
    for (const auto& other : protocols::all()) EXPECT_TRUE(&one == &other || one.port != other.port);
  }
  EXPECT_EQ(protocols::find("halma"), nullptr);
}

TEST(ProtocolList, ASwitchOfSeveralProtocolsIsOne) {
  std::set<std::string_view> names;
  for (const auto& one : protocols::all_switches()) {
    EXPECT_TRUE(names.insert(one.name).second) << one.name;
    EXPECT_TRUE(protocols::is_switch(one.name));
  }
  const auto has_common = [](const protocols::Protocol& protocol) {
    return std::ranges::find(protocol.switches, "scrabble-common", &protocols::Switch::name) !=
           protocol.switches.end();
  };
  EXPECT_EQ(std::ranges::count_if(protocols::all(), has_common), 2);
  EXPECT_TRUE(names.contains("scrabble-common"));
  EXPECT_FALSE(protocols::is_switch("halma"));
}

}  // namespace
