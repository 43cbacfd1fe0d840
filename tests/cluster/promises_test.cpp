// The owner of a table dies at every moment of a move: it is kept and told once, or not at all, and answered
// once. What breaks that is seen by the same checks.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/text.hpp"
#include "cluster/letters.hpp"
#include "harness/virtual_cluster.hpp"
#include "harness/witness.hpp"

namespace {

using harness::VirtualCluster;

constexpr std::uint64_t kDeaths = 200;
constexpr std::uint64_t kMostSteps = 40;

/// Two who play chess at the first node; the owner of their table is another.
class Pair {
 public:
  Pair()
      : cluster_({.seed = 7}, 3, VirtualCluster::Accounts::none),
        kept_(cluster_.tables(), cluster_.directory(), cluster::NodeId{0}, [](const store::Settled&) {}),
        witness_(kept_) {
    cluster_.on_told(
        [this](base::PlayerId player, const table::Notice& notice) { witness_.told(player, notice); });
    for (auto& one : players_) one = cluster_.connect(*protocols::find("chess"));
    for (const auto one : players_) static_cast<void>(cluster_.take(one));
  }

  VirtualCluster& cluster() { return cluster_; }

  /// White moves; so many things are done of those that follow from it, in any order, before the owner dies.
  /// What is wrong when all is done, "" if nothing is.
  std::string move_and_lose(std::uint64_t chance) {
    base::Rng rng(chance);
    cluster_.set_pace(VirtualCluster::Pace::by_steps);
    cluster_.receive(players_[0], kMove);
    for (auto count = rng.below(kMostSteps); count > 0; --count) cluster_.step(rng.next());
    cluster_.set_pace(VirtualCluster::Pace::at_once);
    cluster_.lose_owner("chess");
    cluster_.turn_clock(std::chrono::seconds(1));
    return problem();
  }

 private:
  static constexpr std::string_view kMove = "MOVE 4 1 4 3\n";

  std::string problem() {
    if (!witness_.problem().empty()) return witness_.problem();
    if (const auto heard = cluster_.take(players_[0]); !heard.empty())
      return fmt::format("White hears '{}' of its own move", heard);
    if (const auto heard = cluster_.take(players_[1]); heard != kMove)
      return fmt::format("Black hears '{}'", heard);
    const auto& stored = cluster_.tables().all().begin()->second;
    if (stored.entries.size() != 1) return fmt::format("{} acts are kept", stored.entries.size());
    return cluster_.compare_with_journal();
  }

  VirtualCluster cluster_;
  harness::NodeJournal kept_;
  harness::Witness witness_;
  std::array<base::PlayerId, 2> players_{};
};

/// Whoever takes up a place asks again for what is unanswered, without saying what they were told: as if it
/// had never been asked.
std::string ask_blindly(std::string_view line) {
  std::string all;
  while (!line.empty()) {
    const auto text = base::cut(line, cluster::kBetween);
    auto letter = cluster::read(text);
    auto* attach = letter ? std::get_if<cluster::Attach>(&*letter) : nullptr;
    if (!all.empty()) all += cluster::kBetween;
    if (attach == nullptr || !attach->asked) {
      all += text;
      continue;
    }
    const auto asked = *std::exchange(attach->asked, std::nullopt);
    const auto stay = attach->who.stay;
    all += cluster::write(*letter) + cluster::kBetween + cluster::write(cluster::Ask{stay, {}, asked});
  }
  return all;
}

/// In how many of all deaths something is wrong.
int count_problems(const std::function<void(VirtualCluster&)>& mutate) {
  int problems = 0;
  for (std::uint64_t chance = 0; chance < kDeaths; ++chance) {
    Pair pair;
    mutate(pair.cluster());
    if (!pair.move_and_lose(chance).empty()) ++problems;
  }
  return problems;
}

TEST(Promises, HoldWheneverTheOwnerDies) {
  for (std::uint64_t chance = 0; chance < kDeaths; ++chance)
    ASSERT_EQ(Pair().move_and_lose(chance), "") << "chance " << chance;
}

/// What the owner still says to who was connected there is not for who comes now.
TEST(Promises, ANewRunOfAFrontHearsNothingForTheOldOne) {
  VirtualCluster cluster({.seed = 7}, 3, VirtualCluster::Accounts::none);
  const auto& chess = *protocols::find("chess");
  const auto white = cluster.connect(chess);
  static_cast<void>(cluster.connect_at(cluster::NodeId{2}, chess));
  cluster.kill(cluster::NodeId{2});
  cluster.start(cluster::NodeId{2});
  const auto next = cluster.connect_at(cluster::NodeId{2}, chess);
  cluster.hang_up(white);
  cluster.turn_clock(std::chrono::seconds(10));
  EXPECT_EQ(cluster.take(next), "");
  EXPECT_FALSE(cluster.is_closed(next)) << "they wait for somebody to play with";
}

TEST(Promises, TellingFirstIsSeen) {
  EXPECT_GT(count_problems([](VirtualCluster& all) { all.tell_first(); }), 0);
}

TEST(Promises, AskingAgainBlindlyIsSeen) {
  EXPECT_GT(count_problems([](VirtualCluster& all) { all.rewrite_lines(ask_blindly); }), 0);
}

}  // namespace
