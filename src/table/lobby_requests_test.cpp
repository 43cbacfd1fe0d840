// Requests of those who want to play: nothing changes before all is checked.
#include "table/lobby_requests.hpp"

#include "table/parts_fixture.hpp"

namespace {

using namespace table;

class LobbyRequestsTest : public table::testing::PartsTest {
 protected:
  std::optional<Code> seek(PlayerId player, const Seek& request) {
    effects_ = {};
    const auto answer = requests_.seek(player, request, now_, effects_);
    return answer ? std::nullopt : std::optional(answer.error().code.kind);
  }

  LobbyRequests requests_{parts_, openings_, renaming_, attendance_};
};

TEST_F(LobbyRequestsTest, TwoWhoSeekAlikePlay) {
  const auto anna = arrive();
  const auto bert = arrive();
  EXPECT_EQ(seek(anna, {.game = "chess", .seats = 2}), std::nullopt);
  EXPECT_EQ(seek(bert, {.game = "chess", .seats = 2, .name = "Bert"}), std::nullopt);
  EXPECT_EQ(told<Started>().size(), 2);
  EXPECT_EQ(at(bert).name, "Bert");
  EXPECT_EQ(seek(anna, {.game = "chess"}), Code::already_seated);
}

TEST_F(LobbyRequestsTest, ARefusalChangesNothing) {
  const auto anna = arrive_as("anna");
  const auto bert = arrive();
  ASSERT_EQ(seek(bert, {.game = "chess"}), std::nullopt);
  const auto* lobby = at(bert).lobby;
  EXPECT_EQ(seek(bert, {.game = "shelfie", .name = "anna"}), Code::name_taken);
  EXPECT_EQ(seek(bert, {.game = "shelfie", .lobby = "club", .make = Make::never}), Code::no_lobby);
  EXPECT_EQ(seek(bert, {.game = "shelfie", .seats = 9}), Code::bad_seats);
  EXPECT_EQ(at(bert).lobby, lobby);
  EXPECT_TRUE(effects_.tell.empty());
  EXPECT_EQ(at(anna).name, "anna");
}

TEST_F(LobbyRequestsTest, WhereThereIsOneRoomOneGameIsPlayed) {
  open({arrive(), arrive()});
  EXPECT_EQ(seek(arrive(), {.game = "chess", .rooms = Rooms::one}), Code::game_running);
  const auto carl = arrive();
  ASSERT_EQ(seek(carl, {.game = "shelfie", .seats = 3, .rooms = Rooms::one}), std::nullopt);
  ASSERT_EQ(seek(arrive(), {.game = "shelfie", .seats = 2, .rooms = Rooms::one}), std::nullopt);
  ASSERT_EQ(told<Refused>().size(), 1);
  EXPECT_EQ(told<Refused>()[0].second.error.code, Code::other_queue);
  EXPECT_EQ(told<Refused>()[0].second.seats, 3);
}

TEST_F(LobbyRequestsTest, ANameLeadsBackInsteadOfIntoALobby) {
  const auto anna = arrive_as("anna");
  open({anna, arrive()}, "shelfie");
  attendance_.depart(anna, now_, effects_);
  const auto again = arrive();
  EXPECT_EQ(seek(again, {.game = "chess", .name = "anna"}), std::nullopt);
  EXPECT_EQ(parts_.places.place_of(again), (Place{{1}, {0}}));
  EXPECT_EQ(at(again).lobby, nullptr);
}

TEST_F(LobbyRequestsTest, BotsAreInvitedIntoTheLobby) {
  EXPECT_EQ(seek(arrive(), {.game = "chess", .bots = {"random"}}), std::nullopt);
  ASSERT_EQ(effects_.invite.size(), 1);
  EXPECT_EQ(effects_.invite[0].level, "random");
  EXPECT_EQ(effects_.invite[0].lobby, "1");
}

TEST_F(LobbyRequestsTest, ReadyIsWhoIsInALobbyAndDoesNotPlay) {
  const auto anna = arrive();
  const auto bert = arrive();
  EXPECT_EQ(requests_.ready(anna, now_, effects_).error().code, Code::not_at_table);
  gather({anna, bert});
  ASSERT_TRUE(requests_.ready(bert, now_, effects_));
  EXPECT_EQ(told<Started>().size(), 2);
  EXPECT_EQ(requests_.ready(bert, now_, effects_).error().code, Code::already_seated);
}

TEST_F(LobbyRequestsTest, StandingLobbiesAreListed) {
  gather({arrive_as("anna"), arrive()});
  ASSERT_TRUE(requests_.list(arrive(), {"chess"}, effects_));
  ASSERT_EQ(told<Listed>().size(), 1);
  ASSERT_EQ(told<Listed>()[0].second.lobbies.size(), 1);
  EXPECT_EQ(told<Listed>()[0].second.lobbies[0].present[0], "anna");
}

}  // namespace
