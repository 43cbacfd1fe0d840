// Desks under test: what they show as plain text, and keys for them.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <memory>
#include <string>

#include "client/play/desk.hpp"

namespace client::play {

using base::Seat;
using Kind = Key::Kind;

inline constexpr Look kPlain{.unicode = false, .colour = false};

inline std::string board_of(const Desk& desk, const Look& look = kPlain) {
  Grid grid(20, 50);
  desk.draw_board(grid, {0, 0, kLeastRoom}, look);
  return "\n" + grid.text();
}

/// Types characters; the last reply.
inline Reply type(Desk& desk, std::u32string_view text) {
  Reply reply;
  for (const char32_t character : text) reply = desk.press({.kind = Kind::character, .character = character});
  return reply;
}
inline Reply press(Desk& desk, std::initializer_list<Kind> keys) {
  Reply reply;
  for (const auto kind : keys) reply = desk.press({.kind = kind});
  return reply;
}

inline std::string written(const Reply& reply) {
  return reply.move ? games::write(*reply.move) : "no move: " + reply.note;
}

}  // namespace client::play
