// Any game of the list: each function finds the game and calls its own.
#include "games/any.hpp"

#include <algorithm>
#include <utility>

#include "games/all.hpp"

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

template <Role role>
std::size_t place_of(const Boxed<role>& boxed) {
  return All::open(boxed, [](auto at, const auto& /*part*/) -> std::size_t { return at; });
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
    if constexpr (NamesItsKit<G>) read = G::complete(kits.of<typename G::Kit>(), *read);
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
    auto state = G::start(kits.of<typename G::Kit>(), *read, seats, seed);
    if (!state) return std::unexpected(std::move(state).error());
    return AnyState(std::in_place_type<typename G::State>, *std::move(state));
  });
}

void go_by(AnyState& state, int revision) {
  All::open(state, [&](auto at, auto& one) {
    if constexpr (KnowsItsPast<All::At<at>>) All::At<at>::go_by(one, revision);
  });
}

std::span<const std::string_view> names() { return All::names; }

std::string_view game_of(const AnyState& state) { return All::names[place_of(state)]; }
std::string_view game_of(const AnyView& view) { return All::names[place_of(view)]; }
std::string_view game_of(const AnyMove& move) { return All::names[place_of(move)]; }

std::size_t index_of(const AnyMove& move) { return place_of(move); }

std::optional<Seat> to_move(const AnyState& state) {
  return All::open(state, [&](auto at, auto& one) { return All::At<at>::to_move(one); });
}

std::optional<Seat> to_move(const AnyView& view) {
  return All::open(view, [&](auto at, auto& one) { return All::At<at>::to_move(one); });
}

std::optional<Outcome> outcome(const AnyView& view) {
  return All::open(view, [&](auto at, auto& one) { return All::At<at>::outcome(one); });
}

std::optional<Outcome> outcome(const AnyState& state) {
  return All::open(state, [&](auto at, auto& one) { return All::At<at>::outcome(one); });
}

Result<std::vector<AnyEvent>> play(AnyState& state, Seat seat, const AnyMove& move) {
  return All::open(state, [&](auto at, auto& one) -> Result<std::vector<AnyEvent>> {
    const auto* own = move.if_holds<typename All::At<at>::Move>();
    if (own == nullptr) return fail(Code::malformed, "a move of another game");
    auto events = All::At<at>::play(one, seat, *own);
    if (!events) return std::unexpected(std::move(events).error());
    return box<Role::event>(*std::move(events));
  });
}

std::vector<AnyEvent> leave(AnyState& state, Seat seat) {
  return All::open(state,
                   [&](auto at, auto& one) { return box<Role::event>(All::At<at>::leave(one, seat)); });
}

bool has_presence(const AnyState& state) {
  return All::open(state, [](auto at, const auto& /*one*/) { return Presence<All::At<at>>; });
}

bool has_presence(const AnyView& view) {
  return All::open(view, [](auto at, const auto& /*one*/) { return Presence<All::At<at>>; });
}

std::vector<AnyEvent> away(AnyState& state, Seat seat) {
  return All::open(state, [&](auto at, auto& one) -> std::vector<AnyEvent> {
    if constexpr (Presence<All::At<at>>) return box<Role::event>(All::At<at>::away(one, seat));
    return {};
  });
}

std::vector<AnyEvent> back(AnyState& state, Seat seat) {
  return All::open(state, [&](auto at, auto& one) -> std::vector<AnyEvent> {
    if constexpr (Presence<All::At<at>>) return box<Role::event>(All::At<at>::back(one, seat));
    return {};
  });
}

bool is_paused(const AnyState& state) {
  return All::open(state, [&](auto at, auto& one) {
    if constexpr (Presence<All::At<at>>) return All::At<at>::paused(one);
    return false;
  });
}

std::vector<AnyEvent> abandon(AnyState& state) {
  return All::open(state, [&](auto at, auto& one) -> std::vector<AnyEvent> {
    if constexpr (Presence<All::At<at>>) return box<Role::event>(All::At<at>::abandon(one));
    return {};
  });
}

bool is_within_turn(const AnyState& state) {
  return All::open(state, [&](auto at, auto& one) {
    if constexpr (HasSteps<All::At<at>>) return All::At<at>::within_turn(one);
    return false;
  });
}

std::vector<AnyEvent> flag(AnyState& state, Seat seat) {
  return All::open(state, [&](auto at, auto& one) -> std::vector<AnyEvent> {
    if constexpr (HasOffers<All::At<at>>) {
      return box<Role::event>(All::At<at>::flag(one, seat));
    } else {
      return box<Role::event>(All::At<at>::leave(one, seat));
    }
  });
}

bool has_offers(const AnyState& state) {
  return All::open(state, [](auto at, const auto& /*one*/) { return HasOffers<All::At<at>>; });
}

std::vector<AnyEvent> resign(AnyState& state, Seat seat) {
  return All::open(state, [&](auto at, auto& one) -> std::vector<AnyEvent> {
    if constexpr (HasOffers<All::At<at>>) return box<Role::event>(All::At<at>::resign(one, seat));
    return {};
  });
}

std::vector<AnyEvent> agree(AnyState& state, Seat seat) {
  return All::open(state, [&](auto at, auto& one) -> std::vector<AnyEvent> {
    if constexpr (HasOffers<All::At<at>>) return box<Role::event>(All::At<at>::agree(one, seat));
    return {};
  });
}

Result<std::vector<AnyEvent>> take_back(AnyState& state, std::string_view options,
                                        std::span<const std::string> moves, Seat seat, int plies) {
  return All::open(state, [&](auto at, auto& one) -> Result<std::vector<AnyEvent>> {
    if constexpr (HasOffers<All::At<at>>) {
      using G = All::At<at>;
      if (plies < 1 || static_cast<std::size_t>(plies) > moves.size())
        return fail(Code::illegal_move, "there is no move to take back");
      auto before = *G::start({}, *G::read_options(options), G::min_seats, 0);
      for (const auto& move : moves.first(moves.size() - static_cast<std::size_t>(plies)))
        static_cast<void>(G::play(before, *G::to_move(before), *G::read(move)));
      return box<Role::event>(G::take_back(one, before, seat, plies));
    } else {
      return fail(Code::illegal_move, "no move is taken back in this game");
    }
  });
}

AnyView view(const AnyState& state, Viewer viewer) {
  return All::open(state, [&](auto at, auto& one) {
    return AnyView(std::in_place_type<typename All::At<at>::View>, All::At<at>::view(one, viewer));
  });
}

AnyEvent redact(const AnyEvent& event, Viewer viewer) {
  return All::open(event, [&](auto at, auto& one) {
    auto seen = All::At<at>::redact(one, viewer);
    // Most events hide nothing: everybody shares the one that there is.
    return seen == one ? event : AnyEvent(std::in_place_type<typename All::At<at>::Event>, std::move(seen));
  });
}

std::vector<AnyMove> moves(const AnyView& view) {
  return All::open(view, [&](auto at, auto& one) { return box<Role::move>(All::At<at>::moves(one)); });
}

AnyState imagine(const AnyView& view, Rng& rng) {
  return All::open(view, [&](auto at, auto& one) {
    return AnyState(std::in_place_type<typename All::At<at>::State>, All::At<at>::imagine(one, rng));
  });
}

bool has_positions(std::string_view game) {
  const auto index = index_of(game);
  return index && All::with(*index, [](auto at) { return HasPosition<All::At<at>>; });
}

std::optional<std::string> position_of(const AnyState& state) {
  return All::open(state, [&](auto at, auto& one) -> std::optional<std::string> {
    if constexpr (HasPosition<All::At<at>>) return All::At<at>::write_position(one);
    return std::nullopt;
  });
}

std::vector<Format> all_formats() {
  std::vector<Format> formats;
  for (std::size_t index = 0; index < All::size; ++index) {
    All::with(index, [&](auto at) {
      if constexpr (HasExports<All::At<at>>) {
        for (const auto& one : All::At<at>::exports())
          formats.push_back({one.format, one.about, All::At<at>::name, one.media_type});
      }
    });
  }
  return formats;
}

Result<std::string> write_as(std::string_view format, const Played& played, const AnyState& begun,
                             const AnyState& now) {
  return All::open(now, [&](auto at, auto& one) -> Result<std::string> {
    if constexpr (HasExports<All::At<at>>) {
      const auto exports = All::At<at>::exports();
      const auto found = std::ranges::find(exports, format, &Export<typename All::At<at>::State>::format);
      if (found != exports.end()) return found->write(played, get<typename All::At<at>::State>(begun), one);
    }
    return fail(Code::unknown_game,
                "no game of " + std::string(All::At<at>::name) + " is written as " + std::string(format));
  });
}

base::Value describe(const AnyView& view) {
  return All::open(view, [&](auto at, auto& one) { return All::At<at>::describe(one); });
}

std::string write(const AnyMove& move) {
  return All::open(move, [&](auto at, auto& one) { return All::At<at>::write(one); });
}

Result<AnyMove> read(std::string_view game, std::string_view text) {
  const auto index = index_of(game);
  if (!index) return no_such(game);
  return All::with(*index, [&](auto at) -> Result<AnyMove> {
    auto move = All::At<at>::read(text);
    if (!move) return std::unexpected(std::move(move).error());
    return AnyMove(std::in_place_type<typename All::At<at>::Move>, *std::move(move));
  });
}

}  // namespace games
