// Which bots there are: one row each.
#include "bots/all.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "bots/chess/gentle.hpp"
#include "bots/chess/simple.hpp"
#include "bots/gentle.hpp"
#include "bots/scrabble/greedy.hpp"
#include "bots/shelfie/ahead.hpp"
#include "bots/shelfie/greedy.hpp"
#include "bots/spectrangle/greedy.hpp"
#include "bots/spectrangle/search.hpp"
#include "games/chess/rules.hpp"
#include "games/scrabble/rules.hpp"
#include "games/shelfie/rules.hpp"
#include "games/spectrangle/rules.hpp"

namespace bots {
namespace {

games::AnyMove choose_any(const games::AnyView& /*view*/, std::span<const games::AnyMove> candidates,
                          base::Rng& rng) {
  return candidates[rng.below(candidates.size())];
}

/// A bot of one game as a bot of any; the measure says how much it thinks of.
template <class Rules, auto choose, auto measure>
games::AnyMove choose_with(const games::AnyView& view, std::span<const games::AnyMove> candidates,
                           base::Rng& rng) {
  using Move = typename Rules::Move;
  std::vector<Move> own;
  own.reserve(candidates.size());
  for (const auto& candidate : candidates) own.push_back(games::get<Move>(candidate));
  return choose(games::get<typename Rules::View>(view), own, rng, measure);
}

template <chess::simple::Sight sight>
constexpr auto kChess = choose_with<games::chess::Rules, chess::simple::choose, sight>;

/// Where it stands clearly worse; late in the game also where nobody stands better.
bool takes_chess_draw(const games::AnyView& view) {
  constexpr int kWorse = -150;  // hundredths of a pawn
  constexpr int kEven = 30;
  constexpr int kLate = 30;  // moves of both
  const auto& [state, viewer] = games::get<games::chess::View>(view);
  const int worth = chess::simple::settled_worth(state);
  const int own = games::chess::Rules::to_move(state) == viewer ? worth : -worth;
  return own <= kWorse || (state.position.number >= kLate && own <= kEven);
}

template <scrabble::Level level>
constexpr auto kScrabble = choose_with<games::scrabble::Rules, scrabble::choose_among, level>;

template <std::size_t in_mind>
constexpr auto kSpectrangleGreedy =
    choose_with<games::spectrangle::Rules, spectrangle::greedy::choose, in_mind>;

template <int playouts>
constexpr auto kSpectrangleSearch = choose_with<games::spectrangle::Rules, spectrangle::search::choose,
                                                spectrangle::search::Budget{playouts}>;

template <std::size_t in_mind>
constexpr auto kShelfieGreedy = choose_with<games::shelfie::Rules, shelfie::greedy::choose, in_mind>;

template <shelfie::ahead::Mind mind>
constexpr auto kShelfieAhead = choose_with<games::shelfie::Rules, shelfie::ahead::choose, mind>;

using Level = scrabble::Level;

constexpr std::array kAll{
    Bot{"", "random", "any legal move", choose_any},
    Bot{"chess", "newcomer", "one move ahead, most of it overlooked", kChess<{1, 40}>, takes_chess_draw},
    Bot{"chess", "beginner", "one move ahead, half of it overlooked", kChess<{1, 28}>, takes_chess_draw},
    Bot{"chess", "learner", "one move ahead, a third of it overlooked", kChess<{1, 15}>, takes_chess_draw},
    Bot{"chess", "casual", "one move ahead, an eighth of it overlooked", kChess<{1, 6}>, takes_chess_draw},
    Bot{"chess", "regular", "one move ahead, a little overlooked", kChess<{1, 2}>, takes_chess_draw},
    Bot{"chess", "steady", "two moves ahead, a little overlooked", kChess<{2, 2}>, takes_chess_draw},
    Bot{"chess", "skilled", "two moves ahead, nothing overlooked", kChess<{2, 0}>, takes_chess_draw},
    Bot{"chess", "careful", "three moves ahead, nothing overlooked", kChess<{3, 0}>, takes_chess_draw},
    Bot{"chess", "simple", "as far ahead as 40,000 positions reach", kChess<{}>, takes_chess_draw},
    Bot{"scrabble", "beginner", "the best of 6 words that come to mind", kScrabble<Level::beginner>},
    Bot{"scrabble", "learner", "the best of 12 words that come to mind", kScrabble<Level::learner>},
    Bot{"scrabble", "casual", "the best of 25 words that come to mind", kScrabble<Level::casual>},
    Bot{"scrabble", "regular", "the best of 60 words that come to mind", kScrabble<Level::regular>},
    Bot{"scrabble", "skilled", "the best of 200 words that come to mind", kScrabble<Level::skilled>},
    Bot{"scrabble", "greedy", "the most points, and tiles worth keeping", kScrabble<Level::greedy>},
    Bot{"scrabble", "strong", "looks at what the others may answer", kScrabble<Level::strong>},
    Bot{"spectrangle", "beginner", "the better of 2 moves that come to mind", kSpectrangleGreedy<2>},
    Bot{"spectrangle", "learner", "the best of 4 moves that come to mind", kSpectrangleGreedy<4>},
    Bot{"spectrangle", "greedy", "the most points of the moment", kSpectrangleGreedy<kEverything>},
    Bot{"spectrangle", "casual", "plays 20 games out in thought", kSpectrangleSearch<20>},
    Bot{"spectrangle", "regular", "plays 60 games out in thought", kSpectrangleSearch<60>},
    Bot{"spectrangle", "skilled", "plays 600 games out in thought", kSpectrangleSearch<600>},
    Bot{"spectrangle", "search", "plays 6,000 games out in thought", kSpectrangleSearch<6'000>},
    Bot{"shelfie", "beginner", "the better of 2 turns that come to mind", kShelfieGreedy<2>},
    Bot{"shelfie", "learner", "the best of 3 turns that come to mind", kShelfieGreedy<3>},
    Bot{"shelfie", "casual", "the best of 6 turns that come to mind", kShelfieGreedy<6>},
    Bot{"shelfie", "regular", "the best of 20 turns that come to mind", kShelfieGreedy<20>},
    Bot{"shelfie", "greedy", "the most points at once", kShelfieGreedy<kEverything>},
    Bot{"shelfie", "skilled", "points, and what the shelf promises",
        kShelfieAhead<{.turns = kEverything, .looked_into = 1}>},
    Bot{"shelfie", "ahead", "looks at what the others may answer", kShelfieAhead<{}>},
};

constexpr Bot kGentleChess{"chess", "gentle", "takes nothing and ends nothing", chess::choose_gently};

}  // namespace

std::span<const Bot> all() { return kAll; }

std::span<const Bot> made_for(std::string_view game) {
  const auto is_made_for_it = [&](const Bot& bot) { return bot.game == game; };
  const auto first = std::ranges::find_if(kAll, is_made_for_it);
  return {first, std::find_if_not(first, kAll.end(), is_made_for_it)};
}

const Bot* find(std::string_view game, std::string_view level) {
  const auto found = std::ranges::find_if(
      kAll, [&](const Bot& bot) { return (bot.game.empty() || bot.game == game) && bot.level == level; });
  return found == kAll.end() ? nullptr : &*found;
}

const Bot& usual(std::string_view game) {
  const auto bots = made_for(game);
  return bots.empty() ? kAll.front() : bots[(bots.size() - 1) / 2];
}

const Bot& gentle(std::string_view game) {
  return game == kGentleChess.game ? kGentleChess : kAll.front();  // plays every game
}

const Bot& strongest(std::string_view game) {
  const auto bots = made_for(game);
  return bots.empty() ? kAll.front() : bots.back();
}

}  // namespace bots
