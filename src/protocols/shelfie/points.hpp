// What the players of a game of My Shelfie have won, counted by our rules from what a server deals.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/shelfie/rules_file.hpp"

namespace protocols::shelfie {

class Points {
 public:
  using Pair = std::array<int, games::shelfie::kGoalsInGame>;  ///< one for each common goal

  /// Which common goals lie on the table, who plays for them, and by which rules, which must outlive it.
  void begin(const Pair& goals, const std::vector<std::string>& players,
             const games::shelfie::RulesFile& rules);
  bool has_begun() const { return !players_.empty(); }
  void deal(std::string_view name, int card);
  /// The player's turn is over, and the shelf has these rows (as a transcript writes them).
  void place(std::string_view name, const std::vector<std::string>& shelf);
  /// The player's turn is over and brought nothing.
  void pass() { won_ = {}; }

  const Pair& goals() const { return goals_; }
  Pair tops() const;                        ///< of the tokens that are left, 0 where there are none
  const Pair& won() const { return won_; }  ///< by the last turn
  Pair tokens(std::string_view name) const;
  int groups(std::string_view name) const;
  /// Nothing if nobody was told the card.
  std::optional<int> personal(std::string_view name) const;
  /// All that counts in the end; `full` has filled a shelf first.
  int total(std::string_view name, std::string_view full) const;

 private:
  struct Player {
    std::optional<int> card{};
    games::shelfie::Layout shelf{};
    Pair tokens{};
  };

  int top(std::size_t goal) const;
  const Player* find(std::string_view name) const;

  const games::shelfie::RulesFile* rules_ = games::shelfie::standard_rules().get();
  Pair goals_{};
  Pair won_{};
  std::map<std::string, Player, std::less<>> players_;
};

}  // namespace protocols::shelfie
