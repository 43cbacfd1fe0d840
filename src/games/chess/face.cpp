// Chess as it is shown.
#include "games/face.hpp"
#include "games/chess/fen.hpp"
#include "games/chess/rules.hpp"
#include "games/chess/san.hpp"

namespace games::chess {

base::Value Rules::describe(const View& view) {
  const auto& position = view.state.position;
  const auto label = [&](const Move& move) {
    return move == kClaim ? std::string("claim draw") : write_san(position, move);
  };
  return base::object({{"fen", write_fen(position)},
                       {"last", nullptr},
                       {"check", in_check(position)},
                       {"moves", list_moves<Rules>(view, label)},
                       {"captured", base::list({"", ""})}});
}

}  // namespace games::chess
