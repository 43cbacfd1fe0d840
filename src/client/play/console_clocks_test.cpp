// What the console makes of clocks and of offers.
#include "client/play/console_fixture.hpp"
#include "games/chess/rules.hpp"

namespace client::play {
namespace {

using Kind = Key::Kind;

// Clocks.

class WithClocks : public AtTheConsole {
 protected:
  static constexpr base::Time kNow{base::Duration(5'000'000)};

  static std::shared_ptr<const table::Times> times(base::Duration first, base::Duration second,
                                                   std::optional<base::Seat> running) {
    return std::make_shared<table::Times>(table::Times{{first, second}, running});
  }
  void begin(const std::shared_ptr<const table::Times>& told) {
    const auto state = *games::start({}, "chess", "", 2, 1);
    auto view = std::make_shared<games::AnyView>(games::view(state, games::chess::kWhiteSeat));
    console_.keep_time(kNow);
    console_.hear(table::Started{.table = {},
                                 .seat = games::chess::kWhiteSeat,
                                 .players = {"anna", "bert"},
                                 .view = view,
                                 .clock = "300+5",
                                 .times = told});
  }
};

using std::chrono::milliseconds;
using std::chrono::seconds;

TEST_F(WithClocks, EachPlayersTimeIsShownAndCountedOn) {
  begin(times(seconds(300), seconds(290), base::Seat{0}));
  EXPECT_TRUE(shows("> anna (you)   white    5:00\n")) << screen();
  EXPECT_TRUE(shows("bert         black    4:50\n")) << screen();
  console_.keep_time(kNow + milliseconds(1'500));
  EXPECT_TRUE(shows("white    4:58\n")) << screen();
  EXPECT_TRUE(shows("black    4:50\n")) << screen();
  EXPECT_EQ(console_.until_change(), milliseconds(501));
}

TEST_F(WithClocks, WhatIsShortIsMarkedAndHasTenths) {
  begin(times(milliseconds(9'870), seconds(29), base::Seat{0}));
  EXPECT_TRUE(shows("white !0:09.8\n")) << screen();
  EXPECT_TRUE(shows("black   !0:29\n")) << screen();
  EXPECT_EQ(console_.times(), "Time left: you 0:09.8 (short), bert 0:29 (short).");
}

/// Spectrangle shows everybody's tiles: names would have no room.
TEST_F(WithClocks, WherePointsAreLongTheyStandBelow) {
  const auto state = *games::start({}, "spectrangle", "", 2, 1);
  auto view = std::make_shared<games::AnyView>(games::view(state, base::Seat{0}));
  console_.keep_time(kNow);
  console_.hear(table::Started{.table = {},
                               .seat = base::Seat{0},
                               .players = {"anna", "somebody else"},
                               .view = view,
                               .times = times(seconds(300), seconds(290), base::Seat{0})});
  EXPECT_TRUE(shows("anna (you)            5:00\n")) << screen();
  EXPECT_TRUE(shows("somebody else         4:50\n")) << screen();
}

TEST_F(WithClocks, AMoveTellsNewTimes) {
  begin(times(seconds(300), seconds(300), base::Seat{0}));
  console_.keep_time(kNow + seconds(10));
  const auto move = *games::chess::Rules::read("e2e4");
  console_.hear(table::Happened{
      .who = games::chess::kWhiteSeat,
      .event = games::chess::Event{.seat = games::chess::kWhiteSeat, .move = move},
      .to_move = games::chess::kBlackSeat,
      .times = times(seconds(295), seconds(300), base::Seat{1}),
  });
  EXPECT_TRUE(shows("white    4:55\n")) << screen();
  console_.hear(table::ClockReading{times(seconds(295), seconds(200), base::Seat{1})});
  console_.keep_time(kNow + seconds(11));
  EXPECT_TRUE(shows("black    3:19\n")) << screen();
}

/// A table where nothing has happened yet is told as if the game began.
TEST_F(WithClocks, WhoComesBackIsToldSo) {
  begin(times(seconds(300), seconds(300), base::Seat{0}));
  console_.take_news();
  console_.connecting();
  begin(times(seconds(280), seconds(300), base::Seat{0}));
  EXPECT_EQ(console_.take_news(), std::vector<std::string>{"You are back in your game."});
  EXPECT_TRUE(shows("white    4:40\n")) << screen();
}

TEST_F(WithClocks, AfterTheEndTheyStandStill) {
  begin(times(seconds(300), seconds(300), base::Seat{0}));
  console_.keep_time(kNow + seconds(10));
  console_.hear(table::Over{{{games::chess::kWhiteSeat}, {}, "left"}});
  console_.keep_time(kNow + seconds(20));
  EXPECT_TRUE(shows("white    4:50\n")) << screen();
  EXPECT_FALSE(console_.until_change());
}

TEST_F(WithClocks, WithoutThemThereIsNothingToShow) {
  start();
  EXPECT_EQ(console_.times(), "");
  EXPECT_FALSE(console_.until_change());
}

TEST_F(WithClocks, WhoseTimeIsUpIsSaid) {
  begin(times(seconds(1), seconds(1), base::Seat{0}));
  auto state = *games::start({}, "chess", "", 2, 1);
  console_.hear(table::Happened{.who = base::Seat{1},
                                .event = games::flag(state, base::Seat{1}).front(),
                                .to_move = {},
                                .flagged = true});
  EXPECT_TRUE(shows("the time of bert is up")) << screen();
}

// Offers.

class WithOffers : public AtTheConsole {
 protected:
  using Fate = table::Offered::Fate;
  using Proposal = table::Proposal;

  WithOffers() { start_at(); }
  void start_at() {
    const auto state = *games::start({}, "chess", "", 2, 1);
    auto view = std::make_shared<games::AnyView>(games::view(state, base::Seat{0}));
    table_.hear(table::Started{{}, base::Seat{0}, {"anna", "bert"}, view});
    table_.take_news();
  }
  void tell(base::Seat who, Proposal what, Fate fate) { table_.hear(table::Offered{who, what, fate}); }
  void keys(std::u32string_view text) {
    for (const char32_t character : text) table_.press({.kind = Kind::character, .character = character});
  }
  bool sees(std::string_view text) const { return seen().find(text) != std::string::npos; }
  std::string seen() const { return table_.draw(24, 80, kPlain).text(); }
  std::optional<table::Consent> replied() const {
    if (world_.asked.empty()) return std::nullopt;
    const auto* reply = std::get_if<table::Reply>(&world_.asked.back());
    return reply == nullptr ? std::nullopt : std::optional(reply->consent);
  }

  Console table_{{.what = "web", .where = "here", .name = "anna", .offers = true}, world_};
};

TEST_F(WithOffers, ADrawIsOfferedAfterAQuestion) {
  keys(U"d");
  EXPECT_TRUE(sees("Offer a draw? y")) << seen();
  keys(U"x");
  EXPECT_TRUE(world_.asked.empty());
  keys(U"dy");
  ASSERT_EQ(world_.asked.size(), 1U);
  EXPECT_EQ(std::get<table::Offer>(world_.asked[0]).what, Proposal::draw);
  tell({0}, Proposal::draw, Fate::made);
  EXPECT_TRUE(sees(" You offer a draw.  w: take the offer back")) << seen();
  keys(U"yn");
  EXPECT_EQ(world_.asked.size(), 1U) << "it is for the other to answer";
  keys(U"w");
  EXPECT_EQ(replied(), table::Consent::decline);
  tell({0}, Proposal::draw, Fate::withdrawn);
  EXPECT_FALSE(sees("take the offer back"));
  EXPECT_TRUE(sees("Your offer of a draw is withdrawn.")) << seen();
}

TEST_F(WithOffers, KeysAndHelpSpeakOfThem) {
  EXPECT_TRUE(sees("d: draw  t: take back")) << seen();
  table_.press({.kind = Kind::help});
  EXPECT_TRUE(sees("d offers a draw")) << seen();
  EXPECT_TRUE(sees("Any key goes back."));
}

TEST_F(WithOffers, WhatIsOfferedIsToldAndAnswered) {
  tell({1}, Proposal::draw, Fate::made);
  EXPECT_TRUE(sees(" bert offers a draw.  y: accept  n: decline")) << seen();
  EXPECT_EQ(table_.take_news(),
            (std::vector<std::string>{"bert offers a draw.", "'accept' takes it, 'decline' does not."}));
  keys(U"n");
  EXPECT_EQ(replied(), table::Consent::decline);
  tell({1}, Proposal::draw, Fate::declined);
  EXPECT_TRUE(sees("bert's offer of a draw is declined.")) << seen();
  EXPECT_FALSE(sees("y: accept"));
  tell({1}, Proposal::takeback, Fate::made);
  EXPECT_TRUE(sees(" bert asks to take a move back.  y: accept")) << seen();
  keys(U"y");
  EXPECT_EQ(replied(), table::Consent::accept);
  table_.hear(table::Happened{
      .who = {1},
      .event =
          games::chess::Event{.what = games::chess::What::taken_back, .seat = {1}, .move = {}, .plies = 2},
      .to_move = base::Seat{1}});
  EXPECT_FALSE(sees("y: accept")) << "what was agreed on is no longer offered";
  EXPECT_TRUE(sees("the last 2 moves are taken")) << seen();
}

TEST_F(WithOffers, WhoOffersADrawMayMoveAndStillOfferIt) {
  const auto moves = [&](base::Seat who) {
    table_.hear(table::Happened{
        .who = who,
        .event = games::chess::Event{.what = games::chess::What::moved, .seat = who, .move = {}},
        .to_move = base::Seat{static_cast<std::uint8_t>(1 - who.value)}});
  };
  tell({1}, Proposal::draw, Fate::made);
  moves({1});
  EXPECT_TRUE(sees("y: accept")) << seen();
  moves({0});
  EXPECT_FALSE(sees("y: accept")) << seen();
}

TEST_F(WithOffers, TheyLapse) {
  tell({0}, Proposal::takeback, Fate::made);
  EXPECT_TRUE(sees(" You ask to take a move back.  w: ")) << seen();
  tell({0}, Proposal::takeback, Fate::lapsed);
  EXPECT_TRUE(sees("Your wish to take a move back has lapsed.")) << seen();
  EXPECT_FALSE(sees("w: take"));
}

TEST_F(WithOffers, ByCommands) {
  for (const std::string_view line : {"accept", "decline", "withdraw"}) table_.enter(line);
  EXPECT_TRUE(world_.asked.empty());
  EXPECT_EQ(table_.take_news(),
            (std::vector<std::string>{"Nothing is offered to you.", "Nothing is offered to you.",
                                      "You have offered nothing."}));
  table_.enter("takeback");
  EXPECT_EQ(std::get<table::Offer>(world_.asked.at(0)).what, Proposal::takeback);
  tell({0}, Proposal::takeback, Fate::made);
  table_.enter("withdraw");
  EXPECT_EQ(replied(), table::Consent::decline);
  tell({1}, Proposal::draw, Fate::made);
  table_.enter("accept");
  EXPECT_EQ(replied(), table::Consent::accept);
  table_.enter("decline");
  EXPECT_EQ(replied(), table::Consent::decline);
  table_.enter("draw");
  EXPECT_EQ(std::get<table::Offer>(world_.asked.back()).what, Proposal::draw);
}

TEST_F(WithOffers, OneResignsAfterAQuestion) {
  EXPECT_TRUE(sees("r: resign")) << seen();
  keys(U"r");
  EXPECT_TRUE(sees("Resign? y")) << seen();
  table_.press({.kind = Kind::enter});
  EXPECT_TRUE(world_.asked.empty()) << "not by a key that is pressed all the time";
  keys(U"ry");
  ASSERT_EQ(world_.asked.size(), 1U);
  EXPECT_TRUE(std::holds_alternative<table::Resign>(world_.asked[0]));
  table_.hear(table::Over{{{base::Seat{1}}, {}, "resigned"}});
  EXPECT_TRUE(sees("You resigned, bert wins.")) << seen();
  table_.enter("resign");
  EXPECT_TRUE(sees("There is no game going on.")) << seen();
  EXPECT_EQ(world_.asked.size(), 1U);
}

TEST_F(WithOffers, WhatTheOtherWantsAfterTheGameIsTold) {
  using What = table::Wished::What;
  table_.hear(table::Over{{{base::Seat{0}}, {}, "resigned"}});
  EXPECT_TRUE(sees("bert resigned, you win.")) << seen();
  table_.hear(table::Wished{"bert", What::again});
  EXPECT_TRUE(sees("bert wants another game.")) << seen();
  table_.hear(table::Wished{"bert", What::enough, false});
  EXPECT_TRUE(sees("bert does not want another game.")) << seen();
  EXPECT_TRUE(table_.scene().parted);
  table_.hear(table::Wished{"bert", What::gone, false});
  EXPECT_TRUE(sees("bert has gone; there is no other game.")) << seen();
}

TEST_F(WithOffers, OtherGamesHaveNothingToOffer) {
  const auto state = *games::start({}, "spectrangle", "", 2, 1);
  auto view = std::make_shared<games::AnyView>(games::view(state, base::Seat{0}));
  table_.hear(table::Started{{}, base::Seat{0}, {"anna", "bert"}, view});
  keys(U"d");
  EXPECT_TRUE(sees("There is nothing to offer in this game.")) << seen();
  table_.enter("resign");
  EXPECT_TRUE(sees("Nobody resigns in this game; 'quit' leaves it.")) << seen();
  EXPECT_FALSE(sees("t: take back"));
  EXPECT_TRUE(world_.asked.empty());
}

TEST_F(AtTheConsole, AProtocolWithoutOffersSaysSo) {
  start();
  for (const std::u32string_view key : {U"d", U"t"}) {
    type(key);
    EXPECT_TRUE(shows("This protocol has no word for offers.")) << screen();
    press(Kind::escape);
  }
  console_.enter("draw");
  EXPECT_TRUE(shows("This protocol has no word for offers."));
  type(U"r");
  EXPECT_TRUE(shows("This protocol has no word for resigning; 'quit' leaves the game.")) << screen();
  EXPECT_TRUE(world_.asked.empty());
}

}  // namespace
}  // namespace client::play
