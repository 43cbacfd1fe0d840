// The hall as browsers are told of it.
#include "protocols/web/overview.hpp"

#include <gtest/gtest.h>

#include "base/json.hpp"
#include "protocols/all.hpp"

namespace protocols::web {
namespace {

TEST(WebOverview, SaysWhatTheFormatSays) {
  table::Overview overview;
  overview.lobbies.push_back({"chess", "", "1", 2, {{"anna", "web"}}});
  overview.tables.push_back({{12}, "spectrangle", "", {{"bert", "spectrangle", false}}, 3});
  overview.running = 61;
  EXPECT_EQ(web::write_hall(overview),
            R"({"type":"hall","lobbies":[{"game":"chess","options":"","lobby":"1","seats":2,)"
            R"("present":[{"name":"anna","protocol":"web","here":true}],"clock":"","playing":false}],)"
            R"("tables":[{"table":12,"game":"spectrangle","options":"","clock":"",)"
            R"("players":[{"name":"bert","protocol":"spectrangle"}],"acts":3,"outcome":null}],)"
            R"("running":61,"finished":[]})");
}

TEST(WebOverview, TellsOfAllNodesTheNewestFirst) {
  const auto table = [](std::uint64_t id, int opened) {
    table::TableFacts facts{{id}, "chess", "", {}, 0};
    facts.opened = base::from_millis(opened);
    return facts;
  };
  table::Overview here;
  here.tables = {table(7, 30), table(9, 10)};
  here.lobbies.push_back({"shelfie", "", "1", 2, {}});
  here.running = 2;
  table::Overview there;
  there.tables = {table(7, 30), table(8, 20)};
  there.lobbies.push_back({"chess", "", "1", 2, {}});
  there.running = 1;
  here.others.push_back(std::make_shared<const table::OverviewPart>(web::write_part(there)));
  const auto told = base::read_json(web::write_hall(here));
  ASSERT_TRUE(told);
  std::vector<std::uint64_t> tables;
  for (const auto& one : (*told)["tables"].list()) tables.push_back(*one["table"].number<std::uint64_t>());
  EXPECT_EQ(tables, (std::vector<std::uint64_t>{7, 8, 9})) << "one that has just moved stands there once";
  EXPECT_EQ((*told)["lobbies"].list()[0]["game"].text(), "chess") << "in the order of games";
  EXPECT_EQ((*told)["running"].number<int>(), 3);
}

/// What a session says when it is told how things stand in the hall.
std::string hear(Session& session, const table::Overview& overview) {
  static_cast<void>(session.take_output());
  session.tell_answer(HallAnswer{std::make_shared<const table::Overview>(overview),
                                 std::make_shared<const std::string>(web::write_hall(overview))});
  return session.take_output();
}

TEST(WebOverview, IsToldWhenItHasChanged) {
  const games::Kits kits;
  const Switches switches;
  const auto session = protocols::find("web")->make_session({kits, switches});
  table::Overview overview;
  EXPECT_EQ(hear(*session, overview), web::write_hall(overview) + "\n");
  EXPECT_EQ(hear(*session, overview), "") << "it is written the same";
  overview.running = 1;
  EXPECT_EQ(hear(*session, overview), web::write_hall(overview) + "\n");
}

}  // namespace
}  // namespace protocols::web
