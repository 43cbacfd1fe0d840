// The desk of chess: a board that is turned to its player, a cursor, and a piece that is picked up.
#pragma once

#include "client/play/desk.hpp"
#include "games/chess/rules.hpp"

namespace client::play::chess {

std::unique_ptr<play::Desk> make_empty_desk();

/// See play::Desk::answer, and the questions that it understands.
std::vector<std::string> answer(const games::chess::View& view, std::string_view question);
std::span<const std::string_view> questions();

/// What happened, in words; "" if there is nothing to say. `before` is how things stood, if that is known.
std::string label(const games::chess::Event& event, Names names, const games::chess::View* before);

}  // namespace client::play::chess
