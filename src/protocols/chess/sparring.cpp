// What a server of this protocol may do to practise against.
#include "protocols/sparring.hpp"

#include <array>
#include <cstdlib>

#include "games/chess/rules.hpp"
#include "protocols/chess/tools.hpp"

namespace protocols::chess {
namespace {

constexpr std::array kAllowed{
    Allowance{Liberty::hangs_up,
              {"chess.rulings.md, 12", "the server closes the connection without a word."}},
    Allowance{
        Liberty::refuses,
        {"chess.rulings.md, 6",
         "Illegal, wrong colour, empty square, from = to: `ERROR 3` to the sender, not forwarded, same turn, "
         "may try again."}},
    Allowance{Liberty::leaver, {"chess.rulings.md, 12", "the server closes the connection without a word."}},
    Allowance{
        Liberty::unexpected,
        {"chess.rulings.md, 4",
         "castling is the king's move of two files; en passant is the pawn's move. The rest is implied."}},
};

using games::chess::Act;
using games::chess::Promotion;

/// Nobody can claim a draw.
bool can_say(const games::AnyMove& move) { return games::get<games::chess::Move>(move).act == Act::step; }

/// Castling, en passant, and promotion to anything but a queen.
bool is_rare(const games::AnyView& view, const games::AnyMove& move) {
  const auto& step = games::get<games::chess::Move>(move);
  const auto& position = games::get<games::chess::View>(view).state.position;
  const auto piece = games::chess::piece_at(position, step.from);
  if (!piece) return false;
  const int files = std::abs(games::chess::file_of(step.to) - games::chess::file_of(step.from));
  if (piece->kind == games::chess::Kind::king && files == 2) return true;
  if (step.promotion != Promotion::none) return step.promotion != Promotion::queen;
  return piece->kind == games::chess::Kind::pawn && files == 1 && !games::chess::piece_at(position, step.to);
}

}  // namespace

const Sparring kSparring{
    .allowed = kAllowed, .first_comes_first = true, .can_say = can_say, .is_rare = is_rare};

}  // namespace protocols::chess
