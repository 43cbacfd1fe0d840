// What the server half says of people, lobbies and words that come from other protocols.
#include "protocols/spectrangle/session.hpp"
#include "games/spectrangle/rules.hpp"

#include <gtest/gtest.h>

namespace {

using protocols::spectrangle::hall_lobby;
using protocols::spectrangle::Session;
using protocols::spectrangle::wire_lobby;
using protocols::spectrangle::wire_player;

class SpectrangleSession : public testing::Test {
 protected:
  /// A joined session whose output so far was taken.
  void join() {
    session_.receive("ENABLE_EXTENSION chat\nJOIN alice\n");
    EXPECT_TRUE(std::holds_alternative<table::Seek>(*session_.next()));
    session_.tell(table::Accepted{});
    session_.tell(table::Renamed{"guest-1", "alice"});
    session_.tell(gathered({"alice"}));
    EXPECT_EQ(session_.take_output(), "LOBBY alice\n");
  }
  static table::Gathered gathered(std::vector<std::string> present) {
    table::Gathered one;
    one.present = std::move(present);
    return one;
  }
  std::string told(const table::Notice& notice) {
    session_.tell(notice);
    return session_.take_output();
  }

  Session session_;
};

TEST_F(SpectrangleSession, NamesOfOtherProtocolsAreWrittenSoThatTheyCanBeRead) {
  join();
  const auto zoe = wire_player("Zo\xc3\xab, the 2nd");
  EXPECT_EQ(zoe.substr(0, 13), "Zo___the_2nd-");
  EXPECT_TRUE(protocols::spectrangle::is_player_name(zoe));
  EXPECT_NE(wire_player("a b"), wire_player("a,b"));
  EXPECT_EQ(wire_player("a_b"), "a_b");
  EXPECT_TRUE(protocols::spectrangle::is_player_name(wire_player("")));
  EXPECT_EQ(told(gathered({"alice", "Zo\xc3\xab, the 2nd"})), "LOBBY alice " + zoe + "\n");
  EXPECT_EQ(told(table::Said{"Zo\xc3\xab, the 2nd", "foo"}), "CHAT_MESSAGE " + zoe + " Zm9v\n");
}

TEST_F(SpectrangleSession, AGameKeepsTheNamesOfItsStart) {
  join();
  const auto state = *games::spectrangle::Rules::start({}, {}, 2, 1);
  const auto view =
      std::make_shared<const games::AnyView>(games::spectrangle::Rules::view(state, base::Seat{0}));
  told(gathered({"alice", "web guest"}));
  const auto start = told(table::Started{{1}, {0}, {"alice", "web guest"}, view});
  const auto guest = wire_player("web guest");
  EXPECT_NE(start.find("TILE " + guest + " "), std::string::npos) << start;
  EXPECT_EQ(told(table::Renamed{"web guest", "bob"}), "LOBBY alice bob\n");
  EXPECT_EQ(told(table::Happened{{1}, games::spectrangle::Event(games::spectrangle::Skipped{{1}}), {}}),
            "UPDATE " + guest + "\n");
  const auto score = told(table::Over{{{base::Seat{1}}, {3, 4}, "finished"}});
  EXPECT_NE(score.find(guest + ",4"), std::string::npos) << score;
  EXPECT_EQ(told(table::Renamed{"somebody", "else"}), "") << "who is not here";
}

TEST_F(SpectrangleSession, WordsTravelAsText) {
  join();
  session_.receive("CHAT Zm9v\nCHAT YQoNYg==\n");
  EXPECT_EQ(std::get<table::Say>(*session_.next()).text, "foo");
  session_.tell(table::Accepted{});
  EXPECT_EQ(std::get<table::Say>(*session_.next()).text, "a  b") << "line ends are not for every protocol";
}

TEST_F(SpectrangleSession, OnlyLobbiesWithANameAndPlayersAreListed) {
  table::Listed listed;
  listed.lobbies = {{"1", {"alice"}, 0, false}, {"12", {"b b"}, 0, true},     {":2", {"carol"}, 0, false},
                    {":3", {}, 0, true},        {"-secret", {"d"}, 2, false}, {"a b", {"e"}, 2, false}};
  EXPECT_EQ(told(listed), "ACTIVE_LOBBIES main,alice main-12," + wire_player("b b") + " 2,carol\n");
}

TEST(SpectrangleLobbies, NamesOfTheWireAndOfTheHall) {
  const std::pair<std::string_view, std::string_view> kNames[]{
      {"main", "1"},
      {"main-2", "2"},
      {"main-17", "17"},
      {"main-1", ":main-1"},
      {"main-02", ":main-02"},
      {"main-0", ":main-0"},
      {"main-", ":main-"},
      {"Main", ":Main"},
      {"2", ":2"},
      {"-x", ":-x"},
      {"club.9_-", ":club.9_-"},
      {"main-99999999999999999999", ":main-99999999999999999999"},
  };
  for (const auto& [wire, hall] : kNames) {
    EXPECT_EQ(hall_lobby(wire), hall);
    EXPECT_EQ(wire_lobby(hall), wire);
  }
  EXPECT_EQ(hall_lobby(""), "") << "any";
}

}  // namespace
