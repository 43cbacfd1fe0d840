// The premium squares of the standard board.
#include "games/scrabble/tiles.hpp"

namespace games::scrabble {
namespace {

// d and t: double and triple letter; D and T: double and triple word.
constexpr std::string_view kPremiums =
    "T..d...T...d..T"
    ".D...t...t...D."
    "..D...d.d...D.."
    "d..D...d...D..d"
    "....D.....D...."
    ".t...t...t...t."
    "..d...d.d...d.."
    "T..d...D...d..T"
    "..d...d.d...d.."
    ".t...t...t...t."
    "....D.....D...."
    "d..D...d...D..d"
    "..D...d.d...D.."
    ".D...t...t...D."
    "T..d...T...d..T";
static_assert(kPremiums.size() == kSquares);

char premium_letter(int row, int column) {
  const int square = row * kSide + column;
  return kPremiums[static_cast<std::size_t>(square)];
}

}  // namespace

Premium premium_of(int row, int column) {
  switch (premium_letter(row, column)) {
    case 'd':
      return Premium::double_letter;
    case 't':
      return Premium::triple_letter;
    case 'D':
      return Premium::double_word;
    case 'T':
      return Premium::triple_word;
    default:
      return Premium::none;
  }
}

int letter_factor(int row, int column) {
  const char letter = premium_letter(row, column);
  return letter == 'd' ? 2 : letter == 't' ? 3 : 1;
}

int word_factor(int row, int column) {
  const char letter = premium_letter(row, column);
  return letter == 'D' ? 2 : letter == 'T' ? 3 : 1;
}

}  // namespace games::scrabble
