// Which bots there are: one row each.
#include "bots/all.hpp"

#include <algorithm>
#include <array>
#include <ranges>
#include <vector>

#include "bots/chess/simple.hpp"
#include "bots/scrabble/greedy.hpp"
#include "bots/shelfie/ahead.hpp"
#include "bots/shelfie/greedy.hpp"
#include "bots/spectrangle/greedy.hpp"
#include "bots/spectrangle/search.hpp"

namespace bots {
namespace {

games::AnyMove choose_any(const games::AnyView& /*view*/, std::span<const games::AnyMove> candidates,
                          base::Rng& rng) {
  return candidates[rng.below(candidates.size())];
}

/// A bot of one game as a bot of any.
template <class View, class Move, Move (*choose)(const View&, std::span<const Move>, base::Rng&)>
games::AnyMove choose_with(const games::AnyView& view, std::span<const games::AnyMove> candidates,
                           base::Rng& rng) {
  std::vector<Move> own;
  own.reserve(candidates.size());
  for (const auto& candidate : candidates) own.push_back(std::get<Move>(candidate));
  return choose(std::get<View>(view), own, rng);
}

constexpr auto kChessSimple = choose_with<games::chess::View, games::chess::Move, chess::simple::choose>;

/// Where it stands clearly worse; late in the game also where nobody stands better.
bool takes_chess_draw(const games::AnyView& view) {
  constexpr int kWorse = -150;  // hundredths of a pawn
  constexpr int kEven = 30;
  constexpr int kLate = 30;  // moves of both
  const auto& [state, viewer] = std::get<games::chess::View>(view);
  const int worth = chess::simple::settled_worth(state);
  const int own = games::chess::Rules::to_move(state) == viewer ? worth : -worth;
  return own <= kWorse || (state.position.number >= kLate && own <= kEven);
}

template <auto choose>
constexpr auto kScrabble = choose_with<games::scrabble::View, games::scrabble::Move, choose>;

using SpectrangleChoose = games::spectrangle::Move(const games::spectrangle::View&,
                                                   std::span<const games::spectrangle::Move>, base::Rng&);

template <SpectrangleChoose* choose>
constexpr auto kSpectrangle = choose_with<games::spectrangle::View, games::spectrangle::Move, choose>;

template <auto choose>
constexpr auto kShelfie = choose_with<games::shelfie::View, games::shelfie::Move, choose>;

constexpr std::array kAll{
    Bot{"", "random", "any legal move", choose_any},
    Bot{"chess", "simple", "looks a few moves ahead", kChessSimple, takes_chess_draw},
    Bot{"scrabble", "beginner", "the best of a few words that come to mind",
        kScrabble<scrabble::choose_beginner>},
    Bot{"scrabble", "greedy", "the most points, with an eye on the tiles that are kept",
        kScrabble<scrabble::choose_greedy>},
    Bot{"scrabble", "strong", "looks at what the others may answer", kScrabble<scrabble::choose_strong>},
    Bot{"spectrangle", "greedy", "the most points of the moment", kSpectrangle<spectrangle::greedy::choose>},
    Bot{"spectrangle", "search", "plays games out in thought", kSpectrangle<spectrangle::search::choose>},
    Bot{"shelfie", "greedy", "the most points, and what they promise", kShelfie<shelfie::greedy::choose>},
    Bot{"shelfie", "ahead", "looks at what the others may answer", kShelfie<shelfie::ahead::choose>},
};

}  // namespace

std::span<const Bot> all() { return kAll; }

const Bot* find(std::string_view game, std::string_view level) {
  const auto fits = [&](const Bot& bot) {
    return (bot.game.empty() || bot.game == game) && (level.empty() || bot.level == level);
  };
  const auto backwards = std::views::reverse(kAll);
  const auto found = std::ranges::find_if(backwards, fits);
  return found == backwards.end() ? nullptr : &*found;
}

}  // namespace bots
