// The hall's offers: who may hear and answer them, and the end that needs no agreement.
#include "table/hall.hpp"

namespace table {

Result<void> Hall::offer(PlayerId player, const Offer& request, Time now, Effects& effects) {
  const auto found = sitting_of(player);
  if (!found) return std::unexpected(found.error());
  auto& sitting = **found;
  const auto seat = people_.at(player).seat;
  if (auto right = check_offer(sitting, seat, request.what); !right) return right;
  effects.tell.emplace_back(player, Accepted{});
  if (sitting.offers.waiting()) {
    accept_offer(sitting, seat, now, effects);
  } else {
    audience_.tell_aside(sitting, {sitting.offers.make(seat, request.what)}, effects);
  }
  return {};
}

/// An offer needs two who are here and hear it.
Result<void> Hall::check_offer(const Sitting& sitting, Seat seat, Proposal what) const {
  if (auto right = Offers::check_game(sitting.table); !right) return right;
  for (const auto& player : sitting.players) {
    if (!player) return fail(Code::not_at_table, "the other player is not here");
    if (people_.at(*player).hears != Hears::offers)
      return fail(Code::illegal_move, "the other player's program has no word for offers");
  }
  return sitting.offers.check(sitting.table, seat, what);
}

Result<void> Hall::reply(PlayerId player, const Reply& request, Time now, Effects& effects) {
  const auto found = sitting_of(player);
  if (!found) return std::unexpected(found.error());
  auto& sitting = **found;
  const auto seat = people_.at(player).seat;
  const auto& waiting = sitting.offers.waiting();
  if (!waiting) return fail(Code::illegal_move, "nothing is offered");
  if (waiting->who == seat && request.consent == Consent::accept)
    return fail(Code::illegal_move, "it is for the other player to accept");
  effects.tell.emplace_back(player, Accepted{});
  if (request.consent == Consent::accept) {
    accept_offer(sitting, seat, now, effects);
  } else {
    audience_.tell_aside(sitting, {sitting.offers.decline(sitting.table, seat)}, effects);
  }
  return {};
}

Result<void> Hall::resign(PlayerId player, Time now, Effects& effects) {
  const auto found = sitting_of(player);
  if (!found) return std::unexpected(found.error());
  auto& sitting = **found;
  auto step = sitting.table.resign(people_.at(player).seat, sitting.moment(now));
  if (!step) return std::unexpected(std::move(step).error());
  effects.tell.emplace_back(player, Accepted{});
  record(sitting, *std::move(step), effects);
  after_act(sitting, now, effects);
  return {};
}

void Hall::accept_offer(Sitting& sitting, Seat seat, Time now, Effects& effects) {
  const auto [who, what, fate] = sitting.offers.take();
  const auto when = sitting.moment(now);
  auto step = what == Proposal::draw ? sitting.table.agree(seat, when) : sitting.table.take_back(who, when);
  if (!step) return;  // an offer that can no longer be taken has lapsed
  record(sitting, *std::move(step), effects);
  after_act(sitting, now, effects);
}

}  // namespace table
