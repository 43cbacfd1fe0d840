// The client's half of the browser's protocol against the server's half, and against servers that stumble.
#include "protocols/web/client.hpp"

#include <gtest/gtest.h>

#include <boost/json.hpp>

#include "games/chess/rules.hpp"
#include "games/scrabble/rules.hpp"
#include "harness/virtual_server.hpp"
#include "protocols/all.hpp"

namespace protocols::web {
namespace {

namespace json = boost::json;

const protocols::Protocol& web() { return *protocols::find("web"); }

/// A client that is connected to a server without sockets.
struct Visitor {
  Visitor(harness::VirtualServer& host, std::string_view address)
      : server(host), player(host.connect(web(), address)), client(harness::kits()) {}

  /// Says what is to be said and hears the answers.
  std::vector<Notice> talk() {
    server.receive(player, client.take_output());
    return hear(server.take(player));
  }
  std::vector<Notice> hear(std::string_view bytes) {
    client.receive(bytes);
    std::vector<Notice> notices;
    while (auto notice = client.next()) notices.push_back(*std::move(notice));
    return notices;
  }
  /// What is answered to the query.
  template <class Kind>
  Kind ask_query(const Query& query) {
    EXPECT_TRUE(client.ask_query(query));
    talk();
    auto answer = client.take_answer();
    EXPECT_TRUE(answer && std::holds_alternative<Kind>(*answer));
    return answer ? std::get<Kind>(*std::move(answer)) : Kind{};
  }
  std::vector<Notice> ask(const Request& request) {
    EXPECT_TRUE(client.ask(request));
    return talk();
  }

  harness::VirtualServer& server;
  base::PlayerId player;
  Client client;
};

template <class Kind>
const Kind* find(const std::vector<Notice>& notices) {
  for (const auto& notice : notices) {
    if (const auto* kind = std::get_if<Kind>(&notice)) return kind;
  }
  return nullptr;
}

table::Play move(std::string_view game, std::string_view text) { return {games::read(game, text).value()}; }

struct WebClient : testing::Test {
  void sit_down(std::string_view game) {
    const table::Seek seek{.game = std::string(game), .seats = 2};
    anna.ask(table::Name{"anna"});
    bert.ask(table::Name{"bert"});
    anna.ask(seek);
    started_bert = bert.ask(seek);
    started_anna = anna.talk();
  }
  Visitor& on_turn() { return games::moves(*anna.client.view()).empty() ? bert : anna; }

  harness::VirtualServer server{4};
  Visitor anna{server, "token:anna"};
  Visitor bert{server, "token:bert"};
  std::vector<Notice> started_anna;
  std::vector<Notice> started_bert;
};

TEST_F(WebClient, NamesAreTakenOrRefused) {
  const auto welcome = anna.talk();
  ASSERT_NE(find<table::Renamed>(welcome), nullptr);
  EXPECT_TRUE(find<table::Renamed>(welcome)->to.starts_with("guest-"));
  const auto named = anna.ask(table::Name{"anna"});
  ASSERT_NE(find<table::Accepted>(named), nullptr);
  EXPECT_EQ(find<table::Renamed>(named)->to, "anna");
  const auto taken = bert.ask(table::Name{"anna"});
  ASSERT_NE(find<table::Refused>(taken), nullptr);
  EXPECT_EQ(find<table::Refused>(taken)->error.code, base::Code::name_taken);
}

TEST_F(WebClient, AGameBeginsMovesAndEnds) {
  sit_down("chess");
  const auto* started = find<table::Started>(started_anna);
  ASSERT_NE(started, nullptr);
  EXPECT_EQ(started->players, (std::vector<std::string>{"anna", "bert"}));
  EXPECT_EQ(started->sitters[1].protocol, "web");
  anna.ask(move("chess", "f2f3"));
  const auto heard = bert.talk();
  const auto* happened = find<table::Happened>(heard);
  ASSERT_NE(happened, nullptr);
  EXPECT_EQ(happened->who, base::Seat{0});
  EXPECT_EQ(happened->to_move, base::Seat{1});
  EXPECT_EQ(games::get<games::chess::Event>(happened->event).what, games::chess::What::moved);
  ASSERT_NE(happened->view, nullptr);
  bert.ask(move("chess", "e7e5"));
  anna.talk();
  anna.ask(move("chess", "g2g4"));
  bert.talk();
  const auto end = bert.ask(move("chess", "d8h4"));
  ASSERT_NE(find<table::Over>(end), nullptr);
  EXPECT_EQ(find<table::Over>(end)->outcome.reason, "checkmate");
  EXPECT_EQ(find<table::Over>(anna.talk())->outcome.winners, std::vector{base::Seat{1}});
  anna.ask(table::Rematch{table::Wish::again});
  const auto again = bert.ask(table::Rematch{table::Wish::again});
  ASSERT_NE(find<table::Agreed>(again), nullptr);
  EXPECT_NE(find<table::Started>(again), nullptr);
}

TEST_F(WebClient, OneResignsHearsWishesAndAsksForAColor) {
  sit_down("chess");
  const auto end = anna.ask(table::Resign{});
  ASSERT_NE(find<table::Happened>(end), nullptr);
  EXPECT_EQ(games::get<games::chess::Event>(find<table::Happened>(end)->event),
            (games::chess::Event{.what = games::chess::What::resigned,
                                 .seat = {0},
                                 .move = {},
                                 .end = games::chess::End::resigned}));
  ASSERT_NE(find<table::Over>(end), nullptr);
  EXPECT_EQ(find<table::Over>(end)->outcome, (table::Outcome{{{1}}, {}, "resigned"}));
  bert.talk();
  const auto wished = [&] {
    const auto heard = bert.talk();
    const auto* one = find<table::Wished>(heard);
    return one == nullptr ? table::Wished{} : *one;
  };
  anna.ask(table::Rematch{table::Wish::again});
  EXPECT_EQ(wished(), (table::Wished{"anna", table::Wished::What::again, true}));
  anna.ask(table::Leave{});
  EXPECT_EQ(wished(), (table::Wished{"anna", table::Wished::What::gone, false}));
  anna.ask(table::Seek{.game = "chess", .seats = 2, .first = table::First::other});
  const auto begun = bert.ask(table::Seek{.game = "chess", .seats = 2});
  ASSERT_NE(find<table::Started>(begun), nullptr);
  EXPECT_EQ(find<table::Started>(begun)->seat, base::Seat{0});
}

TEST_F(WebClient, WhileAMoveIsAskedThereIsNothingToDo) {
  sit_down("chess");
  ASSERT_TRUE(anna.client.ask(move("chess", "e2e4")));
  EXPECT_TRUE(games::moves(*anna.client.view()).empty());
  EXPECT_EQ(anna.client.ask(move("chess", "d2d4")).error().code, base::Code::not_your_turn);
  anna.talk();
  EXPECT_EQ(bert.client.ask(move("scrabble", "pass")).error().code, base::Code::malformed);
}

TEST_F(WebClient, ARefusedMoveCanBeMadeOtherwise) {
  sit_down("chess");
  const auto refused = anna.ask(move("chess", "e2e5"));
  ASSERT_NE(find<table::Refused>(refused), nullptr);
  EXPECT_EQ(find<table::Refused>(refused)->error.code, base::Code::illegal_move);
  EXPECT_FALSE(games::moves(*anna.client.view()).empty());
  EXPECT_NE(find<table::Happened>(anna.ask(move("chess", "e2e4"))), nullptr);
}

/// A message is lost on the way: the next one does not fit, the table is asked for again, and nothing is
/// missing.
TEST_F(WebClient, HealsWhereANumberIsMissing) {
  sit_down("chess");
  anna.ask(move("chess", "e2e4"));
  server.take(bert.player);  // lost
  // Bert moves as the page would, by what another window shows.
  server.receive(bert.player, "{\"id\":900,\"ask\":\"move\",\"move\":\"e7e5\",\"after\":1}\n");
  EXPECT_EQ(find<table::Happened>(bert.talk()), nullptr);
  const auto healed = bert.talk();
  std::vector<std::string> moves;
  for (const auto& notice : healed) {
    if (const auto* happened = std::get_if<table::Happened>(&notice))
      moves.push_back(games::chess::Rules::write(games::get<games::chess::Event>(happened->event).move));
  }
  EXPECT_EQ(moves, (std::vector<std::string>{"e2e4", "e7e5"}));
  EXPECT_EQ(find<table::Refused>(healed), nullptr);
  anna.talk();
  EXPECT_EQ(games::get<games::chess::View>(*anna.client.view()).state,
            games::get<games::chess::View>(*bert.client.view()).state);
}

TEST_F(WebClient, HealsWhereTheHashDiffers) {
  sit_down("chess");
  anna.ask(move("chess", "e2e4"));
  auto update = server.take(bert.player);
  const auto at = update.find("\"hash\":\"") + 8;
  update[at] = update[at] == '0' ? '1' : '0';
  EXPECT_EQ(find<table::Happened>(bert.hear(update)), nullptr);
  EXPECT_NE(find<table::Happened>(bert.talk()), nullptr);
  EXPECT_FALSE(games::moves(*bert.client.view()).empty());
}

/// The page in another window has moved: what is asked now comes too late.
TEST_F(WebClient, AMoveThatCameTooLate) {
  sit_down("chess");
  server.receive(anna.player, R"({"id":900,"ask":"move","move":"e2e4","after":0})"
                              "\n");
  bert.talk();
  bert.ask(move("chess", "e7e5"));
  const auto late = anna.ask(move("chess", "d2d4"));
  ASSERT_NE(find<table::Refused>(late), nullptr);
  EXPECT_EQ(find<table::Refused>(late)->error.code, base::Code::not_your_turn);
  EXPECT_FALSE(games::moves(*anna.client.view()).empty());
}

TEST_F(WebClient, AnAnswerThatNobodyAskedForDoesNotMatter) {
  anna.talk();
  EXPECT_TRUE(anna.hear(R"({"type":"answer","id":1000,"ok":true})"
                        "\n")
                  .empty());
}

TEST_F(WebClient, ComesBackToItsSeat) {
  sit_down("scrabble");
  auto& mover = on_turn();
  const auto moves = games::moves(*mover.client.view());
  mover.ask(table::Play{moves.front()});
  const auto seat = games::get<games::scrabble::View>(*anna.client.view()).viewer;
  anna.talk();
  server.hang_up(anna.player);
  Visitor again(server, "token:anna");
  const auto back = again.talk();
  const auto* resumed = find<table::Resumed>(back);
  ASSERT_NE(resumed, nullptr);
  EXPECT_EQ(resumed->acts, 1U);
  EXPECT_EQ(resumed->seat.seat, seat);
  EXPECT_FALSE(resumed->watches);
  ASSERT_EQ(resumed->past.size(), 1U);
  EXPECT_TRUE(std::holds_alternative<games::scrabble::Placed>(
      games::get<games::scrabble::Event>(resumed->past[0].event)));
  EXPECT_EQ(*again.client.view(), *anna.client.view());
  const auto heard = bert.talk();
  ASSERT_NE(find<table::Presence>(heard), nullptr);
}

TEST_F(WebClient, AnotherConnectionWithTheSameTokenPlaysTheSameSeat) {
  sit_down("chess");
  Visitor again(server, "token:anna");
  EXPECT_NE(find<table::Started>(again.talk()), nullptr);
  EXPECT_FALSE(anna.client.finished());
  again.ask(move("chess", "e2e4"));
  EXPECT_NE(find<table::Happened>(anna.talk()), nullptr);
  EXPECT_EQ(*again.client.view(), *anna.client.view());
}

TEST_F(WebClient, TheHallAWatcherAndAReplay) {
  sit_down("spectrangle");
  anna.ask(table::Ready{});
  Visitor eve(server, "token:eve");
  const auto hall = eve.ask_query<HallAnswer>(query::Hall{});
  ASSERT_NE(hall.overview, nullptr);
  const auto& overview = *hall.overview;
  ASSERT_EQ(overview.tables.size(), 1U);
  EXPECT_EQ(overview.tables[0].game, "spectrangle");
  ASSERT_NE(overview.tables[0].view, nullptr);
  const auto table = overview.tables[0].table;
  const auto watched = eve.ask(table::Watch{table});
  ASSERT_NE(find<table::Resumed>(watched), nullptr);
  EXPECT_TRUE(find<table::Resumed>(watched)->watches);
  EXPECT_FALSE(eve.client.ask(move("spectrangle", "skip")));
  auto& mover = on_turn();
  mover.ask(table::Play{games::moves(*mover.client.view()).front()});
  EXPECT_NE(find<table::Happened>(eve.talk()), nullptr);
  anna.ask(table::Leave{});
  EXPECT_FALSE(anna.client.view());
  EXPECT_NE(find<table::Over>(eve.talk()), nullptr);
  bert.talk();
  const auto replay = bert.ask_query<std::shared_ptr<const Replay>>(query::Replay{table});
  ASSERT_NE(replay, nullptr);
  const auto& game = *replay;
  EXPECT_EQ(game.table.table, table);
  ASSERT_EQ(game.steps.size(), 3U);
  EXPECT_TRUE(game.steps[0].events.empty());
  EXPECT_FALSE(game.steps[1].events.empty());
}

TEST_F(WebClient, OffersAndMovesTakenBack) {
  sit_down("chess");
  anna.ask(move("chess", "e2e4"));
  bert.talk();
  anna.ask(table::Offer{table::Proposal::takeback});
  const auto offered = bert.talk();
  ASSERT_NE(find<table::Offered>(offered), nullptr);
  EXPECT_EQ(*find<table::Offered>(offered), (table::Offered{base::Seat{0}, table::Proposal::takeback}));
  const auto taken = bert.ask(table::Reply{table::Consent::accept});
  const auto* happened = find<table::Happened>(taken);
  ASSERT_NE(happened, nullptr);
  EXPECT_EQ(games::get<games::chess::Event>(happened->event).what, games::chess::What::taken_back);
  anna.talk();
  EXPECT_EQ(games::moves(*anna.client.view()).size(), 20U);
  EXPECT_NE(find<table::Happened>(anna.ask(move("chess", "d2d4"))), nullptr);
}

std::shared_ptr<const table::Times> times_in(const std::vector<Notice>& notices) {
  const auto* reading = find<table::ClockReading>(notices);
  return reading == nullptr ? nullptr : reading->times;
}

using Left = std::vector<base::Duration>;
using std::chrono::seconds;

TEST_F(WebClient, ClocksAreAskedForAndTold) {
  table::Seek seek{.game = "chess", .seats = 2, .clock = "300+5"};
  const auto gathered = anna.ask(seek);
  ASSERT_NE(find<table::Gathered>(gathered), nullptr);
  EXPECT_EQ(find<table::Gathered>(gathered)->clock, "300+5");
  Visitor eve(server, "token:eve");
  const auto hall = eve.ask_query<HallAnswer>(query::Hall{});
  ASSERT_NE(hall.overview, nullptr);
  EXPECT_EQ(hall.overview->lobbies.at(0).clock, "300+5");
  bert.ask(seek);
  const auto begun = anna.talk();
  const auto* started = find<table::Started>(begun);
  ASSERT_NE(started, nullptr);
  EXPECT_EQ(started->clock, "300+5");
  ASSERT_NE(started->times, nullptr);
  EXPECT_EQ(started->times->left, (Left{seconds(300), seconds(300)}));
  EXPECT_EQ(started->times->running, base::Seat{0});
  server.turn_clock(seconds(10));
  anna.ask(move("chess", "e2e4"));
  const auto heard = bert.talk();
  const auto* happened = find<table::Happened>(heard);
  ASSERT_NE(happened, nullptr);
  ASSERT_NE(happened->times, nullptr);
  EXPECT_EQ(happened->times->left, (Left{seconds(295), seconds(300)}));
  EXPECT_EQ(happened->times->running, base::Seat{1});
}

TEST_F(WebClient, WithoutAClockNoTimesAreTold) {
  sit_down("chess");
  const auto* started = find<table::Started>(started_anna);
  ASSERT_NE(started, nullptr);
  EXPECT_EQ(started->times, nullptr);
  EXPECT_EQ(started->clock, "");
}

/// The clock's own message: how things stand now, without an act.
TEST_F(WebClient, ClocksAreToldByThemselves) {
  const table::Seek seek{.game = "chess", .seats = 2, .clock = "300+5"};
  anna.ask(seek);
  bert.ask(seek);
  anna.talk();
  EXPECT_EQ(times_in(anna.hear(R"({"type":"clock","table":99,"remaining":[1,2],"running":0})"
                               "\n")),
            nullptr)
      << "of another table";
  const auto times = times_in(anna.hear(R"({"type":"clock","table":1,"remaining":[1500,2000],"running":null})"
                                        "\n"));
  ASSERT_NE(times, nullptr);
  EXPECT_EQ(*times, (table::Times{{base::Duration(1500), base::Duration(2000)}, std::nullopt}));
  EXPECT_EQ(times_in(anna.hear(R"({"type":"clock","table":1,"remaining":[1500],"running":null})"
                               "\n")),
            nullptr)
      << "a clock of another number of seats";
}

TEST_F(WebClient, WhoseTimeIsUp) {
  for (const std::string game : {"chess", "scrabble", "spectrangle", "shelfie"}) {
    harness::VirtualServer host{4};
    Visitor first(host, "token:first");
    Visitor second(host, "token:second");
    const table::Seek seek{.game = game, .seats = 2, .clock = "1+0"};
    first.ask(seek);
    second.ask(seek);
    first.talk();
    host.turn_clock(seconds(2));
    const auto heard = first.talk();
    const auto* happened = find<table::Happened>(heard);
    ASSERT_NE(happened, nullptr) << game;
    EXPECT_TRUE(happened->flagged) << game;
    ASSERT_NE(find<table::Over>(heard), nullptr) << game;
    EXPECT_EQ(find<table::Over>(heard)->outcome.reason, "time") << game;
  }
}

TEST_F(WebClient, LobbiesAndWords) {
  const auto gathered = anna.ask(table::Seek{.game = "shelfie", .seats = 3, .lobby = "ours", .name = "anna"});
  ASSERT_NE(find<table::Gathered>(gathered), nullptr);
  EXPECT_EQ(find<table::Gathered>(gathered)->lobby, "ours");
  EXPECT_EQ(find<table::Gathered>(gathered)->present, std::vector<std::string>{"anna"});
  bert.ask(table::Seek{.game = "shelfie", .seats = 3, .lobby = "ours", .make = table::Make::never});
  EXPECT_EQ(find<table::Gathered>(anna.talk())->change, table::Gathered::Change::came);
  bert.ask(table::Say{"hallo \"du\""});
  const auto heard = anna.talk();
  ASSERT_NE(find<table::Said>(heard), nullptr);
  EXPECT_EQ(find<table::Said>(heard)->text, "hallo \"du\"");
  EXPECT_FALSE(anna.client.ask(table::ListLobbies{"shelfie"}));
}

TEST(WebClientAlone, WhatMakesNoSenseEndsIt) {
  for (const std::string_view nonsense :
       {"[]\n", "{\n", "{\"type\":1}\n", "{\"type\":\"table\"}\n", "{\"type\":\"answer\"}\n",
        "{\"type\":\"lobby\",\"who\":\"x\"}\n"}) {
    Client client(harness::kits());
    client.receive(nonsense);
    const auto notice = client.next();
    ASSERT_TRUE(notice) << nonsense;
    EXPECT_EQ(std::get<table::Refused>(*notice).error.code, base::Code::malformed);
    EXPECT_TRUE(client.finished());
  }
}

TEST(WebClientAlone, WhatIsUnknownDoesNotMatter) {
  Client client(harness::kits());
  client.receive("{\"type\":\"weather\",\"rain\":true}\n\n{\"type\":\"welcome\",\"name\":\"guest-1\"}\n");
  EXPECT_TRUE(client.next());
  EXPECT_FALSE(client.finished());
}

}  // namespace
}  // namespace protocols::web
