// What the players of a game of My Shelfie have won.
#include "protocols/shelfie/points.hpp"

#include <algorithm>

#include "games/shelfie/goals.hpp"

namespace protocols::shelfie {
namespace {

namespace shelfie = games::shelfie;

shelfie::Layout layout_of(const std::vector<std::string>& rows) {
  shelfie::Layout layout;
  int place = 0;
  for (const auto& row : rows) {
    for (const char letter : row) {
      if (const auto type = games::shelfie::kTypeLetters.find(letter); type != std::string_view::npos)
        layout.of[type] |= 1U << place;
      ++place;
    }
  }
  return layout;
}

}  // namespace

void Points::begin(const Pair& goals, const std::vector<std::string>& players,
                   const shelfie::RulesFile& rules) {
  rules_ = &rules;
  goals_ = goals;
  for (const auto& name : players) players_.try_emplace(name);
}

void Points::deal(std::string_view name, int card) {
  const auto found = players_.find(name);
  if (found != players_.end() && card >= 0 && card < shelfie::kPersonalCards) found->second.card = card;
}

void Points::place(std::string_view name, const std::vector<std::string>& shelf) {
  won_ = {};
  const auto found = players_.find(name);
  if (found == players_.end()) return;
  auto& player = found->second;
  player.shelf = layout_of(shelf);
  for (std::size_t goal = 0; goal < goals_.size(); ++goal) {
    if (player.tokens[goal] != 0 || !shelfie::achieved(goals_[goal], player.shelf)) continue;
    won_[goal] = player.tokens[goal] = top(goal);
  }
}

int Points::top(std::size_t goal) const {
  const auto won = static_cast<std::size_t>(
      std::ranges::count_if(players_, [&](const auto& one) { return one.second.tokens[goal] != 0; }));
  const auto seats = players_.size();
  if (seats < 2 || seats > shelfie::kMaxSeats || won >= seats) return 0;
  return rules_->tokens[seats - 2][won];
}

Points::Pair Points::tops() const { return {top(0), top(1)}; }

const Points::Player* Points::find(std::string_view name) const {
  const auto found = players_.find(name);
  return found == players_.end() ? nullptr : &found->second;
}

Points::Pair Points::tokens(std::string_view name) const {
  const auto* player = find(name);
  return player == nullptr ? Pair{} : player->tokens;
}

int Points::groups(std::string_view name) const {
  const auto* player = find(name);
  return player == nullptr ? 0 : shelfie::group_points(*rules_, player->shelf);
}

std::optional<int> Points::personal(std::string_view name) const {
  const auto* player = find(name);
  if (player == nullptr || !player->card) return std::nullopt;
  return shelfie::personal_points(*rules_, *player->card, player->shelf);
}

int Points::total(std::string_view name, std::string_view full) const {
  const auto won = tokens(name);
  return won[0] + won[1] + groups(name) + personal(name).value_or(0) +
         (name == full ? rules_->full_shelf_points : 0);
}

}  // namespace protocols::shelfie
