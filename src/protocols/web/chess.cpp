// Chess as a browser sees it.
#include <algorithm>

#include "games/chess/fen.hpp"
#include "games/chess/san.hpp"
#include "protocols/web/state.hpp"

namespace protocols::web {
namespace {

using namespace games::chess;

/// What the other side has lost since a full set, the strongest first, in lower case.
std::string captured_by(const Position& position, Color color) {
  const auto lost = color == Color::white ? Color::black : Color::white;
  constexpr std::array<std::tuple<Kind, char, int>, 5> kSet{{{Kind::queen, 'q', 1},
                                                             {Kind::rook, 'r', 2},
                                                             {Kind::bishop, 'b', 2},
                                                             {Kind::knight, 'n', 2},
                                                             {Kind::pawn, 'p', 8}}};
  std::string letters;
  for (const auto& [kind, letter, full] : kSet) {
    const int left = std::popcount(pieces(position, kind) & position.of(lost));
    letters.append(static_cast<std::size_t>(std::max(0, full - left)), letter);
  }
  return letters;
}

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

void describe(const View& view, const std::string& last, Members& members) {
  const auto& position = view.state.position;
  members.emplace_back("fen", write_text(write_fen(position)));
  members.emplace_back("last", last);
  members.emplace_back("check", write_bool(in_check(position)));
  members.emplace_back("moves", write_moves(view));
  members.emplace_back("captured", write_list({write_text(captured_by(position, Color::white)),
                                               write_text(captured_by(position, Color::black))}));
}

}  // namespace protocols::web
