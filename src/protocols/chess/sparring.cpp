// What a server of this protocol may do to practise against.
#include "protocols/sparring.hpp"

#include <array>

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

}  // namespace

const Sparring kSparring{.allowed = kAllowed, .first_comes_first = true};

}  // namespace protocols::chess
