// The desk of Scrabble: tiles are typed onto the board from the cursor on, or given back.
#pragma once

#include "client/play/desk.hpp"
#include "games/scrabble/rules.hpp"

namespace client::play::scrabble {

std::unique_ptr<play::Desk> make_empty_desk();

/// See play::Desk::answer, and the questions that it understands.
std::vector<std::string> answer(const games::scrabble::View& view, std::string_view question);
std::span<const std::string_view> questions();

/// The tiles that its player has not seen yet.
std::string unseen(const games::scrabble::View& view);

/// The whole word that tiles form with those that lie on the board, as a move of kind place: the line in
/// which they are, or the given direction for a single tile that has neighbours in both. Refuses with
/// does_not_fit.
base::Result<games::scrabble::Move> whole_word(const games::scrabble::Board& board,
                                               std::span<const games::scrabble::Spot> spots,
                                               games::scrabble::Direction preferred);

/// What happened, in words; "" if there is nothing to say. `before` is how things stood, if that is known.
std::string label(const games::scrabble::Event& event, Names names, const games::scrabble::View* before);

}  // namespace client::play::scrabble
