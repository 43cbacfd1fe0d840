// Any game of the list: each function finds the game and calls its own.
#include "games/any.hpp"

#include <algorithm>
#include <utility>

namespace games {
namespace {

std::optional<std::size_t> index_of(std::string_view game) {
  const auto found = std::ranges::find(All::names, game);
  if (found == All::names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - All::names.begin());
}

std::unexpected<base::Error> no_such(std::string_view game) {
  return fail(Code::unknown_game, "there is no game called '" + std::string(game) + "'");
}

/// Events of one game as events of any.
template <class Event>
std::vector<AnyEvent> widen(std::vector<Event> events) {
  return {std::make_move_iterator(events.begin()), std::make_move_iterator(events.end())};
}

}  // namespace

Result<Facts> facts_of(std::string_view game) {
  const auto index = index_of(game);
  if (!index) return no_such(game);
  return All::with(*index, [](auto at) {
    using G = All::At<at>;
    int oldest = G::revision;
    if constexpr (KnowsItsPast<G>) oldest = G::oldest;
    return Facts{G::name, G::revision, oldest, G::min_seats, G::max_seats, HasChance<G>};
  });
}

std::span<const Kind> kinds_of(std::string_view game) {
  const auto index = index_of(game);
  if (!index) return {};
  return All::with(*index, [](auto at) { return std::span<const Kind>(All::At<at>::kinds); });
}

Result<std::string> complete_options(const Kits& kits, std::string_view game, std::string_view options) {
  const auto index = index_of(game);
  if (!index) return no_such(game);
  return All::with(*index, [&](auto at) -> Result<std::string> {
    using G = All::At<at>;
    auto read = G::read_options(options);
    if (!read) return std::unexpected(std::move(read).error());
    if constexpr (NamesItsKit<G>) read = G::complete(std::get<at>(kits), *read);
    return G::write_options(*read);
  });
}

Result<AnyState> start(const Kits& kits, std::string_view game, std::string_view options, int seats,
                       const Seed& seed) {
  const auto index = index_of(game);
  if (!index) return no_such(game);
  return All::with(*index, [&](auto at) -> Result<AnyState> {
    using G = All::At<at>;
    auto read = G::read_options(options);
    if (!read) return std::unexpected(std::move(read).error());
    auto state = G::start(std::get<at>(kits), *read, seats, seed);
    if (!state) return std::unexpected(std::move(state).error());
    return AnyState(std::in_place_index<at>, *std::move(state));
  });
}

void go_by(AnyState& state, int revision) {
  All::with(state.index(), [&](auto at) {
    if constexpr (KnowsItsPast<All::At<at>>) All::At<at>::go_by(std::get<at>(state), revision);
  });
}

std::string_view game_of(const AnyState& state) { return All::names[state.index()]; }
std::string_view game_of(const AnyView& view) { return All::names[view.index()]; }
std::string_view game_of(const AnyMove& move) { return All::names[move.index()]; }

std::optional<Seat> to_move(const AnyState& state) {
  return All::with(state.index(), [&](auto at) { return All::At<at>::to_move(std::get<at>(state)); });
}

std::optional<Seat> to_move(const AnyView& view) {
  return All::with(view.index(), [&](auto at) { return All::At<at>::to_move(std::get<at>(view)); });
}

std::optional<Outcome> outcome(const AnyView& view) {
  return All::with(view.index(), [&](auto at) { return All::At<at>::outcome(std::get<at>(view)); });
}

std::optional<Outcome> outcome(const AnyState& state) {
  return All::with(state.index(), [&](auto at) { return All::At<at>::outcome(std::get<at>(state)); });
}

Result<std::vector<AnyEvent>> play(AnyState& state, Seat seat, const AnyMove& move) {
  if (state.index() != move.index()) return fail(Code::malformed, "a move of another game");
  return All::with(state.index(), [&](auto at) -> Result<std::vector<AnyEvent>> {
    auto events = All::At<at>::play(std::get<at>(state), seat, std::get<at>(move));
    if (!events) return std::unexpected(std::move(events).error());
    return widen(*std::move(events));
  });
}

std::vector<AnyEvent> leave(AnyState& state, Seat seat) {
  return All::with(state.index(),
                   [&](auto at) { return widen(All::At<at>::leave(std::get<at>(state), seat)); });
}

bool has_presence(const AnyState& state) {
  return All::with(state.index(), [](auto at) { return Presence<All::At<at>>; });
}

bool has_presence(const AnyView& view) {
  return All::with(view.index(), [](auto at) { return Presence<All::At<at>>; });
}

std::vector<AnyEvent> away(AnyState& state, Seat seat) {
  return All::with(state.index(), [&](auto at) -> std::vector<AnyEvent> {
    if constexpr (Presence<All::At<at>>) return widen(All::At<at>::away(std::get<at>(state), seat));
    return {};
  });
}

std::vector<AnyEvent> back(AnyState& state, Seat seat) {
  return All::with(state.index(), [&](auto at) -> std::vector<AnyEvent> {
    if constexpr (Presence<All::At<at>>) return widen(All::At<at>::back(std::get<at>(state), seat));
    return {};
  });
}

bool is_paused(const AnyState& state) {
  return All::with(state.index(), [&](auto at) {
    if constexpr (Presence<All::At<at>>) return All::At<at>::paused(std::get<at>(state));
    return false;
  });
}

std::vector<AnyEvent> abandon(AnyState& state) {
  return All::with(state.index(), [&](auto at) -> std::vector<AnyEvent> {
    if constexpr (Presence<All::At<at>>) return widen(All::At<at>::abandon(std::get<at>(state)));
    return {};
  });
}

bool is_within_turn(const AnyState& state) {
  return All::with(state.index(), [&](auto at) {
    if constexpr (HasSteps<All::At<at>>) return All::At<at>::within_turn(std::get<at>(state));
    return false;
  });
}

std::vector<AnyEvent> flag(AnyState& state, Seat seat) {
  return All::with(state.index(), [&](auto at) -> std::vector<AnyEvent> {
    if constexpr (HasOffers<All::At<at>>) {
      return widen(All::At<at>::flag(std::get<at>(state), seat));
    } else {
      return widen(All::At<at>::leave(std::get<at>(state), seat));
    }
  });
}

bool has_offers(const AnyState& state) {
  return All::with(state.index(), [](auto at) { return HasOffers<All::At<at>>; });
}

std::vector<AnyEvent> resign(AnyState& state, Seat seat) {
  return All::with(state.index(), [&](auto at) -> std::vector<AnyEvent> {
    if constexpr (HasOffers<All::At<at>>) return widen(All::At<at>::resign(std::get<at>(state), seat));
    return {};
  });
}

std::vector<AnyEvent> agree(AnyState& state, Seat seat) {
  return All::with(state.index(), [&](auto at) -> std::vector<AnyEvent> {
    if constexpr (HasOffers<All::At<at>>) return widen(All::At<at>::agree(std::get<at>(state), seat));
    return {};
  });
}

Result<std::vector<AnyEvent>> take_back(AnyState& state, std::string_view options,
                                        std::span<const std::string> moves, Seat seat, int plies) {
  return All::with(state.index(), [&](auto at) -> Result<std::vector<AnyEvent>> {
    if constexpr (HasOffers<All::At<at>>) {
      using G = All::At<at>;
      if (plies < 1 || static_cast<std::size_t>(plies) > moves.size())
        return fail(Code::illegal_move, "there is no move to take back");
      auto before = *G::start({}, *G::read_options(options), G::min_seats, 0);
      for (const auto& move : moves.first(moves.size() - static_cast<std::size_t>(plies)))
        static_cast<void>(G::play(before, *G::to_move(before), *G::read(move)));
      return widen(G::take_back(std::get<at>(state), before, seat, plies));
    } else {
      return fail(Code::illegal_move, "no move is taken back in this game");
    }
  });
}

AnyView view(const AnyState& state, Viewer viewer) {
  return All::with(state.index(), [&](auto at) {
    return AnyView(std::in_place_index<at>, All::At<at>::view(std::get<at>(state), viewer));
  });
}

AnyEvent redact(const AnyEvent& event, Viewer viewer) {
  return All::with(event.index(), [&](auto at) {
    return AnyEvent(std::in_place_index<at>, All::At<at>::redact(std::get<at>(event), viewer));
  });
}

std::vector<AnyMove> moves(const AnyView& view) {
  return All::with(view.index(), [&](auto at) {
    auto list = All::At<at>::moves(std::get<at>(view));
    return std::vector<AnyMove>(std::make_move_iterator(list.begin()), std::make_move_iterator(list.end()));
  });
}

AnyState imagine(const AnyView& view, Rng& rng) {
  return All::with(view.index(), [&](auto at) {
    return AnyState(std::in_place_index<at>, All::At<at>::imagine(std::get<at>(view), rng));
  });
}

bool has_positions(std::string_view game) {
  const auto index = index_of(game);
  return index && All::with(*index, [](auto at) { return HasPosition<All::At<at>>; });
}

std::optional<std::string> position_of(const AnyState& state) {
  return All::with(state.index(), [&](auto at) -> std::optional<std::string> {
    if constexpr (HasPosition<All::At<at>>) return All::At<at>::write_position(std::get<at>(state));
    return std::nullopt;
  });
}

std::vector<Format> all_formats() {
  std::vector<Format> formats;
  for (std::size_t index = 0; index < All::size; ++index) {
    All::with(index, [&](auto at) {
      if constexpr (HasExports<All::At<at>>) {
        for (const auto& one : All::At<at>::exports())
          formats.push_back({one.format, one.about, All::At<at>::name});
      }
    });
  }
  return formats;
}

Result<std::string> write_as(std::string_view format, const Played& played, const AnyState& begun,
                             const AnyState& now) {
  return All::with(now.index(), [&](auto at) -> Result<std::string> {
    if constexpr (HasExports<All::At<at>>) {
      const auto exports = All::At<at>::exports();
      const auto found = std::ranges::find(exports, format, &Export<typename All::At<at>::State>::format);
      if (found != exports.end()) return found->write(played, std::get<at>(begun), std::get<at>(now));
    }
    return fail(Code::unknown_game,
                "no game of " + std::string(All::At<at>::name) + " is written as " + std::string(format));
  });
}

base::Value describe(const AnyView& view) {
  return All::with(view.index(), [&](auto at) { return All::At<at>::describe(std::get<at>(view)); });
}

std::string write(const AnyMove& move) {
  return All::with(move.index(), [&](auto at) { return All::At<at>::write(std::get<at>(move)); });
}

Result<AnyMove> read(std::string_view game, std::string_view text) {
  const auto index = index_of(game);
  if (!index) return no_such(game);
  return All::with(*index, [&](auto at) -> Result<AnyMove> {
    auto move = All::At<at>::read(text);
    if (!move) return std::unexpected(std::move(move).error());
    return AnyMove(std::in_place_index<at>, *std::move(move));
  });
}

}  // namespace games
