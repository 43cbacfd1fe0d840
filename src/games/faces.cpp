// How any game of the list is shown, told in words and read back: each function finds the game and calls its
// own.
#include "games/faces.hpp"

#include <algorithm>
#include <utility>

#include "games/all.hpp"

namespace games {
namespace {

template <Shown G>
class EventTeller final : public Story::Teller {
 public:
  explicit EventTeller(const typename G::Options& /*options*/) {}
  Line note(const AnyEvent& event) override { return G::line(get<typename G::Event>(event)); }
};

template <Shown G>
class StoryTeller final : public Story::Teller {
 public:
  explicit StoryTeller(const typename G::Options& options) : story_(options) {}
  Line note(const AnyEvent& event) override { return story_.note(get<typename G::Event>(event)); }

 private:
  typename G::Story story_;
};

/// In the list; its size for an unknown game.
std::size_t place_of(std::string_view game) {
  return static_cast<std::size_t>(std::ranges::find(All::names, game) - All::names.begin());
}

/// Whoever is named sits at the table, and the game is for so many.
bool names_only_seats(const Facts& facts, const Description& told) {
  if (told.seats < facts.min_seats || told.seats > facts.max_seats) return false;
  const auto sits = [&](Seat seat) { return seat.value < told.seats; };
  return (!told.viewer || sits(*told.viewer)) && (!told.to_move || sits(*told.to_move)) &&
         std::ranges::all_of(told.log, sits, &LogLine::who) &&
         (!told.outcome || std::ranges::all_of(told.outcome->winners, sits));
}

}  // namespace

bool has_colors(std::string_view game) {
  const auto place = place_of(game);
  return place < All::size && All::with(place, [](auto at) { return HasColors<All::At<at>>; });
}

bool has_offers(std::string_view game) {
  const auto place = place_of(game);
  return place < All::size && All::with(place, [](auto at) { return HasOffers<All::At<at>>; });
}

bool has_standing_lobbies(std::string_view game) {
  const auto place = place_of(game);
  return place < All::size && All::with(place, [](auto at) { return HasStandingLobbies<All::At<at>>; });
}

Story::Story(std::string_view game, std::string_view options)
    : teller_(All::with(place_of(game), [&](auto at) -> std::unique_ptr<Teller> {
        using G = All::At<at>;
        const auto read = G::read_options(options).value_or(typename G::Options{});
        if constexpr (TellsStories<G>) {
          return std::make_unique<StoryTeller<G>>(read);
        } else {
          return std::make_unique<EventTeller<G>>(read);
        }
      })) {}

Result<AnyView> read_view(const Kits& kits, std::string_view game, const Description& told) {
  const auto facts = facts_of(game);
  if (!facts) return std::unexpected(facts.error());
  if (!names_only_seats(*facts, told)) return fail(Code::malformed, "a seat that the table has not");
  return All::with(place_of(game), [&](auto at) -> Result<AnyView> {
    using G = All::At<at>;
    const auto& kit = kits.of<typename G::Kit>();
    if constexpr (ReadsViews<G>) {
      return G::read_view(kit, told);
    } else {
      return replay_view<G>(kit, told);
    }
  });
}

std::vector<AnyEvent> read_events(std::string_view game, const LogLine& line) {
  return All::with(place_of(game), [&](auto at) -> std::vector<AnyEvent> {
    auto act = All::At<at>::read_event(line);
    if (!act) return {};
    return {*std::move(act)};
  });
}

std::vector<AnyEvent> read_events(const LogLine& line, const AnyView& before, const AnyView& after) {
  return All::open(after, [&](auto at, const auto& now) -> std::vector<AnyEvent> {
    using G = All::At<at>;
    auto act = G::read_event(line);
    if (!act) return {};
    if constexpr (UnfoldsEvents<G>) {
      return box<Role::event>(G::unfold(*std::move(act), get<typename G::View>(before), now));
    } else {
      return {*std::move(act)};
    }
  });
}

AnyView while_asked(const AnyView& view, Seat asker, const AnyMove& move) {
  return All::open(view, [&](auto at, const auto& one) -> AnyView {
    using G = All::At<at>;
    const auto* own = get_if<typename G::Move>(&move);
    if (own == nullptr) return view;
    return while_asked<G>(one, asker, *own);
  });
}

Result<base::Members> preview(const AnyView& view, std::string_view move) {
  return All::open(view, [&](auto at, const auto& one) -> Result<base::Members> {
    using G = All::At<at>;
    if constexpr (HasPreviews<G>) {
      const auto read = G::read(move);
      if (!read) return std::unexpected(read.error());
      return G::preview(one, *read);
    } else {
      return fail(Code::not_at_table, "there is nothing to try");
    }
  });
}

}  // namespace games
