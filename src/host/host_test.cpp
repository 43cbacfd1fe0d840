// A host without anything around it: bots that are invited, come and go, and the records that are to be kept.
#include "host/host.hpp"

#include <gtest/gtest.h>

#include <deque>

#include "harness/virtual_server.hpp"

namespace host {
namespace {

constexpr PlayerId kAnna{1};

/// Somebody who asks for what the test wants.
class Voice final : public protocols::Session {
 public:
  void receive(std::string_view /*bytes*/) override {}
  std::optional<protocols::Request> next() override { return std::exchange(wants, std::nullopt); }
  std::optional<protocols::Query> take_query() override { return std::exchange(asks, std::nullopt); }
  void tell(const protocols::Notice& notice) override { heard.push_back(notice); }
  void tell_answer(const protocols::Answer& answer) override { answers.push_back(answer); }
  bool hungry() const override { return true; }
  std::size_t untaken() const override { return 0; }
  bool finished() const override { return false; }

  std::optional<protocols::Request> wants;
  std::optional<protocols::Query> asks;
  std::vector<protocols::Notice> heard;
  std::vector<protocols::Answer> answers;
};

class WithAHost : public testing::Test, public Surroundings {
 protected:
  WithAHost() {
    auto voice = std::make_unique<Voice>();
    anna_ = voice.get();
    host_.open(kAnna, std::move(voice), "test", table::Hears::offers);
  }

  void send(PlayerId player, std::string_view /*bytes*/, Time /*now*/) override { sent_.push_back(player); }
  void think(PlayerId bot, const Question& question) override { questions_.emplace_back(bot, question); }
  bool answer_query(PlayerId /*player*/, protocols::Query& query, Time /*now*/) override {
    asked_ = std::move(query);
    return answers_queries_;
  }
  bool may_invite(const Company& company) override { return company.bots < most_bots_; }

  void ask(table::Request request) {
    anna_->wants = std::move(request);
    host_.touch(kAnna);
    host_.settle(now_);
  }
  void ask_server(protocols::Query query) {
    anna_->asks = std::move(query);
    host_.touch(kAnna);
    host_.settle(now_);
  }
  void let_bots_think() {
    while (!questions_.empty()) {
      const auto [bot, question] = questions_.front();
      questions_.pop_front();
      host_.thought(bot, answer(question));
      host_.settle(now_);
    }
  }
  template <class Kind>
  std::size_t count() const {
    return static_cast<std::size_t>(std::ranges::count_if(
        anna_->heard, [](const auto& one) { return std::holds_alternative<Kind>(one); }));
  }

  Time now_ = base::from_millis(1'000);
  std::size_t most_bots_ = 9;
  bool answers_queries_ = true;
  std::optional<protocols::Query> asked_;
  std::vector<PlayerId> sent_;  ///< to whom, one after the other
  std::deque<std::pair<PlayerId, Question>> questions_;
  Host host_{harness::kits(), *this, {.hall = {.seed = 1}, .bots = 2}};
  Voice* anna_ = nullptr;
};

TEST_F(WithAHost, ABotThatIsInvitedPlays) {
  ask(table::Seek{.game = "chess", .seats = 2, .bots = {"newcomer"}});
  ASSERT_EQ(count<table::Started>(), 1U);
  EXPECT_EQ(host_.conversations(), 2U);
  ask(table::Play{*games::read("chess", "e2e4")});
  let_bots_think();
  EXPECT_EQ(count<table::Happened>(), 2U);
}

TEST_F(WithAHost, ABotGivesMovesBack) {
  ask(table::Seek{.game = "chess", .seats = 2, .bots = {"newcomer"}});
  ask(table::Play{*games::read("chess", "e2e4")});
  ask(table::Offer{table::Proposal::takeback});
  EXPECT_EQ(count<table::Refused>(), 0U);
  EXPECT_EQ(count<table::Happened>(), 2U) << "the move, and that it was taken back";
  let_bots_think();
  EXPECT_EQ(count<table::Happened>(), 2U) << "what it thought meanwhile is not played";
}

TEST_F(WithAHost, BotsDoNotStayAlone) {
  ask(table::Seek{.game = "spectrangle", .seats = 4, .bots = {"greedy", "greedy"}});
  EXPECT_EQ(host_.conversations(), 3U);
  ask(table::Leave{});
  EXPECT_EQ(host_.conversations(), 1U);
}

/// Nodes name their bots alike, and one may take over the tables of another.
TEST_F(WithAHost, BotsOfOneNameComeBackToTheirOwnSeats) {
  const base::Seat second{1};
  for (const auto& [number, game] : {std::pair(1U, "chess"), std::pair(2U, "spectrangle")}) {
    const table::Header header{
        .table = {number},
        .game = game,
        .options = *games::complete_options(harness::kits(), game, ""),
        .seed = base::Seed(1),
        .revision = games::facts_of(game)->revision,
        .opened = now_,
        .chairs = {{"Anna", "test"}, {"random bot", std::string(table::kBotProtocol), "random"}}};
    host_.restore(*table::Table::open(harness::kits(), header), now_);
  }
  host_.settle(now_);
  let_bots_think();
  const auto& tables = host_.hall().tables();
  for (const std::uint64_t number : {1U, 2U}) EXPECT_TRUE(tables.at({number}).players[second.value]);
  EXPECT_EQ(tables.at({1}).table.name_of(second), "random bot");
  EXPECT_EQ(tables.at({2}).table.name_of(second), "random bot 2");
}

TEST_F(WithAHost, WhoRunsItSaysHowManyBotsThereMayBe) {
  most_bots_ = 1;
  ask(table::Seek{.game = "spectrangle", .seats = 4, .bots = {"greedy", "greedy"}});
  EXPECT_EQ(host_.conversations(), 2U);
}

TEST_F(WithAHost, ABotThatCannotThinkLeaves) {
  ask(table::Seek{.game = "chess", .seats = 2, .bots = {"newcomer"}});
  ask(table::Play{*games::read("chess", "e2e4")});
  host_.gave_up(questions_.back().first);
  host_.settle(now_);
  EXPECT_EQ(count<table::Over>(), 1U);
  EXPECT_EQ(host_.conversations(), 1U);
}

TEST_F(WithAHost, AQueryWaitsForItsAnswerAsARequestDoes) {
  ask_server(protocols::query::Follow{7});
  ASSERT_TRUE(asked_);
  EXPECT_EQ(std::get<protocols::query::Follow>(*asked_).connection, 7U);
  ask(table::Name{"anna"});
  host_.tell_more(kAnna, protocols::Overheard{.connection = 6, .lines = {}});
  host_.settle(now_);
  EXPECT_TRUE(anna_->heard.empty()) << "what follows from an earlier query answers nothing";
  EXPECT_EQ(anna_->answers.size(), 1U);
  host_.answer(kAnna, protocols::Overheard{.connection = 7, .lines = {}});
  host_.settle(now_);
  EXPECT_EQ(anna_->answers.size(), 2U);
  EXPECT_EQ(count<table::Accepted>(), 2U) << "of the query, and of the name that has waited for it";
}

TEST_F(WithAHost, WhereNobodyAnswersQueriesAreRefused) {
  answers_queries_ = false;
  ask_server(protocols::query::Hall{});
  EXPECT_EQ(count<table::Refused>(), 1U);
  ask(table::Name{"anna"});
  EXPECT_EQ(count<table::Accepted>(), 1U);
}

/// As the server does it, step by step.
TEST_F(WithAHost, WhereRecordsAreKeptNothingIsToldBefore) {
  ask(table::Seek{.game = "chess", .seats = 2, .bots = {"newcomer"}});
  anna_->wants = table::Play{*games::read("chess", "e2e4")};
  host_.touch(kAnna);
  while (host_.has_turns()) host_.take_turn(now_);
  host_.deliver(now_);
  EXPECT_EQ(count<table::Happened>(), 0U);
  EXPECT_EQ(host_.outbox().take_records().size(), 1U);
  host_.outbox().settle(host_.outbox().position());
  host_.deliver(now_);
  EXPECT_EQ(count<table::Happened>(), 1U);
}

/// Nobody is passed by others because of what they have said long ago.
TEST_F(WithAHost, WhoeverSaysLittleIsHeardAtOnce) {
  host_.open({2}, {*protocols::find("chess"), "127.0.0.1"}, now_);
  host_.settle(now_);
  for (std::size_t said = 1; said <= 20; ++said) {
    host_.receive({2}, "nonsense\n", now_);
    host_.take_turn(now_);
    EXPECT_EQ(sent_.size(), said) << "it is refused in the same turn";
  }
}

/// Whoever has moved at chess hears no word of it.
TEST_F(WithAHost, WhoHasNothingToDoHasNoTurn) {
  const auto& chess = *protocols::find("chess");
  for (const PlayerId player : {PlayerId{2}, PlayerId{3}}) host_.open(player, {chess, "127.0.0.1"}, now_);
  host_.settle(now_);
  sent_.clear();
  host_.receive({2}, "MOVE 4 1 4 3\n", now_);
  while (host_.has_turns()) host_.take_turn(now_);
  host_.outbox().take_records();
  host_.outbox().settle(host_.outbox().position());
  host_.deliver(now_);
  host_.take_turn(now_);
  EXPECT_EQ(sent_, std::vector{PlayerId{3}}) << "the other is told of the move";
  EXPECT_FALSE(host_.has_turns()) << "the mover is told nothing";
}

TEST_F(WithAHost, WhoComesToATableIsToldAtOnceWhereThereIsNoPast) {
  ask(table::Seek{.game = "chess", .seats = 2, .bots = {"newcomer"}});
  auto voice = std::make_unique<Voice>();
  auto* ben = voice.get();
  ben->wants = table::Watch{base::TableId{1}};
  host_.open({2}, std::move(voice), "test");
  host_.settle(now_);
  ASSERT_EQ(ben->heard.size(), 2U);
  EXPECT_TRUE(std::holds_alternative<table::Accepted>(ben->heard[0]));
  EXPECT_TRUE(std::holds_alternative<table::Resumed>(ben->heard[1]));
}

}  // namespace
}  // namespace host
