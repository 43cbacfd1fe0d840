// What a client was told of a table, whatever the game.
#include "protocols/web/told.hpp"

#include "protocols/web/reading.hpp"

namespace protocols::web {

void merge(const base::Value& patch, base::Value& state) {
  const auto all = state.members();
  base::Members merged(all.begin(), all.end());
  for (const auto& [name, value] : read_members(patch)) base::set(merged, name, value);
  state = std::move(merged);
}

base::Result<games::AnyView> read_view(const Told& told, const games::Kits& kits) {
  return games::read_view(kits, told.game,
                          {.state = told.state,
                           .options = told.options,
                           .seats = told.seats,
                           .viewer = told.viewer,
                           .to_move = read_seat(member_of(told.state, "turn")),
                           .outcome = read_outcome(member_of(told.state, "outcome")),
                           .log = told.log});
}

}  // namespace protocols::web
