// Names that look alike: a small folding of letters to ASCII.
#include "table/accounts.hpp"

#include <algorithm>
#include <array>

#include "base/utf8.hpp"

namespace table {
namespace {

/// What is left of U+00C0 to U+00FF and of U+0100 to U+017F without accents; '.' where nothing is.
constexpr std::string_view kLatin1 = "aaaaaa.ceeeeiiiidnooooo.ouuuuy..aaaaaa.ceeeeiiiidnooooo.ouuuuy.y";
constexpr std::string_view kLatinExtended =
    "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii..jjkkkllllllllllnnnnnnnnnoooooo..rrrrrrssssssss"
    "ttttttuuuuuuuuuuuuwwyyyzzzzzzs";
static_assert(kLatin1.size() == 64 && kLatinExtended.size() == 128);

/// Small letters of Greek and Cyrillic that look like one of ours, or whose capitals do.
struct LookAlike {
  char32_t letter;
  char like;
};
constexpr std::array<LookAlike, 37> kLookAlikes{{
    {0x03B1, 'a'}, {0x03B2, 'b'}, {0x03B5, 'e'}, {0x03B6, 'z'}, {0x03B7, 'h'}, {0x03B9, 'i'}, {0x03BA, 'k'},
    {0x03BC, 'm'}, {0x03BD, 'n'}, {0x03BF, 'o'}, {0x03C1, 'p'}, {0x03C4, 't'}, {0x03C5, 'y'}, {0x03C7, 'x'},
    {0x0430, 'a'}, {0x0432, 'b'}, {0x0435, 'e'}, {0x043A, 'k'}, {0x043C, 'm'}, {0x043D, 'h'}, {0x043E, 'o'},
    {0x0440, 'p'}, {0x0441, 'c'}, {0x0442, 't'}, {0x0443, 'y'}, {0x0445, 'x'}, {0x0451, 'e'}, {0x0455, 's'},
    {0x0456, 'i'}, {0x0457, 'i'}, {0x0458, 'j'}, {0x04BB, 'h'}, {0x04CF, 'l'}, {0x0501, 'd'}, {0x051B, 'q'},
    {0x051D, 'w'}, {0x2113, 'l'},
}};

bool is_between(char32_t letter, char32_t first, char32_t last) { return letter >= first && letter <= last; }

/// Joiners, marks without a place of their own, and other things that are not seen.
bool is_unseen(char32_t letter) {
  return letter == 0x00AD || letter == 0x034F || letter == 0x061C || letter == 0x3164 || letter == 0xFEFF ||
         letter == 0xFFA0 || is_between(letter, 0x0300, 0x036F) || is_between(letter, 0x115F, 0x1160) ||
         is_between(letter, 0x17B4, 0x17B5) || is_between(letter, 0x180B, 0x180F) ||
         is_between(letter, 0x200B, 0x200F) || is_between(letter, 0x202A, 0x202E) ||
         is_between(letter, 0x2060, 0x206F) || is_between(letter, 0xFE00, 0xFE0F) ||
         is_between(letter, 0xE0000, 0xE0FFF);
}

bool is_space(char32_t letter) {
  return letter == ' ' || letter == 0x00A0 || letter == 0x1680 || is_between(letter, 0x2000, 0x200A) ||
         is_between(letter, 0x2028, 0x2029) || letter == 0x202F || letter == 0x205F || letter == 0x2800 ||
         letter == 0x3000;
}

/// The small letter of a capital, as far as Latin, Greek and Cyrillic go.
char32_t lower(char32_t letter) {
  if (is_between(letter, 'A', 'Z')) return letter + 0x20;
  if (is_between(letter, 0x00C0, 0x00DE) && letter != 0x00D7) return letter + 0x20;  // but the sign of times
  if (letter == 0x0132 || letter == 0x0152) return letter + 1;
  if (is_between(letter, 0x0391, 0x03A9)) return letter + 0x20;
  if (letter == 0x03C2) return 0x03C3;  // a sigma at the end of a word
  if (is_between(letter, 0x0410, 0x042F)) return letter + 0x20;
  if (is_between(letter, 0x0400, 0x040F)) return letter + 0x50;
  if (letter == 0x04C0) return 0x04CF;
  if (is_between(letter, 0x0460, 0x052F) && !is_between(letter, 0x0482, 0x048A) &&
      !is_between(letter, 0x04C1, 0x04CF))
    return letter | 1U;
  return letter;
}

char32_t fold(char32_t letter) {
  if (is_between(letter, 0xFF01, 0xFF5E)) letter -= 0xFEE0;  // as wide as Chinese characters
  if (is_space(letter)) return '_';                          // as some protocols write it
  if (is_between(letter, 0x2010, 0x2015) || letter == 0x2212) return '-';
  letter = lower(letter);
  if (is_between(letter, 0x00C0, 0x00FF) && kLatin1[letter - 0x00C0] != '.') return kLatin1[letter - 0x00C0];
  if (is_between(letter, 0x0100, 0x017F) && kLatinExtended[letter - 0x0100] != '.')
    return kLatinExtended[letter - 0x0100];
  const auto* alike = std::ranges::find(kLookAlikes, letter, &LookAlike::letter);
  return alike == kLookAlikes.end() ? letter : alike->like;
}

}  // namespace

std::string account_key(std::string_view name) {
  std::string key;
  while (!name.empty()) {
    const auto letter = base::take_character(name);
    if (!letter) {  // no text, and so no account's name: its bytes stand for themselves
      key += name.front();
      name.remove_prefix(1);
      continue;
    }
    if (is_unseen(*letter)) continue;
    const auto folded = fold(*letter);
    const bool is_more_space = folded == '_' && (key.empty() || key.ends_with('_'));
    if (!is_more_space) base::append_character(key, folded);
  }
  if (key.ends_with('_')) key.pop_back();
  return key;
}

}  // namespace table
