// What is told when: in its order, and not before it is durable.
#include "host/outbox.hpp"

#include <gtest/gtest.h>

namespace host {
namespace {

using base::PlayerId;
using base::TableId;

table::Effects tells(std::uint64_t player, std::string text) {
  table::Effects effects;
  effects.tell.emplace_back(PlayerId{player}, table::Said{"x", std::move(text)});
  return effects;
}

table::Effects plays(std::uint64_t table, std::string text) {
  auto effects = tells(1, std::move(text));
  table::Entry entry;
  entry.table = TableId{table};
  effects.journal.emplace_back(std::move(entry));
  effects.clocks.push_back({TableId{table}, 1});
  return effects;
}

/// All that may happen now: what is said, and a table's number where its clock starts.
std::vector<std::string> happens(Outbox& outbox) {
  std::vector<std::string> all;
  const auto start = [&] {
    while (const auto one = outbox.next_start()) all.push_back(std::to_string(one->clock.table.value));
  };
  for (start();; start()) {
    const auto* letter = outbox.next_letter();
    if (letter == nullptr) break;
    all.push_back(std::get<table::Said>(std::get<table::Notice>(letter->message)).text);
  }
  outbox.tidy();
  return all;
}

using Texts = std::vector<std::string>;

TEST(Outbox, NothingIsToldBeforeItsRecordsAreDurable) {
  Outbox outbox;
  auto effects = tells(1, "before");
  outbox.take(effects);
  EXPECT_TRUE(effects.tell.empty());
  effects = plays(7, "move");
  outbox.take(effects);
  effects = tells(2, "after");
  outbox.take(effects);
  EXPECT_EQ(happens(outbox), Texts{"before"});
  EXPECT_EQ(outbox.take_records().size(), 1U);
  EXPECT_EQ(outbox.position(), 1U);
  EXPECT_EQ(happens(outbox), Texts{});
  outbox.settle(1);
  EXPECT_EQ(happens(outbox), (Texts{"move", "7", "after"}));
  EXPECT_TRUE(outbox.empty());
}

TEST(Outbox, LaterBatchesWaitForThemselves) {
  Outbox outbox;
  auto effects = plays(7, "first");
  outbox.take(effects);
  outbox.take_records();
  effects = plays(8, "second");
  outbox.take(effects);
  outbox.settle(1);
  EXPECT_EQ(happens(outbox), (Texts{"first", "7"}));
  outbox.take_records();
  outbox.settle(2);
  EXPECT_EQ(happens(outbox), (Texts{"second", "8"}));
}

TEST(Outbox, WhatIsLostIsNotToldAndOtherClocksStart) {
  Outbox outbox;
  auto effects = plays(7, "lost");
  outbox.take(effects);
  effects = tells(2, "nothing of it");
  effects.clocks.push_back({TableId{9}, 1});
  outbox.take(effects);
  EXPECT_EQ(outbox.drop({TableId{7}}), (std::set{PlayerId{1}, PlayerId{2}}));
  EXPECT_FALSE(outbox.has_records());
  EXPECT_EQ(happens(outbox), Texts{"9"});
  EXPECT_TRUE(outbox.empty());
}

TEST(Outbox, AnswersWaitForWhatFollowsFromThem) {
  Outbox outbox;
  auto effects = plays(7, "move");
  outbox.take(effects, {{PlayerId{1}, protocols::Answer(protocols::Transcript{"answer"})}});
  EXPECT_EQ(outbox.next_letter(), nullptr);
  outbox.take_records();
  outbox.settle(1);
  const auto* answer = std::get_if<protocols::Answer>(&outbox.next_letter()->message);
  ASSERT_NE(answer, nullptr) << "it comes first";
  EXPECT_EQ(std::get<protocols::Transcript>(*answer).text, "answer");
  EXPECT_EQ(happens(outbox), (Texts{"move", "7"}));
}

/// Sessions answer to all of that together.
TEST(Outbox, WhoComesToATableIsToldNothingOfItBeforeItsPast) {
  Outbox outbox;
  auto effects = tells(1, "somebody else");
  effects.tell.emplace_back(PlayerId{2}, table::Accepted{});
  effects.tell.emplace_back(PlayerId{2}, table::Resumed{});
  outbox.take(effects);
  EXPECT_FALSE(outbox.next_letter()->waits);
  EXPECT_TRUE(outbox.next_letter()->waits);
}

TEST(Outbox, NorIsWhoComesToATableByWhatIsAnswered) {
  Outbox outbox;
  table::Effects effects;
  effects.tell.emplace_back(PlayerId{2}, table::Resumed{});
  outbox.take(effects, {{PlayerId{2}, protocols::Answer(protocols::AccountAnswer{})}});
  EXPECT_TRUE(outbox.next_letter()->waits);
}

}  // namespace
}  // namespace host
