// What the console makes of keys, lines and notices: requests, screens and sentences.
#include "client/play/console.hpp"

#include <gtest/gtest.h>

#include "client/play/local.hpp"

namespace {

using client::play::Console;
using client::play::Key;
using Kind = client::play::Key::Kind;

constexpr client::play::Look kPlain{.unicode = false, .colour = false};

/// Remembers what was wanted.
struct World final : client::play::Outside {
  base::Result<void> ask(const table::Request& request) override {
    if (refuse) return std::unexpected(*refuse);
    asked.push_back(request);
    return {};
  }
  void think(const games::AnyView& view) override { thinking = view; }
  void begin_again() override { ++begun; }
  void quit() override { quitted = true; }

  std::vector<table::Request> asked;
  std::optional<base::Error> refuse;
  std::optional<games::AnyView> thinking;
  int begun = 0;
  bool quitted = false;
};

class AtTheConsole : public testing::Test {
 protected:
  void press(Kind kind) { console_.press({.kind = kind}); }
  void type(std::u32string_view text) {
    for (const char32_t character : text) console_.press({.kind = Kind::character, .character = character});
  }
  std::string screen() const { return console_.draw(24, 80, kPlain).text(); }
  bool shows(std::string_view text) const { return screen().find(text) != std::string::npos; }
  void start(base::Seat seat = games::chess::kWhiteSeat) {
    const auto state = *games::start({}, "chess", "", 2, 1);
    auto view = std::make_shared<games::AnyView>(games::view(state, seat));
    console_.hear(table::Started{{}, seat, {"anna", "bert"}, view});
  }

  World world_;
  Console console_{
      {.what = "chess", .where = "somewhere:1", .name = "anna", .chat = true, .ready = true, .lobbies = true},
      world_};
};

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
  ASSERT_EQ(world_.asked.size(), 1U);
  EXPECT_EQ(games::write(std::get<table::Play>(world_.asked[0]).move), "d2d4");
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

TEST_F(AtTheConsole, AnotherGameAfterTheEnd) {
  start();
  console_.hear(table::Over{{{games::chess::kWhiteSeat}, {}, "checkmate"}});
  EXPECT_TRUE(shows("You win (checkmate).")) << screen();
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
  type(U"carl");
  press(Kind::enter);
  EXPECT_EQ(console_.name(), "carl");
  EXPECT_EQ(world_.begun, 1);
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

TEST_F(AtTheConsole, ALostConnectionIsToldAndCanBeMadeAgain) {
  start();
  console_.lose("The server ended the connection.");
  EXPECT_TRUE(shows("no connection"));
  EXPECT_TRUE(shows("The server ended the connection."));
  press(Kind::enter);
  EXPECT_EQ(world_.begun, 1);
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
    hall->lobbies.push_back({"chess", "", "7", 2, {{"carl", "web"}}});
    hall->tables.push_back({.table = {12},
                            .game = "shelfie",
                            .options = "",
                            .sitters = {{"dora", "web"}, {"emil", "web"}},
                            .acts = 9});
    hall_.hear(table::Aside{std::shared_ptr<const table::Overview>(hall)});
  }
  std::string seen() const { return hall_.draw(24, 80, kPlain).text(); }

  Console hall_{{.what = "web", .where = "here", .name = "anna", .hall = true, .wishes = {.players = 3}},
                world_};
};

TEST_F(InTheHall, GamesLobbiesAndTablesCanBeChosen) {
  EXPECT_NE(seen().find("> chess with whoever comes (2 players)"), std::string::npos) << seen();
  EXPECT_NE(seen().find("scrabble against 2 bots (strong)"), std::string::npos) << seen();
  EXPECT_NE(seen().find("join chess: carl"), std::string::npos) << seen();
  EXPECT_NE(seen().find("watch shelfie: dora, emil (9 moves)"), std::string::npos) << seen();
  hall_.press({.kind = Kind::down});
  hall_.press({.kind = Kind::enter});
  ASSERT_EQ(world_.asked.size(), 1U);
  EXPECT_EQ(std::get<table::Seek>(world_.asked[0]).bots, std::vector<std::string>{"simple"});
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
  ASSERT_EQ(news.size(), 2 * games::All::size + 2);
  EXPECT_EQ(news[8], "9. join chess: carl");
  hall_.enter("choose 9");
  ASSERT_EQ(world_.asked.size(), 1U);
  EXPECT_EQ(std::get<table::Seek>(world_.asked[0]).lobby, "7");
  hall_.enter("choose 11");
  hall_.enter("choose x");
  EXPECT_EQ(world_.asked.size(), 1U);
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

// The table of one's own.

TEST(LocalTable, BotsAndPlayerFinishEveryGame) {
  games::Kits kits;
  for (const std::string game : {"chess", "spectrangle", "shelfie"}) {
    client::play::LocalTable table({.kits = &kits, .game = game, .seats = 2, .name = "anna", .seed = 5});
    ASSERT_TRUE(table.ask(table::Seek{.game = game}));
    base::Rng rng(3);
    bool over = false;
    int moves = 0;
    while (!over && ++moves < 3000) {
      while (const auto notice = table.next()) over = over || std::holds_alternative<table::Over>(*notice);
      if (const auto turn = table.bots_turn()) {
        const auto all = games::moves(turn->view);
        table.bot_plays(turn->seat, all[rng.below(all.size())]);
      } else if (!over) {
        const auto all = games::moves(*table.view());
        ASSERT_FALSE(all.empty());
        ASSERT_TRUE(table.ask(table::Play{all[rng.below(all.size())]}));
      }
    }
    EXPECT_TRUE(over) << game;
    EXPECT_TRUE(table.ask(table::Rematch{table::Wish::again})) << game;
    EXPECT_TRUE(std::holds_alternative<table::Started>(*table.next())) << game;
  }
}

TEST(LocalTable, RefusesWhatTheRulesRefuse) {
  games::Kits kits;
  client::play::LocalTable table({.kits = &kits, .game = "chess", .seats = 2, .name = "anna", .seed = 1});
  EXPECT_FALSE(table.ask(table::Play{*games::read("chess", "e2e4")})) << "there is no game yet";
  ASSERT_TRUE(table.ask(table::Seek{}));
  EXPECT_FALSE(table.ask(table::Play{*games::read("chess", "e2e5")}));
}

}  // namespace
