// Names that look alike: by Unicode's confusables (UTS 39, ICU), and whatever the case, accents and width of
// letters.
#include "table/accounts.hpp"

#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uspoof.h>
#include <unicode/utf16.h>

#include <algorithm>
#include <array>

#include "base/utf8.hpp"

namespace table {
namespace {

constexpr char32_t kAscii = 0x80;

/// Marks above and below letters, and what is not seen at all.
bool is_unseen(char32_t letter) {
  const auto code = static_cast<UChar32>(letter);
  return (U_GET_GC_MASK(code) & (U_GC_MN_MASK | U_GC_ME_MASK)) != 0 ||
         u_hasBinaryProperty(code, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) != 0;
}

bool is_space(char32_t letter) {
  return u_isUWhiteSpace(static_cast<UChar32>(letter)) != 0 || letter == 0x2800;  // Braille's empty cell
}

/// What the letter is taken for, without marks; itself if ICU knows nothing better.
std::u32string look_of(char32_t letter) {
  static const USpoofChecker* const checker = [] {
    auto status = U_ZERO_ERROR;
    return uspoof_open(&status);
  }();
  std::string text;
  base::append_character(text, letter);
  std::array<char, 128> bytes{};
  auto status = U_ZERO_ERROR;
  const auto size = uspoof_getSkeletonUTF8(checker, 0, text.data(), static_cast<std::int32_t>(text.size()),
                                           bytes.data(), static_cast<std::int32_t>(bytes.size()), &status);
  if (U_FAILURE(status) != 0) return {letter};
  std::u32string look;
  std::string_view rest(bytes.data(), static_cast<std::size_t>(size));
  while (const auto one = base::take_character(rest)) {
    if (!is_unseen(*one)) look += *one;
  }
  return look;
}

bool is_ascii(std::u32string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char32_t one) { return one < kAscii; });
}

char32_t small(char32_t letter) {
  return static_cast<char32_t>(u_foldCase(static_cast<UChar32>(letter), U_FOLD_CASE_DEFAULT));
}

std::u32string small(std::u32string text) {
  std::ranges::transform(text, text.begin(), [](char32_t one) { return small(one); });
  return text;
}

/// Of a small letter of ASCII: what it looks like (m: rn, 0: o), or its capital does (i: l).
std::u32string shape_of_ascii(char32_t letter) {
  if (auto look = small(look_of(letter)); look != std::u32string{letter}) return look;
  const auto capital = static_cast<char32_t>(u_toupper(static_cast<UChar32>(letter)));
  auto look = small(look_of(capital));
  return is_ascii(look) ? look : std::u32string{letter};
}

/// Most names are all ASCII, and many are compared at once.
const std::array<std::string, kAscii>& shapes_of_ascii() {
  static const auto shapes = [] {
    std::array<std::string, kAscii> all;
    for (char32_t letter = 0; letter < kAscii; ++letter) {
      for (const auto one : shape_of_ascii(small(letter))) {
        // What something looks like may look like something else: 1, I, l.
        for (const auto last : one < kAscii ? shape_of_ascii(one) : std::u32string{one})
          base::append_character(all[letter], last);
      }
    }
    return all;
  }();
  return shapes;
}

/// A small letter as its capital looks, if that looks like ASCII; or as it looks itself, also if that is
/// simpler.
std::string shape_of(char32_t letter) {
  if (letter < kAscii) return shapes_of_ascii()[letter];
  const auto capital = static_cast<char32_t>(u_toupper(static_cast<UChar32>(letter)));
  auto look = small(look_of(capital));
  const auto own = small(look_of(letter));
  if (!is_ascii(look) || (is_ascii(own) && own.size() < look.size())) look = own;
  std::string shape;
  for (const auto one : look) {
    if (one < kAscii) {
      shape += shapes_of_ascii()[one];
    } else {
      base::append_character(shape, one);
    }
  }
  return shape;
}

/// What a character is made of: letters apart from their accents, of ordinary width and form.
std::u32string parts_of(char32_t letter) {
  auto status = U_ZERO_ERROR;
  const auto* forms = unorm2_getNFKDInstance(&status);
  std::array<UChar, 32> parts{};
  const auto size = U_FAILURE(status) != 0
                        ? 0
                        : unorm2_getDecomposition(forms, static_cast<UChar32>(letter), parts.data(),
                                                  static_cast<std::int32_t>(parts.size()), &status);
  if (U_FAILURE(status) != 0 || size <= 0) return {letter};
  std::u32string all;
  for (std::int32_t at = 0; at < size;) {
    UChar32 code = 0;
    U16_NEXT(parts.data(), at, size, code);
    all += static_cast<char32_t>(code);
  }
  return all;
}

}  // namespace

std::string account_key(std::string_view name) {
  std::string key;
  const auto add = [&](std::string_view shape) {
    const bool is_more_space = shape == "_" && (key.empty() || key.ends_with('_'));
    if (!is_more_space) key += shape;
  };
  while (!name.empty()) {
    const auto letter = base::take_character(name);
    if (!letter) {  // no text, and so no account's name: its bytes stand for themselves
      key += name.front();
      name.remove_prefix(1);
      continue;
    }
    if (*letter < kAscii) {
      add(*letter == ' ' ? "_" : std::string_view(shapes_of_ascii()[*letter]));
      continue;
    }
    for (const auto part : parts_of(*letter)) {
      if (is_space(part)) {
        add("_");  // as some protocols write it
      } else if (!is_unseen(part)) {
        add(shape_of(small(part)));
      }
    }
  }
  if (key.ends_with('_')) key.pop_back();
  return key;
}

}  // namespace table
