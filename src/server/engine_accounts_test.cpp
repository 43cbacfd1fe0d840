// Accounts of the engine: what is refused at once, how often one may try, what a restart leaves.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "harness/virtual_server.hpp"

namespace {

using harness::VirtualServer;

class EngineAccounts : public testing::Test {
 protected:
  base::PlayerId browse(std::string_view token) {
    const auto player = server_.connect(*protocols::find("web"), fmt::format("token:{}", token));
    heard_ = server_.take(player);
    return player;
  }

  /// What is answered, and all that follows.
  std::string ask(base::PlayerId player, std::string_view what, std::string_view fields = "") {
    server_.receive(player, fmt::format("{{\"id\":{},\"ask\":\"{}\"{}{}}}\n", ++last_id_, what,
                                        fields.empty() ? "" : ",", fields));
    return heard_ = server_.take(player);
  }
  std::string enter(base::PlayerId player, std::string_view what, std::string_view name,
                    std::string_view password = "correct horse") {
    return ask(player, what, fmt::format(R"("name":"{}","password":"{}")", name, password));
  }
  bool has(std::string_view text) const { return heard_.find(text) != std::string::npos; }

  VirtualServer server_;
  std::string heard_;
  int last_id_ = 0;
};

TEST_F(EngineAccounts, ARegisteredNameOutlivesTheServer) {
  const auto anna = browse("a");
  enter(anna, "register", "Anna");
  EXPECT_TRUE(has(R"("ok":true})") && has(R"({"type":"account","account":"Anna"})")) << heard_;
  EXPECT_TRUE(has(R"("to":"Anna")")) << heard_;
  server_.restart();
  const auto other = browse("b");
  EXPECT_TRUE(has(R"("account":null)")) << heard_;
  ask(other, "name", R"("name":"anna")");
  EXPECT_TRUE(has("name_taken")) << heard_;
  browse("a");
  EXPECT_TRUE(has(R"("name":"Anna","accounts":true,"account":"Anna")")) << heard_;
}

TEST_F(EngineAccounts, SignInsExpire) {
  enter(browse("a"), "register", "Anna");
  server_.turn_clock(std::chrono::days(89));
  browse("a");
  EXPECT_TRUE(has(R"("account":"Anna")")) << heard_;
  server_.turn_clock(std::chrono::days(2));
  browse("a");
  EXPECT_TRUE(has(R"("account":null)")) << heard_;
}

TEST_F(EngineAccounts, UnknownNamesAndWrongPasswordsAreAnsweredTheSame) {
  enter(browse("a"), "register", "Anna");
  const auto other = browse("b");
  const auto strip = [](std::string text) { return text.erase(0, text.find("\"ok\"")); };
  const auto wrong = strip(enter(other, "sign_in", "Anna", "wrong password"));
  const auto unknown = strip(enter(other, "sign_in", "Nobody", "wrong password"));
  EXPECT_EQ(wrong, unknown);
  EXPECT_TRUE(has(R"("code":"wrong_password","text":"the name or the password is wrong")")) << heard_;
  enter(other, "sign_in", "ANNA");
  EXPECT_TRUE(has(R"({"type":"account","account":"Anna"})")) << "in any spelling: " << heard_;
}

TEST_F(EngineAccounts, OnlySoManyAttemptsAMinute) {
  const auto sly = browse("a");
  for (std::size_t count = 0; count < server::kMostByToken; ++count) enter(sly, "sign_in", "Anna");
  EXPECT_TRUE(has("wrong_password")) << heard_;
  enter(sly, "sign_in", "Anna");
  EXPECT_TRUE(has(R"("code":"too_often","text":"too many attempts: try again in a minute")")) << heard_;
  // Other tokens of the same address have a few more, together.
  std::size_t granted = server::kMostByToken;
  for (int token = 0; token < 130; ++token) {
    enter(browse(std::to_string(token)), "sign_in", fmt::format("name {}", token));
    if (has("wrong_password")) ++granted;
  }
  EXPECT_EQ(granted, server::kMostByHost);
  server_.turn_clock(server::kAttemptsCount);
  enter(sly, "sign_in", "Anna");
  EXPECT_TRUE(has("wrong_password")) << heard_;
}

TEST_F(EngineAccounts, OnlySoManyAttemptsAtOneAccount) {
  std::size_t granted = 0;
  for (int token = 0; token < 20; ++token) {
    enter(browse(std::to_string(token)), "sign_in", token % 2 == 0 ? "Anna" : "ANNA");
    if (has("wrong_password")) ++granted;
  }
  EXPECT_EQ(granted, server::kMostByAccount);
  enter(browse("a"), "sign_in", "Bert");
  EXPECT_TRUE(has("wrong_password")) << "other accounts do not suffer: " << heard_;
}

TEST_F(EngineAccounts, AskingWhichNamesAreTakenCounts) {
  enter(browse("a"), "register", "Anna");
  const auto sly = browse("b");
  for (std::size_t count = 0; count < server::kMostByToken; ++count) enter(sly, "register", "Anna");
  EXPECT_TRUE(has("name_taken")) << heard_;
  enter(sly, "register", "Anna");
  EXPECT_TRUE(has("too_often")) << heard_;
}

TEST_F(EngineAccounts, WhatIsWrongIsSaid) {
  const auto anna = browse("a");
  EXPECT_NE(enter(anna, "register", "Anna", "short").find("bad_password"), std::string::npos) << heard_;
  EXPECT_NE(enter(anna, "register", "").find("bad_name"), std::string::npos) << heard_;
  for (const auto* what : {"sign_out", "password", "close_account"})
    EXPECT_NE(ask(anna, what).find(R"("code":"not_signed_in")"), std::string::npos) << what << heard_;
  EXPECT_NE(ask(anna, "register").find("bad_password"), std::string::npos) << heard_;
  enter(anna, "register", "Anna");
  EXPECT_TRUE(has("renamed"));
  for (const auto* what : {"register", "sign_in"}) {
    EXPECT_NE(
        enter(anna, what, "Anna").find(R"("code":"already_signed_in","text":"you are signed in as Anna")"),
        std::string::npos)
        << heard_;
  }
  EXPECT_NE(enter(browse("b"), "register", "ANNA").find(R"("code":"name_taken")"), std::string::npos)
      << heard_;
}

TEST_F(EngineAccounts, APasswordIsChangedByWhoKnowsTheOld) {
  const auto anna = browse("a");
  enter(anna, "register", "Anna");
  enter(browse("b"), "sign_in", "Anna");
  const auto back = browse("a");
  ask(back, "password", R"("old":"wrong horse","new":"battery staple")");
  EXPECT_TRUE(has(R"("code":"wrong_password","text":"the old password is wrong")")) << heard_;
  ask(back, "password", R"("old":"correct horse","new":"short")");
  EXPECT_TRUE(has("bad_password")) << heard_;
  ask(back, "password", R"("old":"correct horse","new":"battery staple")");
  EXPECT_TRUE(has(R"("ok":true)")) << heard_;
  browse("b");
  EXPECT_TRUE(has(R"("account":null)")) << "other browsers are signed out: " << heard_;
  const auto other = browse("c");
  enter(other, "sign_in", "Anna");
  EXPECT_TRUE(has("wrong_password")) << heard_;
  enter(other, "sign_in", "Anna", "battery staple");
  EXPECT_TRUE(has(R"("account":"Anna")")) << heard_;
}

TEST_F(EngineAccounts, AClosedAccountLeavesTheNameFree) {
  const auto anna = browse("a");
  enter(anna, "register", "Anna");
  ask(anna, "close_account", R"("password":"wrong horse")");
  EXPECT_TRUE(has(R"("code":"wrong_password","text":"the password is wrong")")) << heard_;
  ask(anna, "close_account", R"("password":"correct horse")");
  EXPECT_TRUE(has(R"({"type":"account","account":null})")) << heard_;
  ask(browse("b"), "name", R"("name":"Anna")");
  EXPECT_TRUE(has(R"("ok":true)")) << heard_;
  EXPECT_TRUE(server_.accounts().all(server_.now())->empty());
}

TEST_F(EngineAccounts, NotInTheMiddleOfAGame) {
  const auto anna = browse("a");
  enter(anna, "register", "Anna");
  const auto bert = browse("b");
  for (const auto player : {anna, bert}) ask(player, "seek", R"("game":"chess","seats":2)");
  for (const auto* what : {"sign_out", "close_account"}) {
    ask(anna, what, R"("password":"correct horse")");
    EXPECT_TRUE(has(R"("code":"playing")")) << heard_;
  }
  enter(bert, "sign_in", "Anna");
  EXPECT_TRUE(has(R"("code":"playing")")) << heard_;
  enter(bert, "register", "Bert");
  EXPECT_TRUE(has(R"({"type":"account","account":"Bert"})")) << heard_;
  EXPECT_EQ(server_.engine().hall().tables().find_table({1})->name_of({1}), "Bert");
  EXPECT_EQ(server_.compare_with_journal(), "");
}

TEST_F(EngineAccounts, TheHostDeletesAnAccountBehindTheServersBack) {
  enter(browse("a"), "register", "Anna");
  ASSERT_TRUE(server_.accounts().remove("Anna", {}));
  const auto other = browse("b");
  ask(other, "name", R"("name":"Anna")");
  EXPECT_TRUE(has("name_taken")) << "nobody has noticed yet: " << heard_;
  enter(other, "sign_in", "Anna");
  EXPECT_TRUE(has("wrong_password")) << heard_;
  server_.hang_up({1});
  ask(other, "name", R"("name":"Anna")");
  EXPECT_TRUE(has(R"("ok":true)")) << heard_;
}

TEST_F(EngineAccounts, WhatCannotBeKeptIsNotGranted) {
  const auto anna = browse("a");
  server_.accounts().fail_with(base::Error{base::Code::storage, "the disk is full"});
  enter(anna, "register", "Anna");
  EXPECT_TRUE(has(R"("code":"storage","text":"accounts cannot be reached: try again later")")) << heard_;
  server_.accounts().fail_with(std::nullopt);
  enter(anna, "register", "Anna");
  EXPECT_TRUE(has(R"("account":"Anna")")) << "the name was not lost: " << heard_;
}

/// Runs nothing, so that one can look at what is under way.
class Idle final : public server::Peers {
 public:
  void send(base::PlayerId player, std::string_view bytes) override { sent[player] += bytes; }
  void close(base::PlayerId /*player*/) override {}
  void set_reading(base::PlayerId /*player*/, bool /*wanted*/) override {}
  void think(base::PlayerId /*bot*/, const server::Question& /*question*/) override {}
  void run_account_job(base::PlayerId /*player*/, server::AccountJob job) override {
    jobs.push_back(std::move(job));
  }

  std::map<base::PlayerId, std::string> sent;
  std::vector<server::AccountJob> jobs;
};

class UnderWay : public testing::Test {
 protected:
  base::PlayerId browse(std::uint64_t number) { return browse(number, fmt::format("10.0.0.{}", number)); }
  base::PlayerId browse(std::uint64_t number, std::string_view host) {
    const base::PlayerId player{number};
    engine_.open(player, *protocols::find("web"), {}, fmt::format("token:{}", number), 0, host);
    engine_.settle({});
    return player;
  }
  std::string ask(base::PlayerId player, std::string_view message) {
    wire_.sent.clear();
    engine_.receive(player, std::string(message) + "\n");
    engine_.settle({});
    return wire_.sent[player];
  }

  const games::Kits kits_;
  Idle wire_;
  server::Observer observer_;
  store::MemoryAccounts accounts_;
  store::MemoryJournal journal_{[this](const store::Settled& settled) { engine_.settled(settled, {}); }};
  server::Engine engine_{kits_, journal_, wire_, observer_, {.accounts = &accounts_}};
};

constexpr auto kRegister = R"({"id":1,"ask":"register","name":"Anna","password":"correct horse"})";

TEST_F(UnderWay, ANameIsKeptWhileItsAccountIsMade) {
  const auto anna = browse(1);
  EXPECT_EQ(ask(anna, kRegister), "") << "answered once it is durable";
  EXPECT_TRUE(engine_.has_errands());
  EXPECT_TRUE(engine_.quiet()) << "nobody else waits for it";
  EXPECT_NE(ask(browse(2), R"({"id":1,"ask":"name","name":"anna"})").find("name_taken"), std::string::npos);
  EXPECT_EQ(ask(anna, R"({"id":2,"ask":"leave"})"), "") << "one request at a time";
  const auto result = server::carry_out(wire_.jobs.at(0), accounts_, server::Strength::quick);
  engine_.finish_account_job(anna, result, {});
  engine_.settle({});
  EXPECT_TRUE(wire_.sent[anna].starts_with(R"({"type":"answer","id":1,"ok":true})")) << wire_.sent[anna];
  EXPECT_FALSE(engine_.has_errands());
}

TEST_F(UnderWay, AnErrandThatFindsNoMemoryIsRefusedAndLeavesTheNameFree) {
  const auto anna = browse(1);
  ask(anna, kRegister);
  engine_.finish_account_job(anna, server::not_run(wire_.jobs.at(0)), {});
  engine_.settle({});
  EXPECT_NE(wire_.sent[anna].find(R"("code":"storage")"), std::string::npos) << wire_.sent[anna];
  EXPECT_FALSE(engine_.has_errands());
  EXPECT_EQ(ask(browse(2), kRegister), "") << "under way, not refused";
}

TEST_F(UnderWay, WhoGoesMeanwhileHasTheAccountLater) {
  const auto anna = browse(1);
  ask(anna, kRegister);
  engine_.closed(anna, {});
  engine_.finish_account_job(anna, server::carry_out(wire_.jobs.at(0), accounts_, server::Strength::quick),
                             {});
  engine_.settle({});
  browse(1);
  EXPECT_NE(wire_.sent[anna].find(R"("name":"Anna")"), std::string::npos) << wire_.sent[anna];
}

TEST_F(UnderWay, ASignInThatFoundNobodyDoesNotGiveAwayANameThatIsBeingTaken) {
  const auto early = browse(1);
  ask(early, R"({"id":1,"ask":"sign_in","name":"anna","password":"correct horse"})");
  const auto found_nobody = server::carry_out(wire_.jobs.at(0), accounts_, server::Strength::quick);
  const auto anna = browse(2);
  ask(anna, kRegister);
  engine_.finish_account_job(early, found_nobody, {});
  const auto taken = [&](std::uint64_t number) {
    return ask(browse(number), R"({"id":1,"ask":"name","name":"Anna"})").find("name_taken") !=
           std::string::npos;
  };
  EXPECT_TRUE(taken(3)) << "while the account is made";
  engine_.finish_account_job(anna, server::carry_out(wire_.jobs.at(1), accounts_, server::Strength::quick),
                             {});
  EXPECT_TRUE(taken(4)) << "and after";
}

std::string sign_in_to(std::uint64_t number) {
  return fmt::format(R"({{"id":1,"ask":"sign_in","name":"Anna {}","password":"correct horse"}})", number);
}

TEST_F(UnderWay, OnlySoManyAtOnce) {
  std::string last;
  for (std::uint64_t number = 1; number <= 65; ++number) last = ask(browse(number), sign_in_to(number));
  EXPECT_EQ(wire_.jobs.size(), 64);
  EXPECT_NE(last.find(R"("code":"busy")"), std::string::npos) << last;
}

TEST_F(UnderWay, OneAddressDoesNotFillTheQueue) {
  std::string last;
  for (std::uint64_t number = 1; number <= 33; ++number)
    last = ask(browse(number, "10.0.0.1"), sign_in_to(number));
  EXPECT_EQ(wire_.jobs.size(), 32);
  EXPECT_NE(last.find(R"("code":"busy")"), std::string::npos) << last;
  EXPECT_EQ(ask(browse(34, "10.0.0.2"), sign_in_to(34)), "") << "under way";
  EXPECT_EQ(wire_.jobs.size(), 33);
}

TEST(WithoutAccounts, ThereAreNone) {
  const games::Kits kits;
  Idle wire;
  server::Observer observer;
  store::MemoryJournal journal([](const store::Settled&) {});
  server::Engine engine(kits, journal, wire, observer, {});
  engine.open({1}, *protocols::find("web"), {}, "token:a");
  engine.receive({1}, std::string(kRegister) + "\n");
  engine.settle({});
  EXPECT_NE(wire.sent[{1}].find(R"("accounts":false,"account":null)"), std::string::npos) << wire.sent[{1}];
  EXPECT_NE(wire.sent[{1}].find(R"("code":"no_accounts","text":"this server keeps no accounts")"),
            std::string::npos)
      << wire.sent[{1}];
}

}  // namespace
