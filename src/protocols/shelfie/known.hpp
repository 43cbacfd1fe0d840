// What a client reads out of the server's messages: the game as far as its player is told of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "games/shelfie/state.hpp"
#include "protocols/shelfie/java/tree.hpp"

namespace protocols::shelfie {

/// A game as its player knows it. Other players' shelves never travel: they stay empty.
struct Known {
  games::shelfie::View view;
  std::vector<std::string> players;  ///< nicknames by seat; seats are numbered in turn order
  base::Seat seat() const { return *view.viewer; }
  std::optional<base::Seat> seat_of(std::string_view nickname) const;
};

/// Takes in the data of ALL_INFO. `before` is the same game as it was known before, if it was. None if
/// something is missing or impossible.
std::optional<Known> read_all_info(const java::Tree& message, java::Value data, std::string_view own,
                                   const games::shelfie::RulesFile& rules,
                                   const std::optional<Known>& before);

/// Takes in the data of END_TURN, who ended it among them. False if something is missing or impossible.
bool read_end_turn(const java::Tree& message, java::Value data, Known& known, base::Seat& ended);

/// The data of END_GAME: nicknames and all their points, the winner last. None if it makes no sense.
struct Final {
  std::string nickname;
  int points = 0;
};
std::optional<std::vector<Final>> read_end_game(const java::Tree& message, java::Value data,
                                                const games::shelfie::RulesFile& rules);

}  // namespace protocols::shelfie
