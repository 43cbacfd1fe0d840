// The rules that are built in: the text of data/shelfie/rules.json (a test compares the two).
#include "games/shelfie/rules_file.hpp"

namespace games::shelfie {

std::string_view standard_rules_text() {
  return R"json({
 "nickname": {"min": 2, "max": 20},
 "players": {"min": 2, "max": 4},
 "max_selectable_tiles": 3,
 "board": [
  [0, 0, 0, 3, 4, 0, 0, 0, 0],
  [0, 0, 0, 2, 2, 4, 0, 0, 0],
  [0, 0, 3, 2, 2, 2, 3, 0, 0],
  [0, 4, 2, 2, 2, 2, 2, 2, 3],
  [4, 2, 2, 2, 2, 2, 2, 2, 4],
  [3, 2, 2, 2, 2, 2, 2, 4, 0],
  [0, 0, 3, 2, 2, 2, 3, 0, 0],
  [0, 0, 0, 4, 2, 2, 0, 0, 0],
  [0, 0, 0, 0, 4, 3, 0, 0, 0]
 ],
 "common_goal_tokens": {"2": [8, 4], "3": [8, 6, 4], "4": [8, 6, 4, 2]},
 "personal_goal_points": [0, 1, 2, 4, 6, 9, 12],
 "group_points": {"3": 2, "4": 3, "5": 5, "6": 8},
 "full_shelf_points": 1,
 "personal_goal_cards": [
  {"CAT": [1, 4], "BOOK": [2, 3], "GAME": [3, 1], "FRAME": [0, 2], "TROPHY": [5, 2], "PLANT": [0, 0]},
  {"CAT": [2, 0], "BOOK": [3, 4], "GAME": [2, 2], "FRAME": [5, 4], "TROPHY": [4, 3], "PLANT": [1, 1]},
  {"CAT": [3, 1], "BOOK": [5, 0], "GAME": [1, 3], "FRAME": [1, 0], "TROPHY": [3, 4], "PLANT": [2, 2]},
  {"CAT": [4, 2], "BOOK": [4, 1], "GAME": [0, 4], "FRAME": [2, 2], "TROPHY": [2, 0], "PLANT": [3, 3]},
  {"CAT": [5, 3], "BOOK": [3, 2], "GAME": [5, 0], "FRAME": [3, 1], "TROPHY": [1, 1], "PLANT": [4, 4]},
  {"CAT": [0, 4], "BOOK": [2, 3], "GAME": [4, 1], "FRAME": [4, 3], "TROPHY": [0, 2], "PLANT": [5, 0]},
  {"CAT": [0, 0], "BOOK": [5, 2], "GAME": [4, 4], "FRAME": [1, 3], "TROPHY": [3, 0], "PLANT": [2, 1]},
  {"CAT": [1, 1], "BOOK": [4, 3], "GAME": [5, 3], "FRAME": [0, 4], "TROPHY": [2, 2], "PLANT": [3, 0]},
  {"CAT": [2, 2], "BOOK": [3, 4], "GAME": [0, 2], "FRAME": [5, 0], "TROPHY": [4, 1], "PLANT": [4, 4]},
  {"CAT": [3, 3], "BOOK": [2, 0], "GAME": [1, 1], "FRAME": [4, 1], "TROPHY": [0, 4], "PLANT": [5, 3]},
  {"CAT": [4, 4], "BOOK": [1, 1], "GAME": [2, 0], "FRAME": [3, 2], "TROPHY": [5, 3], "PLANT": [0, 2]},
  {"CAT": [5, 0], "BOOK": [0, 2], "GAME": [4, 4], "FRAME": [2, 2], "TROPHY": [3, 3], "PLANT": [1, 1]}
 ]
}
)json";
}

}  // namespace games::shelfie
