// The desk of My Shelfie: tiles are marked on the board, put in order, and dropped into a column.
#pragma once

#include "client/play/desk.hpp"
#include "games/shelfie/rules.hpp"

namespace client::play::shelfie {

std::unique_ptr<play::Desk> make_empty_desk();

/// See play::Desk::answer, and the questions that it understands.
std::vector<std::string> answer(const games::shelfie::View& view, std::string_view question);
std::span<const std::string_view> questions();

/// What happened, in words; "" if there is nothing to say. `before` is how things stood, if that is known.
std::string label(const games::shelfie::Event& event, Names names, const games::shelfie::View* before);

/// Columns are counted from 0 here, as moves are typed.
std::optional<std::string> sheet_label(const games::shelfie::Event& event);

}  // namespace client::play::shelfie
