// A refusal is blamed on the request that it answers, not on the one that came last.
#include "client/tap/unanswered.hpp"

#include <gtest/gtest.h>

#include "client/tap/watch.hpp"

namespace client::tap {
namespace {

using enum Way;

std::string blamed(Watch& watch, std::string_view answer) {
  for (const auto& sight : watch.see(to_client, answer)) {
    if (sight.kind == Sight::Kind::fault && sight.way == to_server) return sight.text;
  }
  return {};
}

TEST(TapUnanswered, TheOldestIsAnsweredFirst) {
  Watch watch(*protocols::find("scrabble-clarkson"));
  watch.see(to_client, "HELLO 1.0.1,a,b,c\r\n");
  watch.see(to_server, "HELLO 1.0.1,a,b,c\r\nUSERSET Ann\r\nREADY\r\n");
  EXPECT_EQ(blamed(watch, "OK\r\n"), "");
  EXPECT_EQ(blamed(watch, "NOK name taken\r\n"), "USERSET Ann");
  EXPECT_EQ(blamed(watch, "NOK not now\r\n"), "READY");
  EXPECT_EQ(blamed(watch, "NOK again\r\n"), "");
}

TEST(TapUnanswered, WhatIsKnownToBeWrongIsMeant) {
  Watch watch(*protocols::find("scrabble-twente"));
  watch.see(to_server,
            "ANNOUNCE\x1f"
            "anna\x1e"
            "REQUESTGAME\x1f"
            "9\x1e"
            "REQUESTGAME\x1e");
  EXPECT_EQ(blamed(watch,
                   "WELCOME\x1f"
                   "anna\x1e"),
            "");
  EXPECT_EQ(blamed(watch,
                   "ERROR\x1f"
                   "E010\x1e"),
            "");  // blamed already, by its words
  EXPECT_EQ(blamed(watch,
                   "ERROR\x1f"
                   "E010\x1e"),
            "REQUESTGAME");
}

TEST(TapUnanswered, WhatWasBlamedAlreadyWaitsForItsTurn) {
  Unanswered unanswered(protocols::find("scrabble-clarkson")->grammar);
  unanswered.ask("PLACE (A,20,3)", Standing::open);
  unanswered.ask("PLACE (A,8)", Standing::blamed);
  unanswered.ask("PASS", Standing::right);
  EXPECT_EQ(unanswered.refuse()->message, "PLACE (A,20,3)");
  EXPECT_EQ(unanswered.refuse()->message, "PLACE (A,8)");
  EXPECT_EQ(unanswered.refuse()->message, "PASS");
}

TEST(TapUnanswered, WhatHasNoAnswerIsTakenAfterAWhile) {
  const auto& protocol = *protocols::find("spectrangle");
  Unanswered unanswered(protocol.grammar);
  unanswered.ask("ENABLE_EXTENSION chat", Standing::open);
  unanswered.settle();
  unanswered.ask("JOIN anna", Standing::open);
  EXPECT_EQ(unanswered.refuse()->message, "JOIN anna");
  unanswered.ask("ENABLE_EXTENSION chat", Standing::open);
  EXPECT_EQ(unanswered.refuse()->message, "ENABLE_EXTENSION chat");
}

TEST(TapUnanswered, WhatIsRightByTheRulesIsNotBlamedWhileAnotherIsNot) {
  Unanswered unanswered(protocols::find("chess")->grammar);
  unanswered.ask("MOVE 4 1 4 3", Standing::right);
  unanswered.ask("MOVE 4 3 4 4", Standing::wrong);
  EXPECT_EQ(unanswered.refuse()->message, "MOVE 4 3 4 4");
  // Who has other rules than ours is believed.
  unanswered.ask("MOVE 4 3 4 4", Standing::right);
  EXPECT_EQ(unanswered.refuse()->message, "MOVE 4 3 4 4");
}

TEST(TapUnanswered, HoldsNoMoreThanItNeeds) {
  Unanswered unanswered(protocols::find("chess")->grammar);
  for (int number = 0; number < 1000; ++number) unanswered.ask(std::to_string(number), Standing::open);
  EXPECT_EQ(unanswered.refuse()->message, "744");
}

}  // namespace
}  // namespace client::tap
