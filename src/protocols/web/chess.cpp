// Chess as a browser sees it.
#include "games/chess/fen.hpp"
#include "games/chess/san.hpp"
#include "protocols/web/state.hpp"

namespace protocols::web {
namespace {

using namespace games::chess;

std::string write_moves(const View& view) {
  std::vector<std::string> list;
  for (const auto& move : Rules::moves(view)) {
    const bool claim = move == kClaim;
    const auto label = claim ? std::string("claim draw") : write_san(view.state.position, move);
    list.push_back(write_list({write_text(Rules::write(move)), write_text(label)}));
  }
  return write_list(list);
}

}  // namespace

void describe(const View& view, const Past& past, Members& members) {
  const auto& position = view.state.position;
  members.emplace_back("fen", write_text(write_fen(position)));
  members.emplace_back("last", past.last);
  members.emplace_back("check", write_bool(in_check(position)));
  members.emplace_back("moves", write_moves(view));
  members.emplace_back("captured", write_list({write_text(past.taken[index(Color::white)]),
                                               write_text(past.taken[index(Color::black)])}));
}

}  // namespace protocols::web
