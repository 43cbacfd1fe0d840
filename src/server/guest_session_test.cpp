// What a visitor of another node is told who takes a place up again.
#include "server/guest_session.hpp"

#include <gtest/gtest.h>

namespace server {
namespace {

using cluster::StayId;

constexpr base::TableId kTable{7};

class GuestAgain : public testing::Test {
 protected:
  GuestAgain() : session_(StayId{1}) {}

  void ask(const table::Request& request) {
    session_.ask(request);
    EXPECT_TRUE(session_.next());
  }
  /// The front has come anew, and does not know what became of that.
  void attach(std::optional<table::Request> asked) {
    cluster::Attach attach;
    attach.who.stay = StayId{2};
    attach.before = StayId{1};
    attach.table = kTable;
    attach.seat = base::Seat{0};
    attach.asked = std::move(asked);
    session_.attach(std::move(attach));
  }
  void resume(std::vector<table::Entry> past = {}) {
    table::Resumed resumed;
    resumed.acts = past.size();
    session_.look_back({{}, std::move(past), {}});
    session_.tell(resumed);
  }
  /// The kinds of letters that were said.
  std::vector<std::string> said() {
    std::vector<std::string> kinds;
    const auto letters = session_.take_output();
    for (std::string_view rest = letters; !rest.empty();) {
      auto letter = base::cut(rest, cluster::kBetween);
      const auto kind = base::cut(letter, ' ');
      base::cut(letter, ' ');
      kinds.emplace_back(kind == "tell" ? base::cut(letter, ' ') : kind);
    }
    return kinds;
  }

  using Kinds = std::vector<std::string>;
  GuestSession session_;
  const table::Request name_ = table::Name{"anna", true};
  const table::Entry named_{kTable, 0, {}, base::Seat{0}, "!name=anna"};
};

TEST_F(GuestAgain, WhatWasLostIsAskedAgain) {
  attach(name_);
  EXPECT_FALSE(session_.next()) << "not before it is known what was kept";
  resume();
  EXPECT_TRUE(session_.next());
  session_.tell(table::Accepted{});
  EXPECT_EQ(said(), Kinds{"ok"});
}

TEST_F(GuestAgain, WhatIsKeptIsAnswered) {
  attach(name_);
  resume({named_});
  EXPECT_FALSE(session_.next());
  EXPECT_EQ(said(), (Kinds{"ok", "act"}));
}

TEST_F(GuestAgain, WhatIsStillSeenToIsNotAskedTwice) {
  ask(name_);
  attach(name_);
  resume();
  EXPECT_FALSE(session_.next());
  session_.tell(table::Accepted{});
  EXPECT_FALSE(session_.next());
  EXPECT_EQ(said(), Kinds{"ok"});
}

TEST_F(GuestAgain, WhatWasAnsweredMeanwhileIsAnsweredOnce) {
  ask(name_);
  attach(name_);
  session_.tell(table::Accepted{});
  resume({named_});
  EXPECT_FALSE(session_.next());
  EXPECT_EQ(said(), (Kinds{"ok", "act"}));
}

TEST_F(GuestAgain, WhatWasRefusedMeanwhileIsAskedAgain) {
  ask(name_);
  attach(name_);
  session_.tell(table::Refused{{base::Code::name_taken, ""}});
  resume();
  EXPECT_TRUE(session_.next());
}

TEST_F(GuestAgain, AnAnswerForWhichNobodyWaitsIsNotHeard) {
  ask(name_);
  attach(std::nullopt);
  resume();
  session_.tell(table::Accepted{});
  EXPECT_EQ(said(), Kinds{});
  ask(table::Ready{});
  session_.tell(table::Accepted{});
  EXPECT_EQ(said(), Kinds{"ok"});
}

}  // namespace
}  // namespace server
