// What the console makes of keys, lines and notices: requests, screens and sentences.
#include "client/play/console_fixture.hpp"
#include "games/chess/rules.hpp"

namespace client::play {
namespace {

using Kind = Key::Kind;

TEST_F(AtTheConsole, AWholeScreenAt80By24) {
  start();
  const auto text = screen();
  EXPECT_TRUE(
      text.starts_with(" Parlor   chess   somewhere:1   as anna                               your turn\n"))
      << text;
  EXPECT_TRUE(shows("> anna (you)           white")) << text;
  EXPECT_TRUE(shows("Your move: choose a piece")) << text;
  EXPECT_TRUE(shows("F1: help")) << text;
}

TEST_F(AtTheConsole, ATerminalThatIsTooSmallSaysSo) {
  start();
  EXPECT_EQ(console_.draw(10, 40, kPlain).text(), "Too small: Parlor needs 80x24.\n");
}

TEST_F(AtTheConsole, MovesByKeysGoOut) {
  start();
  for (const auto kind : {Kind::enter, Kind::up, Kind::up, Kind::enter}) press(kind);
  ASSERT_EQ(world_.asked.size(), 1U);
  EXPECT_EQ(games::write(std::get<table::Play>(world_.asked[0]).move), "e2e4");
}

TEST_F(AtTheConsole, MovesByTextGoOut) {
  start();
  type(U":Nf3");
  EXPECT_TRUE(shows(": Nf3_"));
  press(Kind::enter);
  ASSERT_EQ(world_.asked.size(), 1U);
  EXPECT_EQ(games::write(std::get<table::Play>(world_.asked[0]).move), "g1f3");
}

TEST_F(AtTheConsole, TypingCanBeTakenBack) {
  start();
  type(U":Nf3");
  press(Kind::backspace);
  EXPECT_TRUE(shows(": Nf_"));
  press(Kind::escape);
  EXPECT_FALSE(shows(": Nf_"));
  EXPECT_TRUE(world_.asked.empty());
}

TEST_F(AtTheConsole, AClickIsASquare) {
  start();
  const auto click = [&](int row, int column) {
    console_.click({.kind = Kind::click, .row = row, .column = column}, 24, 80, kPlain);
  };
  click(8, 17);  // e2: row 2 + 6, column 1 + 3 + 4 * 3 + 1
  click(6, 17);
  ASSERT_EQ(world_.asked.size(), 1U);
  EXPECT_EQ(games::write(std::get<table::Play>(world_.asked[0]).move), "e2e4");
  click(-1, 300);
  click(23, 79);
}

TEST_F(AtTheConsole, AHintIsPutTogetherAndEnterMakesIt) {
  start();
  type(U"?");
  ASSERT_TRUE(world_.thinking);
  console_.hint(*world_.thinking, *games::read("chess", "d2d4"));
  EXPECT_TRUE(shows("Hint: d4. Enter makes it."));
  press(Kind::enter);
  ASSERT_EQ(world_.asked.size(), 2U) << "the others are told of it first";
  EXPECT_EQ(games::write(std::get<table::Play>(world_.asked[1]).move), "d2d4");
}

TEST_F(AtTheConsole, WhoMayBeAPersonIsToldOfAHint) {
  start();
  type(U"?");
  ASSERT_EQ(world_.asked.size(), 1U);
  EXPECT_EQ(std::get<table::Say>(world_.asked[0]).text, "(I ask a bot for a hint.)");
  console_.hint(*world_.thinking, *games::read("chess", "d2d4"));
  console_.hear(table::Said{"anna", "(I ask a bot for a hint.)"});
  EXPECT_TRUE(shows("Hint: d4. Enter makes it.")) << "also if the server says later what was said";
}

TEST_F(AtTheConsole, BotsAreNotTold) {
  const auto state = *games::start({}, "chess", "", 2, 1);
  table::Started started{{},
                         games::chess::kWhiteSeat,
                         {"anna", "bert"},
                         std::make_shared<games::AnyView>(games::view(state, games::chess::kWhiteSeat))};
  started.sitters = {{"anna", "web"}, {"bert", "bot"}};
  console_.hear(started);
  type(U"?");
  EXPECT_TRUE(world_.thinking);
  EXPECT_TRUE(world_.asked.empty());
}

TEST_F(AtTheConsole, WhereNobodyCanBeToldThereIsNoHint) {
  Console console({.what = "chess", .where = "somewhere:1", .name = "anna"}, world_);
  const auto state = *games::start({}, "chess", "", 2, 1);
  console.hear(
      table::Started{{},
                     games::chess::kWhiteSeat,
                     {"anna", "bert"},
                     std::make_shared<games::AnyView>(games::view(state, games::chess::kWhiteSeat))});
  console.enter("hint");
  EXPECT_FALSE(world_.thinking);
  EXPECT_NE(console.take_news().back().find("no words to tell them"), std::string::npos);
}

TEST_F(AtTheConsole, AHintForAnOlderPositionIsForgotten) {
  start();
  type(U"?");
  auto state = *games::start({}, "chess", "", 2, 1);
  ASSERT_TRUE(games::play(state, games::chess::kWhiteSeat, *games::read("chess", "e2e4")));
  console_.see(games::view(state, games::chess::kWhiteSeat));
  console_.hint(*world_.thinking, *games::read("chess", "d2d4"));
  EXPECT_FALSE(shows("Hint"));
}

/// A second thought would come later, and put away what the player has begun since.
TEST_F(AtTheConsole, WhoAsksAgainWaitsForTheSameHint) {
  start();
  type(U"??");
  EXPECT_EQ(world_.thoughts, 1);
  console_.hint(*world_.thinking, *games::read("chess", "d2d4"));
  EXPECT_TRUE(shows("Hint: d4. Enter makes it."));
  type(U"?");
  EXPECT_EQ(world_.thoughts, 2) << "another one may be asked for afterwards";
}

TEST_F(AtTheConsole, AHintIsAskedForAgainIfTheGameWentOnMeanwhile) {
  start();
  type(U"?");
  const auto older = *world_.thinking;
  world_.thinking.reset();
  auto state = *games::start({}, "chess", "", 2, 1);
  ASSERT_TRUE(games::play(state, games::chess::kWhiteSeat, *games::read("chess", "e2e4")));
  ASSERT_TRUE(games::play(state, games::chess::kBlackSeat, *games::read("chess", "e7e5")));
  const auto newer = games::view(state, games::chess::kWhiteSeat);
  console_.see(newer);
  console_.hint(older, *games::read("chess", "d2d4"));
  EXPECT_EQ(world_.thinking, newer) << "the player still waits for a hint";
  EXPECT_TRUE(shows("Thinking ..."));
  console_.hint(newer, *games::read("chess", "d2d4"));
  EXPECT_TRUE(shows("Hint: d4. Enter makes it."));
}

TEST_F(AtTheConsole, RefusalsAreSentences) {
  start();
  console_.hear(table::Refused{{base::Code::illegal_move, "the server answered ERROR 3"}});
  EXPECT_TRUE(shows("The server answered ERROR 3."));
  world_.refuse = base::Error{base::Code::not_your_turn, ""};
  console_.enter("e2e4");
  EXPECT_TRUE(shows("Not your turn."));
  console_.enter("e2e5");
  EXPECT_FALSE(shows("Not your turn."));
}

TEST_F(AtTheConsole, TheLogSaysWhatHappened) {
  start();
  const auto move = *games::chess::Rules::read("e2e4");
  console_.hear(table::Happened{games::chess::kWhiteSeat,
                                games::chess::Event{.seat = games::chess::kWhiteSeat, .move = move},
                                games::chess::kBlackSeat});
  EXPECT_TRUE(shows("1. e4")) << screen();
}

/// A client half shows a move of one's own as made before its server has told it.
TEST_F(AtTheConsole, AMoveThatIsSeenBeforeItIsToldIsNamedAllTheSame) {
  start();
  auto state = *games::start({}, "chess", "", 2, 1);
  const auto move = *games::chess::Rules::read("g1f3");
  ASSERT_TRUE(games::play(state, games::chess::kWhiteSeat, move));
  const auto after = games::view(state, games::chess::kWhiteSeat);
  console_.see(after);
  console_.hear(table::Happened{.who = games::chess::kWhiteSeat,
                                .event = games::chess::Event{.seat = games::chess::kWhiteSeat, .move = move},
                                .to_move = games::chess::kBlackSeat,
                                .view = std::make_shared<games::AnyView>(after)});
  EXPECT_TRUE(shows("1. Nf3")) << screen();
}

TEST_F(AtTheConsole, TheLogCanBeScrolledAsFarAsThereIsAnything) {
  start();
  const auto lines = [&](int from, int to) {
    for (int number = from; number <= to; ++number)
      console_.hear(table::Said{"bert", "number " + std::to_string(number)});
  };
  lines(1, 2);
  screen();
  press(Kind::page_up);
  EXPECT_TRUE(shows("number 2")) << "everything is on the screen: " << screen();
  EXPECT_FALSE(shows("PgDn: newer"));
  lines(3, 40);
  EXPECT_TRUE(shows("bert: number 40"));
  EXPECT_FALSE(shows("The game begins"));
  for (int times = 0; times < 20; ++times) {
    screen();
    press(Kind::page_up);
  }
  EXPECT_TRUE(shows("The game begins: anna, bert.")) << screen();
  EXPECT_TRUE(shows("PgDn: newer lines"));
  EXPECT_TRUE(shows("bert: number 10")) << "the screen is full: " << screen();
  for (int times = 0; times < 6; ++times) press(Kind::page_down);
  EXPECT_TRUE(shows("bert: number 40\n")) << screen();
  EXPECT_FALSE(shows("PgDn: newer"));
}

TEST_F(AtTheConsole, ABoardStaysInSightWhileAConnectionIsMadeAnew) {
  start();
  console_.hear(table::Gathered{.who = "bert", .lobby = "main", .present = {"anna", "bert"}, .seats = 2});
  console_.connecting();
  EXPECT_TRUE(shows("connecting\n")) << screen();
  EXPECT_TRUE(shows("anna (you)")) << screen();
  EXPECT_FALSE(shows("Lobby main"));
  console_.connected();
  EXPECT_TRUE(shows("waiting\n")) << screen();
  EXPECT_TRUE(shows("Waiting for the first word ...")) << screen();
}

TEST_F(AtTheConsole, AnotherGameAfterTheEnd) {
  start();
  console_.hear(table::Over{{{games::chess::kWhiteSeat}, {}, "checkmate"}});
  EXPECT_TRUE(shows("You win by checkmate.")) << screen();
  EXPECT_TRUE(shows("game over"));
  press(Kind::enter);
  ASSERT_EQ(world_.asked.size(), 1U);
  EXPECT_EQ(std::get<table::Rematch>(world_.asked[0]).wish, table::Wish::again);
  EXPECT_TRUE(console_.wants_again());
  start();
  EXPECT_FALSE(console_.wants_again());
}

TEST_F(AtTheConsole, QuittingIsAskedAboutAndSaidInTheProtocol) {
  start();
  type(U"q");
  EXPECT_TRUE(shows("Leave the game?"));
  type(U"n");
  EXPECT_FALSE(world_.quitted);
  type(U"qy");
  EXPECT_TRUE(world_.quitted);
  ASSERT_EQ(world_.asked.size(), 1U);
  EXPECT_TRUE(std::holds_alternative<table::Leave>(world_.asked[0]));
}

TEST_F(AtTheConsole, HelpIsOneKeyAway) {
  start();
  press(Kind::help);
  EXPECT_TRUE(shows("Any key goes back."));
  EXPECT_TRUE(shows("you may type a move, or: hint"));
  press(Kind::enter);
  EXPECT_FALSE(shows("Any key goes back."));
  EXPECT_TRUE(world_.asked.empty()) << "the key that closes help does nothing else";
  type(U"h");
  EXPECT_TRUE(shows("Any key goes back."));
}

TEST_F(AtTheConsole, TheLobby) {
  console_.hear(table::Gathered{.who = "bert", .lobby = "main", .present = {"anna", "bert"}, .seats = 2});
  console_.hear(table::Listed{{{"main", {"anna", "bert"}}, {"other", {"carl"}, 2, true}}});
  EXPECT_TRUE(shows("Lobby main"));
  EXPECT_TRUE(shows("Here: 2 of 2"));
  EXPECT_TRUE(shows("other: carl (playing)"));
  press(Kind::enter);
  ASSERT_EQ(world_.asked.size(), 1U);
  EXPECT_TRUE(std::holds_alternative<table::Ready>(world_.asked[0]));
  type(U"jother");
  press(Kind::enter);
  ASSERT_EQ(world_.asked.size(), 2U);
  EXPECT_EQ(std::get<table::Seek>(world_.asked[1]).lobby, "other");
}

TEST_F(AtTheConsole, ATakenNameAsksForAnother) {
  console_.hear(table::Refused{{base::Code::name_taken, "somebody has that name"}});
  EXPECT_TRUE(shows("another name: _"));
  press(Kind::escape);
  EXPECT_TRUE(shows("Another name is needed. Enter: type it, q: quit.")) << screen();
  press(Kind::enter);
  EXPECT_TRUE(shows("another name: _"));
  type(U"carl");
  press(Kind::enter);
  EXPECT_EQ(console_.name(), "carl");
  EXPECT_EQ(world_.begun, 1);
}

TEST_F(AtTheConsole, AGameThatBeginsNeedsNoOtherName) {
  console_.hear(table::Refused{{base::Code::name_taken, "somebody has that name"}});
  start();
  EXPECT_FALSE(shows("another name"));
  type(U"?");
  EXPECT_TRUE(world_.thinking) << "keys are for the game";
}

TEST_F(AtTheConsole, ChatIsHeardAndSaid) {
  start();
  console_.hear(table::Said{"bert", "hello\x1b[31m"});
  EXPECT_TRUE(shows("bert: hello[31m"));
  type(U"/hi there");
  press(Kind::enter);
  ASSERT_EQ(world_.asked.size(), 1U);
  EXPECT_EQ(std::get<table::Say>(world_.asked[0]).text, "hi there");
}

TEST_F(AtTheConsole, WhoComesAndGoesIsSaidOfOthers) {
  start();
  console_.hear(table::Presence{base::Seat{0}, true});
  EXPECT_FALSE(shows("anna is back")) << "one knows that";
  console_.hear(table::Presence{base::Seat{1}, false});
  EXPECT_TRUE(shows("bert lost the connection")) << screen();
  console_.hear(table::Presence{base::Seat{1}, true});
  EXPECT_TRUE(shows("bert is back.")) << screen();
}

TEST_F(AtTheConsole, ALostConnectionIsToldAndCanBeMadeAgain) {
  start();
  console_.lose("The server ended the connection.");
  EXPECT_TRUE(shows("no connection"));
  EXPECT_TRUE(shows("The server ended the connection."));
  press(Kind::enter);
  EXPECT_EQ(world_.begun, 1);
  console_.take_news();
  start();
  EXPECT_EQ(console_.take_news(), std::vector<std::string>{"The game begins: anna, bert. You are anna."})
      << "it is another one";
}

TEST_F(AtTheConsole, NewsAreLines) {
  start();
  EXPECT_EQ(console_.take_news(), (std::vector<std::string>{"The game begins: anna, bert. You are anna."}));
  console_.enter("nonsense");
  EXPECT_EQ(console_.take_news().size(), 1U);
  EXPECT_TRUE(console_.take_news().empty());
}

class InTheHall : public AtTheConsole {
 protected:
  InTheHall() {
    auto hall = std::make_shared<table::Overview>();
    hall->lobbies.push_back({"chess", "", "7", 2, {{"carl", "web"}}, "300+5"});
    hall->tables.push_back({.table = {12},
                            .game = "shelfie",
                            .options = "",
                            .sitters = {{"dora", "web"}, {"emil", "web"}},
                            .acts = 9});
    hall_.hear(protocols::HallAnswer{hall});
  }
  std::string seen() const { return hall_.draw(24, 80, kPlain).text(); }

  Console hall_{{.what = "web", .where = "here", .name = "anna", .hall = true, .wishes = {.players = 3}},
                world_};
};

TEST_F(InTheHall, GamesLobbiesAndTablesCanBeChosen) {
  EXPECT_NE(seen().find("> chess with whoever comes (2 players)"), std::string::npos) << seen();
  EXPECT_NE(seen().find("scrabble against 2 bots, regular: the best of 60 words that come to mind"),
            std::string::npos)
      << seen();
  EXPECT_NE(seen().find("join chess: carl"), std::string::npos) << seen();
  EXPECT_NE(seen().find("watch shelfie: dora, emil (9 moves)"), std::string::npos) << seen();
  hall_.press({.kind = Kind::down});
  hall_.press({.kind = Kind::enter});
  ASSERT_EQ(world_.asked.size(), 1U);
  EXPECT_EQ(std::get<table::Seek>(world_.asked[0]).bots, std::vector<std::string>{"regular"});
  hall_.press({.kind = Kind::up});
  hall_.press({.kind = Kind::up});
  hall_.press({.kind = Kind::enter});
  ASSERT_EQ(world_.asked.size(), 2U);
  EXPECT_EQ(std::get<table::Watch>(world_.asked[1]).table, base::TableId{12});
}

TEST_F(InTheHall, ChoicesAreNumberedForLines) {
  hall_.take_news();
  hall_.enter("hall");
  const auto news = hall_.take_news();
  ASSERT_EQ(news.size(), 2 * games::names().size() + 2);
  EXPECT_EQ(news[8], "9. join chess: carl, 5 min + 5 s");
  hall_.enter("choose 9");
  ASSERT_EQ(world_.asked.size(), 1U);
  EXPECT_EQ(std::get<table::Seek>(world_.asked[0]).lobby, "7");
  EXPECT_EQ(std::get<table::Seek>(world_.asked[0]).clock, "300+5") << "one joins a lobby as it is";
  hall_.enter("choose 11");
  hall_.enter("choose x");
  EXPECT_EQ(world_.asked.size(), 1U);
}

TEST_F(InTheHall, WhoeverWaitsInALobbyCanGoBack) {
  hall_.hear(table::Gathered{.who = "anna", .lobby = "1", .present = {"anna"}, .seats = 2});
  EXPECT_NE(seen().find("Waiting for the others ... b: back to the hall."), std::string::npos) << seen();
  hall_.press({.kind = Kind::character, .character = U'b'});
  ASSERT_EQ(world_.asked.size(), 1U);
  EXPECT_TRUE(std::holds_alternative<table::Leave>(world_.asked[0]));
  EXPECT_EQ(seen().find("Lobby 1"), std::string::npos) << seen();
  hall_.press({.kind = Kind::character, .character = U'b'});
  EXPECT_EQ(world_.asked.size(), 1U) << "there is nothing to leave any more";
}

TEST_F(InTheHall, WhoHasNobodyLeftToPlayWithGoesBack) {
  const auto state = *games::start({}, "chess", "", 2, 1);
  auto view = std::make_shared<games::AnyView>(games::view(state, base::Seat{0}));
  hall_.hear(table::Started{{}, base::Seat{0}, {"anna", "bert"}, view});
  hall_.hear(table::Over{{{base::Seat{0}}, {}, "left"}});
  for (const char32_t character : U"yn") hall_.press({.kind = Kind::character, .character = character});
  EXPECT_TRUE(world_.asked.empty()) << "an answer to an offer that came too late";
  EXPECT_FALSE(world_.quitted);
  hall_.press({.kind = Kind::enter});
  EXPECT_NE(seen().find("Waiting for another game"), std::string::npos) << seen();
  hall_.hear(table::Agreed{table::Wish::enough});
  EXPECT_EQ(seen().find("Waiting for another game"), std::string::npos) << seen();
  EXPECT_NE(seen().find("There is no other game. Enter: back to the hall"), std::string::npos) << seen();
  hall_.press({.kind = Kind::enter});
  EXPECT_NE(seen().find("> chess with whoever comes"), std::string::npos) << seen();
}

TEST_F(InTheHall, GamesThatOneBeginsHaveTheClockThatIsWanted) {
  Console hall({.what = "web",
                .where = "here",
                .name = "anna",
                .hall = true,
                .wishes = {.players = 2, .clock = "move=60"}},
               world_);
  hall.hear(protocols::HallAnswer{std::make_shared<const table::Overview>()});
  EXPECT_NE(hall.draw(24, 80, kPlain).text().find("> chess with whoever comes (2 players, 1 min a turn)"),
            std::string::npos);
  hall.enter("choose 1");
  hall.enter("choose 2");
  ASSERT_EQ(world_.asked.size(), 2U);
  for (const auto& asked : world_.asked) EXPECT_EQ(std::get<table::Seek>(asked).clock, "move=60");
}

TEST_F(InTheHall, WhoeverWatchesMakesNoMovesAndGoesBack) {
  const auto state = *games::start({}, "chess", "", 2, 1);
  auto view = std::make_shared<games::AnyView>(games::view(state, std::nullopt));
  hall_.hear(table::Resumed{.seat = {{}, {}, {"dora", "emil"}, view}, .past = {}, .watches = true});
  EXPECT_NE(seen().find("You watch. b: back to the hall."), std::string::npos) << seen();
  for (const auto kind : {Kind::enter, Kind::up, Kind::up, Kind::enter}) hall_.press({.kind = kind});
  EXPECT_TRUE(world_.asked.empty());
  hall_.press({.kind = Kind::character, .character = U'b'});
  ASSERT_EQ(world_.asked.size(), 1U);
  EXPECT_TRUE(std::holds_alternative<table::Leave>(world_.asked[0]));
  EXPECT_NE(seen().find("> chess with whoever comes"), std::string::npos) << seen();
}

}  // namespace
}  // namespace client::play
