// What crosses links comes out as it went in.
#include "cluster/letters.hpp"

#include <gtest/gtest.h>

#include "cluster/words.hpp"
#include "games/refusals.hpp"

namespace cluster {
namespace {

using base::Seat;
using base::TableId;

/// Written, read and written again, it is the same line.
std::string twice(const Letter& letter) {
  const auto read_back = read(write(letter));
  return read_back ? write(*read_back) : read_back.error().detail;
}

void expect_same(const Letter& letter) {
  const auto line = write(letter);
  EXPECT_EQ(twice(letter), line);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  const auto back = read(line);
  ASSERT_TRUE(back) << line;
  EXPECT_EQ(back->index(), letter.index());
}

table::Header header() {
  return {TableId{1024 + 7},
          "chess",
          "",
          base::Seed(7),
          3,
          base::from_millis(1'700'000'000'000),
          {{"anna b", "chess", "127.0.0.1"}, {"50%", "web", ""}},
          "the lobby",
          "5m+3s"};
}

TEST(Letters, AVisitorComesAsTheyAre) {
  const Come come{StayId{9},   ShardId{1023},
                  "web",       table::Hears::offers,
                  "anna\n b%", table::Naming::chosen,
                  "token:xy",  "::1",
                  "",          "anna"};
  const auto back = read(write(come));
  ASSERT_TRUE(back);
  EXPECT_EQ(std::get<Come>(*back), come);
  const auto tab = read(write(Show{come}));
  ASSERT_TRUE(tab);
  EXPECT_EQ(std::get<Show>(*tab).tab, come);
  Attach attach{come, StayId{3}, TableId{77}, Seat{1}, std::nullopt, 12, 1, true, table::Wish::again};
  attach.asked = table::Say{"x y"};
  const auto attached = read(write(attach));
  ASSERT_TRUE(attached);
  EXPECT_EQ(std::get<Attach>(*attached).who, come);
  EXPECT_EQ(std::get<Attach>(*attached).told, 12U);
  EXPECT_EQ(std::get<table::Say>(*std::get<Attach>(*attached).asked).text, "x y");
  expect_same(attach);
  attach.asked.reset();
  expect_same(attach);
}

TEST(Letters, EveryRequestComesOutAsItWentIn) {
  const auto move = games::read("chess", "e2e4");
  ASSERT_TRUE(move);
  const std::vector<table::Request> all = {
      table::Seek{.game = "chess", .options = "", .seats = 2, .bots = {"greedy", "a b"}, .name = "x"},
      table::Play{*move},
      table::Rematch{table::Wish::enough},
      table::Name{"bert", false},
      table::Leave{true, false},
      table::Say{"a line\nand \r another"},
      table::Ready{},
      table::ListLobbies{"chess"},
      table::ReturnByToken{},
      table::Watch{TableId{5}, Seat{1}},
      table::Offer{table::Proposal::takeback},
      table::Reply{table::Consent::decline},
      table::Resign{}};
  ASSERT_EQ(all.size(), std::variant_size_v<table::Request>);
  for (const auto& request : all) expect_same(Ask{StayId{1}, base::Duration(20), request});
  const auto play = read(write(Ask{StayId{1}, {}, all[1]}));
  EXPECT_EQ(games::write(std::get<table::Play>(std::get<Ask>(*play).request).move), "e2e4");
}

TEST(Letters, EveryNoticeThatIsNoViewComesOutAsItWentIn) {
  const auto times =
      std::make_shared<const table::Times>(table::Times{{base::Duration(1), base::Duration(200)}, Seat{1}});
  const std::vector<table::Notice> all = {
      table::Accepted{},
      table::Refused{{base::Code::other_queue, "others wait"}, 3},
      table::Over{{{Seat{1}}, {3, -4}, "checkmate"}},
      table::Agreed{table::Wish::again},
      table::Gathered{table::Gathered::Change::left, "anna", "1", {"anna", ""}, 2, true},
      table::Said{"anna", ""},
      table::Renamed{"a", "b"},
      table::Listed{{{"one", {"x"}, 2, true}}},
      table::Presence{Seat{1}, true},
      table::Offered{Seat{0}, table::Proposal::takeback, table::Offered::Fate::lapsed},
      table::Wished{"x", table::Wished::What::gone, false},
      table::ClockReading{times},
      table::Elsewhere{table::Elsewhere::What::replaced, "anna"}};
  for (const auto& notice : all) expect_same(Told{StayId{1}, notice});
  const auto refused = read(write(Told{StayId{1}, all[1]}));
  EXPECT_EQ(std::get<table::Refused>(std::get<Told>(*refused).notice).error,
            (base::Error{base::Code::other_queue, "others wait"}));
}

TEST(Letters, APartOfTheHallComesOutAsItWentIn) {
  const table::OverviewPart part{{{"chess", R"({"a": "b c"})"}},
                                 {{TableId{5}, base::from_millis(7), "{}", "[1, 2]"}, {TableId{4}, {}, "{}"}},
                                 61,
                                 base::from_millis(9)};
  expect_same(Part{part});
  expect_same(Moved{});
  expect_same(WiresAsked{base::PlayerId{7}, 3, "list\tof all"});
  expect_same(WiresTold{base::PlayerId{7}, 0, ""});
  const auto back = read(write(Part{part}));
  ASSERT_TRUE(back);
  EXPECT_EQ(std::get<Part>(*back).part.lobbies.at(0).text, R"({"a": "b c"})");
  EXPECT_EQ(std::get<Part>(*back).part.tables.at(0).view, "[1, 2]");
  EXPECT_EQ(std::get<Part>(*back).part.running, 61U);
}

TEST(Letters, RefusalsOfGamesKeepTheirWord) {
  for (const auto& own : {"", "chess", "scrabble", "shelfie", "spectrangle"}) {
    for (const auto& reason : games::refusals_of(own)) {
      const auto back = read(write(Told{StayId{1}, table::Refused{{reason, "why"}}}));
      ASSERT_TRUE(back);
      EXPECT_EQ(std::get<table::Refused>(std::get<Told>(*back).notice).error.code, reason);
    }
  }
}

TEST(Letters, TablesAndActsComeOutAsTheyWentIn) {
  const table::Entry entry{TableId{1031},    3, base::from_millis(17), Seat{1}, "e7e5", base::Duration(2450),
                           base::Duration(6)};
  const auto acted = read(write(Acted{StayId{4}, entry}));
  ASSERT_TRUE(acted);
  EXPECT_EQ(std::get<Acted>(*acted).entry, entry);
  const auto sat = read(write(Sat{StayId{4}, header(), Seat{1}}));
  ASSERT_TRUE(sat);
  EXPECT_EQ(std::get<Sat>(*sat).header, header());
  const Returned returned{StayId{4}, header(), {entry, entry}, Seat{0},     {true, false},
                          true,      false,    true,           {{"a", "b"}}};
  const auto back = read(write(returned));
  ASSERT_TRUE(back);
  EXPECT_EQ(std::get<Returned>(*back).entries, returned.entries);
  EXPECT_EQ(std::get<Returned>(*back).here, returned.here);
  expect_same(Home{StayId{3}, "x y", table::Naming::chosen});
  expect_same(Unknown{StayId{3}});
  expect_same(Gone{StayId{3}, Gone::How::broken});
  expect_same(HallSaid{"a", "b"});
  expect_same(TabCame{"token:x y"});
  expect_same(Placed{"token:xy", ShardId{1023}});
  expect_same(NameAsked{7, "anna b", "10.0.0.1"});
  expect_same(NameLent{7, "anna b", true});
  expect_same(NameBack{"anna b"});
  expect_same(TabCalled{"token:x y", "anna b"});
  expect_same(AccountIs{"anna b", true});
  expect_same(SignedIn{"token:x y", ""});
}

TEST(Letters, WhatALaterVersionAddsMayBeMissing) {
  auto line = write(Ask{StayId{1}, {}, table::Seek{.game = "chess", .begun = 2}});
  ASSERT_TRUE(line.ends_with(" 2"));
  line.resize(line.size() - 2);
  const auto back = read(line);
  ASSERT_TRUE(back) << line;
  EXPECT_EQ(std::get<table::Seek>(std::get<Ask>(*back).request).game, "chess");
  EXPECT_FALSE(read(line.substr(0, line.size() - 2))) << "what was there from the beginning may not";
}

TEST(Letters, WhatIsNoLetterIsRefused) {
  for (const std::string line :
       {"", "x", "come", "come 1", "tell 1 started", "tell 1 happened", "ask 1 0 play chess x9", "gone 1 2",
        "home 1 %2", "tell 1 no 200 % 0 x", "act 1 7 3"})
    EXPECT_FALSE(read(line)) << line;
  EXPECT_TRUE(read("home 1 x 0 and more")) << "what is not known at the end is passed over";
}

/// No beginning of a line and no changed letter of it is more than refused.
TEST(Letters, BrokenLinesDoNoHarm) {
  const auto line = write(Returned{StayId{4}, header(), {}, Seat{0}, {true, false}});
  for (std::size_t at = 0; at < line.size(); ++at) {
    static_cast<void>(read(line.substr(0, at)));
    for (const char c : {' ', '%', '9', '-', 'x'}) {
      auto changed = line;
      changed[at] = c;
      static_cast<void>(read(changed));
    }
  }
}

TEST(Words, TextIsOneWord) {
  for (const std::string text : {"", " ", "%", "a b", "\n", "100%\r\n", "ä"}) {
    EXPECT_EQ(words::escape(text).find_first_of(" \n\r"), std::string::npos);
    EXPECT_EQ(words::unescape(words::escape(text)), text);
  }
  EXPECT_EQ(words::unescape("%2"), std::nullopt);
  EXPECT_EQ(words::unescape("%zz"), std::nullopt);
}

}  // namespace
}  // namespace cluster
