// The hall as browsers are told of it.
#include "protocols/web/overview.hpp"

#include <gtest/gtest.h>

#include "protocols/all.hpp"

namespace {

using namespace protocols;

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
  const auto session = find("web")->make_session({kits, switches});
  table::Overview overview;
  EXPECT_EQ(hear(*session, overview), web::write_hall(overview) + "\n");
  EXPECT_EQ(hear(*session, overview), "") << "it is written the same";
  overview.running = 1;
  EXPECT_EQ(hear(*session, overview), web::write_hall(overview) + "\n");
}

}  // namespace
