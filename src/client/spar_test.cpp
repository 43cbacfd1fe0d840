// Our own clients against every style of every protocol, without sockets.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "client/spar/house.hpp"
#include "client/spar/rewording.hpp"
#include "client/tap/watch.hpp"
#include "harness/documents.hpp"
#include "harness/virtual_server.hpp"

namespace client {
namespace {

using spar::Style;

TEST(Spar, EverySentenceStandsInItsDocument) {
  for (const auto& protocol : protocols::all()) {
    for (const auto* style : spar::styles_of(protocol)) {
      const auto allowed = *spar::allowance(*style, protocol);
      EXPECT_TRUE(harness::is_quoted(allowed.cite, allowed.sentence))
          << allowed.cite << ": " << allowed.sentence;
    }
  }
}

TEST(Spar, EveryWireProtocolHasStyles) {
  for (const auto& protocol : protocols::all()) {
    const auto count = spar::styles_of(protocol).size();
    EXPECT_TRUE(protocol.carrier == protocols::Carrier::websocket ? count == 0 : count >= 14)
        << protocol.name;
  }
}

/// A client half in a house, and somebody who watches what goes between them.
struct Visit {
  Visit(const protocols::Protocol& spoken, const Style& style,
        std::unique_ptr<protocols::Client> (*make_client)(const games::Kits& kits), std::uint64_t seed)
      : protocol(spoken),
        client(make_client(harness::kits())),
        house({.protocol = &spoken,
               .kits = &harness::kits(),
               .bot = bots::find(spoken.game, "random"),
               .style = &style,
               .seed = seed,
               .address = "127.0.0.1",
               .port = 1},
              now),
        rewording(spoken, style),
        watch(spoken),
        follower(tap::make_follower(spoken, harness::kits())),
        decoder(tap::make_decoder(spoken)),
        rng(seed) {
    EXPECT_TRUE(client->ask(table::Name{"guest"}));
    EXPECT_TRUE(client->ask(table::Seek{std::string(spoken.game), "", 2}));
  }

  void hear() {
    while (const auto notice = client->next()) {
      if (const auto* refused = std::get_if<table::Refused>(&*notice))
        complaints.push_back(refused->error.detail);
      if (std::holds_alternative<table::Started>(*notice)) ++begun;
      if (std::holds_alternative<table::Said>(*notice)) ++said;
      if (std::holds_alternative<table::Over>(*notice)) ++over;
    }
  }

  void move() {
    const auto view = client->view();
    if (!view) return;
    auto candidates = games::moves(*view);
    while (!candidates.empty()) {
      const auto chosen = candidates[rng.below(candidates.size())];
      if (client->ask(table::Play{chosen})) return;
      std::erase(candidates, chosen);
    }
  }

  /// What reads along must find every move of ours right.
  void follow(tap::Way way, std::string_view bytes) {
    decoder->hear(way, bytes);
    while (const auto heard = decoder->next(way)) {
      if (way == tap::Way::to_client) {
        follower->hear(heard->text);
      } else if (const auto standing = follower->say(heard->text); standing == tap::Standing::wrong) {
        misjudged.push_back(heard->text);
      } else if (standing == tap::Standing::right) {
        ++judged;
      }
    }
  }

  /// One exchange both ways. False when nothing moved.
  bool exchange() {
    const auto pieces = rewording.say(house.take_output());
    for (const auto& piece : pieces) {
      for (const auto& sight : watch.see(tap::Way::to_client, piece)) {
        if (sight.kind == tap::Sight::Kind::fault && sight.way == tap::Way::to_client)
          faults.push_back(sight.text + " breaks " + sight.sentence);
      }
      follow(tap::Way::to_client, piece);
      client->receive(piece);
      hear();
    }
    if (house.finished()) client->hang_up();
    hear();
    if (over == 0) move();
    hear();
    const auto said_now = client->take_output();
    follow(tap::Way::to_server, said_now);
    if (!said_now.empty()) house.receive(said_now, now);
    return !pieces.empty() || !said_now.empty();
  }

  /// Until a game is over, or nothing more happens for a while.
  void play() {
    int quiet = 0;
    for (int steps = 0; steps < 200'000 && quiet < 20 && over == 0 && !client->finished(); ++steps) {
      if (exchange()) {
        quiet = 0;
        continue;
      }
      ++quiet;
      now += std::chrono::seconds(1);
      client->tick();
      house.tick(now);
    }
  }

  const protocols::Protocol& protocol;
  base::Time now = base::from_millis(1'700'000'000'000);
  std::unique_ptr<protocols::Client> client;
  spar::House house;
  spar::Rewording rewording;
  tap::Watch watch;
  std::unique_ptr<tap::Follower> follower;
  std::unique_ptr<tap::Decoder> decoder;
  base::Rng rng;
  int begun = 0;
  int over = 0;
  int said = 0;
  std::vector<std::string> complaints;
  std::vector<std::string> faults;
  std::vector<std::string> misjudged;
  int judged = 0;
};

struct Bout {
  const protocols::Protocol* protocol;
  const Style* style;
  std::string_view encoding;
  std::unique_ptr<protocols::Client> (*make_client)(const games::Kits& kits);
};

std::vector<Bout> every_bout() {
  std::vector<Bout> bouts;
  for (const auto& protocol : protocols::all()) {
    for (const auto* style : spar::styles_of(protocol)) {
      if (style->hangs_up_in) continue;  // done by the sockets
      if (protocol.encodings.empty()) bouts.push_back({&protocol, style, "", protocol.make_client});
      for (const auto& encoding : protocol.encodings)
        bouts.push_back({&protocol, style, encoding.name, encoding.make_client});
    }
  }
  return bouts;
}

class EveryStyle : public testing::TestWithParam<Bout> {};

TEST_P(EveryStyle, IsSurvivedByOurOwnClientAndKeepsToTheDocument) {
  const auto& bout = GetParam();
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    Visit visit(*bout.protocol, *bout.style, bout.make_client, seed);
    visit.play();
    EXPECT_TRUE(visit.faults.empty()) << visit.faults.front();
    EXPECT_TRUE(visit.misjudged.empty()) << visit.misjudged.front();
    EXPECT_GT(visit.judged, 0);
    EXPECT_EQ(visit.begun, 1);
    if (bout.style->refuses) {
      EXPECT_FALSE(visit.complaints.empty());
      continue;
    }
    EXPECT_EQ(visit.over, 1);
    EXPECT_TRUE(visit.complaints.empty()) << visit.complaints.front();
    EXPECT_GE(visit.house.phase(), spar::Phase::started);
  }
}

INSTANTIATE_TEST_SUITE_P(All, EveryStyle, testing::ValuesIn(every_bout()), [](const auto& one) {
  auto name = fmt::format("{}_{}_{}", one.param.protocol->name, one.param.encoding, one.param.style->name);
  std::ranges::replace(name, '-', '_');
  return name;
});

const Style& style(std::string_view name) { return *std::ranges::find(spar::all(), name, &Style::name); }

TEST(SparMouth, SaysItInTheStylesWay) {
  const auto& chess = *protocols::find("chess");
  const auto& twente = *protocols::find("scrabble-twente");
  using Pieces = std::vector<std::string>;
  EXPECT_EQ(spar::Rewording(chess, style("plain")).say("ab\ncd\n"), (Pieces{"ab\n", "cd\n"}));
  EXPECT_EQ(spar::Rewording(chess, style("bytes")).say("ab\n"), (Pieces{"a", "b", "\n"}));
  EXPECT_EQ(spar::Rewording(chess, style("endings")).say("a\nb\nc\n"), (Pieces{"a\n", "b\r\n", "c\n"}));
  EXPECT_EQ(spar::Rewording(twente, style("endings"))
                .say("a\x1e"
                     "b\x1e"
                     "c\x1e"),
            (Pieces{"a\x1e", "b\x1e\r\n", "c\x1e\n"}));
  EXPECT_EQ(spar::Rewording(twente, style("unexpected"))
                .say("WELCOME\x1f"
                     "anna\x1e"),
            Pieces{"WELCOME\x1f"
                   "anna\x1f"
                   "X-TOURNAMENT\x1fx\x1e"});
  EXPECT_EQ(spar::Rewording(*protocols::find("shelfie"), style("unexpected"))
                .say("{\"a\":1,\"b\":[{\"c\":2,\"d\":3}]}\n"),
            Pieces{"{\"b\":[{\"d\":3,\"c\":2}],\"a\":1}\n"});
  // A message in two parts is one piece.
  spar::Rewording rewording(chess, style("plain"));
  EXPECT_EQ(rewording.say("a"), Pieces{});
  EXPECT_EQ(rewording.say("b\n"), Pieces{"ab\n"});
}

TEST(SparHouse, TheOpponentTalksWhereThereIsChat) {
  const auto& protocol = *protocols::find("scrabble-twente");
  Visit visit(protocol, style("chat"), protocol.make_client, 1);
  visit.play();
  EXPECT_GT(visit.said, 0);
}

}  // namespace
}  // namespace client
