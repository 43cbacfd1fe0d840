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
std::string hear(Session& session, const std::shared_ptr<const table::Overview>& overview) {
  static_cast<void>(session.take_output());
  session.tell(table::Aside{overview});
  return session.take_output();
}

TEST(WebOverview, IsWrittenOnceForAll) {
  const games::Kits kits;
  const Switches switches;
  const auto one = find("web")->serve({kits, switches});
  const auto other = find("web")->serve({kits, switches});
  const auto overview = std::make_shared<const table::Overview>();
  const auto told = hear(*one, overview);
  EXPECT_FALSE(told.empty());
  ASSERT_TRUE(overview->written);
  const auto* text = overview->written.get();
  EXPECT_EQ(hear(*other, overview), told);
  EXPECT_EQ(overview->written.get(), text);
  EXPECT_EQ(hear(*one, overview), "") << "nothing has changed";
  EXPECT_EQ(hear(*one, std::make_shared<const table::Overview>()), "") << "it is written the same";
  auto changed = std::make_shared<table::Overview>();
  changed->running = 1;
  EXPECT_NE(hear(*one, changed), "");
}

}  // namespace
