// What comes too early is seen, and nothing else is.
#include "client/tap/order.hpp"

#include <gtest/gtest.h>

#include <map>

#include "client/tap/decoder.hpp"
#include "harness/stage.hpp"

namespace client::tap {
namespace {

using enum Way;

std::string cite_of(const std::optional<Rule>& broken) { return std::string(broken ? broken->cite : ""); }

/// Says something too early, hears or says what allows it, says it again.
void expect_early(std::string_view protocol, std::string_view said, Way way, std::string_view allows,
                  std::string_view cite) {
  Order order(*protocols::find(protocol));
  EXPECT_EQ(cite_of(order.check(to_server, said)), cite) << said;
  EXPECT_FALSE(order.check(way, allows)) << allows;
  EXPECT_FALSE(order.check(to_server, said)) << said;
}

TEST(TapOrder, KnowsWhatComesTooEarly) {
  expect_early("chess", "MOVE 4 1 4 3", to_client, "COLOR WHITE\\r", "chess.md, ERROR 1");
  expect_early("scrabble-clarkson", "READY", to_server, "HELLO 1.0.1,a,b,c", "scrabble-clarkson.txt, 3.1");
  expect_early("scrabble-twente", "REQUESTGAME|2", to_server, "ANNOUNCE|anna", "scrabble-twente.md, E013");
  expect_early("scrabble-twente", "MAKEMOVE|SWAP|", to_client, "\\nNOTIFYTURN|1|anna",
               "scrabble-twente.md, E009");
  expect_early("spectrangle", "READY", to_server, "JOIN anna", "spectrangle.md, error code 7");
  expect_early("spectrangle", "MOVE_SKIP", to_client, "START anna bert", "spectrangle.md, error code 8");
  expect_early("shelfie", R"({"payload":{"key":"END_GAME"}})", to_server,
               R"({"payload":{"key":"CONNECTION_CREATION"}})", "shelfie.rulings.md, 18");
}

TEST(TapOrder, AnotherGameNeedsAnotherTurn) {
  Order order(*protocols::find("scrabble-twente"));
  order.check(to_client, "NOTIFYTURN|1|anna");
  order.check(to_client, "STARTGAME|anna|bert");
  EXPECT_TRUE(order.check(to_server, "MAKEMOVE|SWAP|"));
  // What may have crossed with the word that it is another's turn is not blamed.
  order.check(to_client, "NOTIFYTURN|1|anna");
  order.check(to_client, "NOTIFYTURN|0|bert");
  EXPECT_FALSE(order.check(to_server, "MAKEMOVE|SWAP|"));
}

TEST(TapOrder, SaysNothingOnceSomethingWasNotUnderstood) {
  Order order(*protocols::find("chess"));
  order.lose();
  EXPECT_FALSE(order.check(to_server, "MOVE 4 1 4 3"));
}

/// What one peer of a transcript says and hears, as the tap reads it.
class Follower {
 public:
  explicit Follower(const protocols::Protocol& protocol)
      : protocol_(protocol), order_(protocol), decoder_(make_decoder(protocol)) {}

  /// What was blamed although the server takes it.
  std::optional<std::string> follow(Way way, std::string_view bytes) {
    std::optional<std::string> wrongly;
    decoder_->hear(way, bytes);
    while (const auto heard = decoder_->next(way)) {
      if (way == to_client && !early_.empty() && !protocol_.rule(heard->text, base::Code::malformed))
        wrongly = early_;
      if (way == to_client) early_.clear();
      if (tap::check(*protocol_.grammar, way, heard->text)) order_.lose();
      if (!order_.check(way, heard->text)) continue;
      early_ = heard->text;
      ++blamed_;
    }
    return wrongly;
  }
  std::size_t blamed() const { return blamed_; }

 private:
  const protocols::Protocol& protocol_;
  Order order_;
  std::unique_ptr<Decoder> decoder_;
  std::string early_;  ///< what was blamed, until its answer is known
  std::size_t blamed_ = 0;
};

/// In our own transcripts only what the server refuses is too early.
TEST(TapOrder, BlamesNothingThatAServerTakes) {
  std::size_t blamed = 0;
  for (const auto& protocol : protocols::all()) {
    if (protocol.carrier == protocols::Carrier::websocket) continue;
    for (const auto& file : harness::transcripts_of(protocol)) {
      const auto source = transcript::read(harness::read_text(file));
      ASSERT_TRUE(source) << file;
      std::map<char, Follower> followers;
      for (const auto& line : source->lines) {
        using Kind = transcript::Line::Kind;
        if (line.protocol != &protocol || (line.kind != Kind::send && line.kind != Kind::expect)) continue;
        auto& follower = followers.try_emplace(line.peer, protocol).first->second;
        const auto wrongly = follower.follow(line.kind == Kind::send ? to_server : to_client, line.bytes);
        EXPECT_FALSE(wrongly) << file << ": " << wrongly.value_or("");
      }
      for (const auto& [peer, follower] : followers) blamed += follower.blamed();
    }
  }
  EXPECT_GT(blamed, 20U);
}

}  // namespace
}  // namespace client::tap
