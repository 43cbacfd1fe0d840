// The desk of Spectrangle: a tile of the hand is chosen, turned, and laid where the cursor is.
#pragma once

#include "client/play/desk.hpp"
#include "games/spectrangle/rules.hpp"

namespace client::play::spectrangle {

std::unique_ptr<play::Desk> make_empty_desk();

/// See play::Desk::answer, and the questions that it understands.
std::vector<std::string> answer(const games::spectrangle::View& view, std::string_view question);
std::span<const std::string_view> questions();

/// What happened, in words; "" if there is nothing to say. `before` is how things stood, if that is known.
std::string label(const games::spectrangle::Event& event, Names names,
                  const games::spectrangle::View* before);

}  // namespace client::play::spectrangle
