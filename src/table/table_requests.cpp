// What those ask who sit at a table, and who has to agree to it.
#include "table/table_requests.hpp"

namespace table {

Result<Sitting*> TableRequests::sitting_of(PlayerId player) const {
  auto* sitting = parts_.people.at(player).sitting;
  if (sitting == nullptr) return fail(Code::not_at_table, "you sit at no table");
  return sitting;
}

Result<void> TableRequests::play(PlayerId player, const Play& request, Time arrived, Time now,
                                 Effects& effects) {
  const auto sitting = sitting_of(player);
  if (!sitting) return std::unexpected(sitting.error());
  auto when = (*sitting)->moment(arrived);
  when.at = now;
  auto step = (*sitting)->table.play(parts_.people.at(player).seat, request.move, when);
  if (!step) return std::unexpected(std::move(step).error());
  parts_.tables.count_move(request.move);
  effects.tell.emplace_back(player, Accepted{});
  course_.carry_out(**sitting, *std::move(step), now, effects);
  return {};
}

Result<void> TableRequests::offer(PlayerId player, const Offer& request, Time now, Effects& effects) {
  const auto found = sitting_of(player);
  if (!found) return std::unexpected(found.error());
  auto& sitting = **found;
  const auto seat = parts_.people.at(player).seat;
  if (auto right = check_offer(sitting, seat, request.what); !right) return right;
  effects.tell.emplace_back(player, Accepted{});
  if (sitting.offers.waiting()) {
    accept_offer(sitting, seat, now, effects);
  } else {
    parts_.audience.tell_hearers(sitting, sitting.offers.make(seat, request.what), effects);
  }
  return {};
}

/// An offer needs two who are here and hear it.
Result<void> TableRequests::check_offer(const Sitting& sitting, Seat seat, Proposal what) const {
  if (auto right = Offers::check_game(sitting.table); !right) return right;
  for (const auto& player : sitting.players) {
    if (!player) return fail(Code::not_at_table, "the other player is not here");
    if (parts_.people.at(*player).hears != Hears::offers)
      return fail(Code::illegal_move, "the other player's program has no word for offers");
  }
  return sitting.offers.check(sitting.table, seat, what);
}

Result<void> TableRequests::reply(PlayerId player, const Reply& request, Time now, Effects& effects) {
  const auto found = sitting_of(player);
  if (!found) return std::unexpected(found.error());
  auto& sitting = **found;
  const auto seat = parts_.people.at(player).seat;
  const auto& waiting = sitting.offers.waiting();
  if (!waiting) return fail(Code::illegal_move, "nothing is offered");
  if (waiting->who == seat && request.consent == Consent::accept)
    return fail(Code::illegal_move, "it is for the other player to accept");
  effects.tell.emplace_back(player, Accepted{});
  if (request.consent == Consent::accept) {
    accept_offer(sitting, seat, now, effects);
  } else {
    parts_.audience.tell_hearers(sitting, sitting.offers.decline(sitting.table, seat), effects);
  }
  return {};
}

void TableRequests::accept_offer(Sitting& sitting, Seat seat, Time now, Effects& effects) {
  const auto [who, what, fate] = sitting.offers.take();
  const auto when = sitting.moment(now);
  auto step = what == Proposal::draw ? sitting.table.agree(seat, when) : sitting.table.take_back(who, when);
  if (!step) return;  // an offer that can no longer be taken has lapsed
  course_.carry_out(sitting, *std::move(step), now, effects);
}

Result<void> TableRequests::resign(PlayerId player, Time now, Effects& effects) {
  const auto found = sitting_of(player);
  if (!found) return std::unexpected(found.error());
  auto& sitting = **found;
  auto step = sitting.table.resign(parts_.people.at(player).seat, sitting.moment(now));
  if (!step) return std::unexpected(std::move(step).error());
  effects.tell.emplace_back(player, Accepted{});
  course_.carry_out(sitting, *std::move(step), now, effects);
  return {};
}

Result<void> TableRequests::rematch(PlayerId player, const Rematch& request, Time now, Effects& effects) {
  const auto& someone = parts_.people.at(player);
  if (someone.lobby != nullptr && someone.lobby->standing && !plays(someone)) {
    if (request.wish == Wish::enough) return attendance_.leave(player, {}, now, effects);
    effects.tell.emplace_back(player, Accepted{});
    attendance_.stay(player, now, effects);
    return {};
  }
  const auto found = sitting_of(player);
  if (!found) return std::unexpected(found.error());
  auto& sitting = **found;
  if (games::has_presence(sitting.table.state()))
    return fail(Code::no_lobby, "the others have gone on without you");
  if (!sitting.table.outcome()) return fail(Code::illegal_move, "the game is not over");
  if (sitting.wishes.has_answered(someone.seat))
    return fail(Code::already_seated, "you have answered already");
  sitting.wishes.answer(someone.seat, request.wish);
  effects.tell.emplace_back(player, Accepted{});
  if (request.wish == Wish::enough) {
    parts_.audience.tell_wish(sitting, {someone.name, Wished::What::enough, false}, effects);
  } else if (!sitting.wishes.agreed() && !someone.is_bot()) {
    parts_.audience.tell_wish(sitting, {someone.name, Wished::What::again}, effects);
  }
  course_.settle_wishes(sitting, now, effects);
  return {};
}

}  // namespace table
