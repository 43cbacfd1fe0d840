// What the inspector writes down plays again; what others may not know it does not show. For every protocol.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "games/scrabble/rules.hpp"
#include "harness/browser.hpp"
#include "harness/stage.hpp"

namespace {

using harness::Browser;
using harness::VirtualServer;
using transcript::Line;

/// Speaks the lines of a transcript and hears nothing.
class Reciter {
 public:
  Reciter(const harness::Transcript& transcript, std::string_view encoding)
      : transcript_(transcript),
        encoding_(encoding),
        server_({.seed = transcript.seed,
                 .grace = transcript.grace,
                 .abandon = std::chrono::seconds(1),
                 .switches = transcript.switches}) {}

  VirtualServer& recite() {
    for (const auto& line : transcript_.lines) {
      auto& [player, speech] = person(line);
      if (line.kind == Line::Kind::send) server_.receive(player, speech->say(line.bytes));
      if (line.kind == Line::Kind::hang_up) server_.hang_up(player);
      if (line.kind == Line::Kind::hang_up) gone_.insert(line.peer);
    }
    end_games();
    return server_;
  }

 private:
  using Person = std::pair<base::PlayerId, std::unique_ptr<transcript::Speech>>;

  Person& person(const Line& line) {
    const auto found = people_.find(line.peer);
    if (found != people_.end()) return found->second;
    const auto player =
        server_.connect(*line.protocol, line.address.empty() ? "127.0.0.1" : line.address, line.port);
    auto speech = transcript::make_speech(*line.protocol, encoding_, transcript_.pings);
    return people_.emplace(line.peer, Person{player, std::move(speech)}).first->second;
  }

  /// What is secret while a game runs is written down when it is over.
  void end_games() {
    for (const auto& [peer, person] : people_) {
      if (!gone_.contains(peer)) server_.hang_up(person.first);
    }
    server_.turn_clock(transcript_.grace + std::chrono::seconds(5));
  }

  const harness::Transcript& transcript_;
  std::string_view encoding_;
  VirtualServer server_;
  std::map<char, Person> people_;
  std::set<char> gone_;
};

/// Those that need no clock, no browser and only one place, and whose games can end before they are
/// forgotten.
bool can_be_recited(const harness::Transcript& transcript) {
  if (transcript.grace + std::chrono::minutes(1) > server::kRemembered) return false;
  return std::ranges::none_of(transcript.lines, [](const Line& line) {
    if (line.kind == Line::Kind::turn_clock || line.kind == Line::Kind::restart) return true;
    return line.protocol->name == "web" || !(line.address.empty() || line.address.starts_with("127."));
  });
}

class Inspected : public testing::TestWithParam<const protocols::Protocol*> {};

TEST_P(Inspected, ConversationsThatWereWrittenDownPlayAgain) {
  std::size_t played = 0;
  const auto files = harness::transcripts_of(*GetParam());
  for (const auto& file : files) {
    const auto transcript = transcript::read(harness::read_text(file));
    ASSERT_TRUE(transcript) << file;
    if (!can_be_recited(*transcript)) continue;
    for (const auto encoding : transcript::encodings_of(*transcript)) {
      Reciter reciter(*transcript, encoding);
      Browser browser(reciter.recite());
      const auto answer = browser.ask(R"("ask":"transcript","connection":1)");
      ASSERT_TRUE(answer.contains("transcript")) << file << boost::json::serialize(answer);
      const std::string text(answer.at("transcript").as_string());
      const auto written = transcript::read(text);
      ASSERT_TRUE(written) << file << ": " << written.error().detail << "\n" << text;
      if (text.find("# A fresh server") != std::string::npos) continue;
      ++played;
      for (const auto way : transcript::encodings_of(*written))
        EXPECT_EQ(harness::play(*written, harness::Cut::as_written, way), "") << file << "\n" << text;
    }
  }
  EXPECT_GT(played, files.size() / 10);
}

std::vector<const protocols::Protocol*> wire_protocols() {
  std::vector<const protocols::Protocol*> list;
  for (const auto& protocol : protocols::all()) {
    if (protocol.carrier == protocols::Carrier::tcp) list.push_back(&protocol);
  }
  return list;
}

INSTANTIATE_TEST_SUITE_P(Every, Inspected, testing::ValuesIn(wire_protocols()), [](const auto& one) {
  std::string name(one.param->name);
  std::ranges::replace(name, '-', '_');
  return name;
});

/// A client that plays at random and also says what nobody should: its rack, out of turn and in no grammar.
class Careless {
 public:
  Careless(VirtualServer& server, const protocols::Protocol& protocol)
      : server_(server),
        protocol_(protocol),
        client_(protocol.make_client(server.kits())),
        player_(server.connect(protocol)) {
    EXPECT_TRUE(client_->ask(table::Name{"w"}));
    EXPECT_TRUE(client_->ask(table::Seek{"scrabble", "", 2}));
    speak();
  }

  void speak() {
    client_->receive(server_.take(player_));
    while (client_->next()) {
    }
    server_.receive(player_, client_->take_output());
    if (const auto view = client_->view()) {
      auto moves = games::moves(*view);
      if (!moves.empty()) static_cast<void>(client_->ask(table::Play{moves[rng_.below(moves.size())]}));
      if (moves.empty()) blurt(games::get<games::scrabble::View>(*view).rack);
    }
    server_.receive(player_, client_->take_output());
  }

  void hang_up() { server_.hang_up(player_); }

 private:
  void blurt(const games::scrabble::Rack& rack) {
    const std::string tiles(rack.tiles());
    const bool twente = protocol_.name == "scrabble-twente";
    const auto move = twente ? "MAKEMOVE\x1fSWAP\x1f" + tiles + "\x1e" : "EXCHANGE " + tiles + "\r\n";
    server_.receive(player_, move);
    server_.receive(player_, twente ? "makemove " + tiles + "\x1e" : "exchange " + tiles + "\n");
  }

  VirtualServer& server_;
  const protocols::Protocol& protocol_;
  std::unique_ptr<protocols::Client> client_;
  base::PlayerId player_;
  base::Rng rng_{7};
};

/// Capital words that might be tiles: on no line that everybody at the table is told, and of no grammar.
std::set<std::string> suspicious(const std::vector<boost::json::object>& told) {
  static const std::set<std::string> kGrammar{
      "ANNOUNCE", "WELCOME",    "CHAT",  "TEAMPLAY", "REQUESTGAME", "INFORMQUEUE", "STARTGAME", "NEWTILES",
      "MAKEMOVE", "NOTIFYTURN", "ERROR", "E",        "GAMEOVER",    "WIN",         "USERSET",   "USERCHANGE",
      "USERJOIN", "READY",      "OK",    "STARTING", "SCORE",       "BOARDPUSH",   "TILES",     "TURN",
      "PLACE",    "EXCHANGE",   "PASS",  "NOK",      "WINNER"};
  std::set<std::string> found;
  for (const auto& message : told) {
    for (const auto& line : message.at("lines").as_array()) {
      std::string text(line.at("text").as_string());
      if (text.starts_with("INFORMMOVE") || text.starts_with('(') || text.starts_with("HELLO")) continue;
      if (line.at("refused").is_object()) text += " " + std::string(line.at("refused").at("why").as_string());
      std::string word;
      for (const char c : text + " ") {
        if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
          word += c;
          continue;
        }
        const bool capital = std::ranges::none_of(word, [](char one) { return one >= 'a' && one <= 'z'; });
        if (!word.empty() && capital && !kGrammar.contains(word)) found.insert(word);
        word.clear();
      }
    }
  }
  return found;
}

/// A browser plays Scrabble with a client of the protocol and looks at its wire; another browser only looks,
/// also when the game is over.
struct Evening {
  std::vector<boost::json::object> seen;  ///< by both, while the game runs
  std::vector<boost::json::object> open;  ///< afterwards
  std::int64_t acts = 0;

  void play(const protocols::Protocol& protocol, std::uint64_t seed) {
    VirtualServer server(server::EngineSettings{.seed = seed, .switches = {"scrabble-common"}});
    Browser guest(server, "guest");
    Browser rival(server, "rival");
    rival.ask(R"("ask":"seek","game":"scrabble","options":"rules=common","seats":2)");
    Careless client(server, protocol);
    for (auto* browser : {&guest, &rival})
      EXPECT_EQ(browser->ask(R"("ask":"inspect","connection":1)").at("ok"), true);
    std::int64_t seq = 0;
    bool began = false;
    for (int round = 0; round < 12; ++round) {
      client.speak();
      for (const auto& update : rival.take("update")) seq = update.at("seq").as_int64();
      rival.ask(fmt::format(R"("ask":"move","move":"pass","after":{})", seq));
      std::vector<boost::json::object> told;
      for (auto* browser : {&guest, &rival})
        std::ranges::copy(browser->take("wire"), std::back_inserter(told));
      const auto* table = server.engine().hall().tables().find_table({1});
      if (table == nullptr && !began) continue;
      began = true;
      if (table == nullptr || table->outcome()) break;  // from now on nothing is hidden
      std::ranges::move(told, std::back_inserter(seen));
      for (auto* browser : {&guest, &rival})
        EXPECT_EQ(browser->ask(R"("ask":"transcript","connection":1)").at("code"), "game_running");
    }
    acts += seq;
    client.hang_up();
    EXPECT_EQ(guest.ask(R"("ask":"inspect","connection":1)").at("ok"), true);
    std::ranges::copy(guest.take("wire"), std::back_inserter(open));
    EXPECT_EQ(guest.ask(R"("ask":"transcript","connection":1)").at("ok"), true);
  }
};

TEST(InspectorSecrecy, NobodySeesTheTilesOfAnotherWhileTheyPlay) {
  for (const std::string_view name : {"scrabble-twente", "scrabble-clarkson"}) {
    Evening evening;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) evening.play(*protocols::find(name), seed);
    EXPECT_GT(evening.acts, 40) << name;
    EXPECT_GT(evening.seen.size(), 100U) << name;
    EXPECT_EQ(suspicious(evening.seen), std::set<std::string>{}) << name;
    EXPECT_GT(suspicious(evening.open).size(), 50U) << name << ": a test that sees nothing proves nothing";
  }
}

}  // namespace
