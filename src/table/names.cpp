// Names of people: the characters that are no part of one.
#include "table/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "base/utf8.hpp"

namespace table {
namespace {

using base::Code;
using base::fail;

/// How many marks may stand above and below one letter, as some languages need.
constexpr int kMostMarks = 3;

struct Range {
  char32_t first;
  char32_t last;
};

/// What is not seen, or is not the same everywhere, besides controls: spaces other than ' ', joiners,
/// directions, fillers, selectors of variants, tags, annotations, places for private use, and where nothing
/// stands.
constexpr std::array<Range, 32> kUnseen{{
    {0x00A0, 0x00A0},   {0x00AD, 0x00AD},    {0x034F, 0x034F},   {0x061C, 0x061C},   {0x115F, 0x1160},
    {0x1680, 0x1680},   {0x17B4, 0x17B5},    {0x180B, 0x180F},   {0x2000, 0x200F},   {0x2028, 0x202F},
    {0x205F, 0x206F},   {0x2800, 0x2800},    {0x3000, 0x3000},   {0x3164, 0x3164},   {0xD800, 0xF8FF},
    {0xFDD0, 0xFDEF},   {0xFE00, 0xFE0F},    {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFF},
    {0x13430, 0x1343F}, {0x16FE4, 0x16FE4},  {0x1BCA0, 0x1BCA3}, {0x1D159, 0x1D159}, {0x1D173, 0x1D17A},
    {0x1FFFE, 0x1FFFF}, {0x2FFFE, 0x2FFFF},  {0x3FFFE, 0x3FFFF}, {0x40000, 0xDFFFF}, {0xE0000, 0xE0FFF},
    {0xE1000, 0xEFFFF}, {0xF0000, 0x10FFFF},
}};

/// Marks that stand above or below the letter before.
constexpr std::array<Range, 30> kMarks{{
    {0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x05BF, 0x05BF}, {0x05C1, 0x05C2},
    {0x05C4, 0x05C5}, {0x05C7, 0x05C7}, {0x0610, 0x061A}, {0x064B, 0x065F}, {0x0670, 0x0670},
    {0x06D6, 0x06DC}, {0x06DF, 0x06E4}, {0x06E7, 0x06E8}, {0x06EA, 0x06ED}, {0x0730, 0x074A},
    {0x07EB, 0x07F3}, {0x0816, 0x082D}, {0x0859, 0x085B}, {0x08D3, 0x08FF}, {0x0E31, 0x0E31},
    {0x0E34, 0x0E3A}, {0x0E47, 0x0E4E}, {0x0EB1, 0x0EB1}, {0x0EB4, 0x0EBC}, {0x0EC8, 0x0ECD},
    {0x0F71, 0x0F84}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x20D0, 0x20FF}, {0xFE20, 0xFE2F},
}};

template <std::size_t Count>
bool is_in(const std::array<Range, Count>& ranges, char32_t letter) {
  return std::ranges::any_of(ranges,
                             [&](const Range& one) { return letter >= one.first && letter <= one.last; });
}

base::Result<void> check_letters(std::string_view name) {
  int marks = kMostMarks;  // nothing to stand on yet
  while (const auto letter = base::take_character(name)) {
    if (is_in(kUnseen, *letter)) {
      return fail(Code::bad_name,
                  fmt::format("a name has no characters that are not seen or turn the writing, as U+{:04X}",
                              static_cast<std::uint32_t>(*letter)));
    }
    marks = is_in(kMarks, *letter) ? marks + 1 : 0;
    if (marks > kMostMarks) return fail(Code::bad_name, "a name has a few marks on a letter, not many");
  }
  return {};
}

}  // namespace

base::Result<void> check_name(std::string_view name, std::size_t longest) {
  if (!base::is_printable(name)) return fail(Code::bad_name, "a name has no control characters");
  const auto length = base::count_characters(name);
  if (length == 0 || length > longest)
    return fail(Code::bad_name, fmt::format("a name has 1 to {} characters", longest));
  if (name.starts_with(' ') || name.ends_with(' ') || name.find("  ") != std::string_view::npos)
    return fail(Code::bad_name, "a name has no spaces but single ones between words");
  return check_letters(name);
}

}  // namespace table
