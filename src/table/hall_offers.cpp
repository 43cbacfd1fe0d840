// The hall's offers: a draw, a move taken back. They are not journalled before they are agreed on. And the
// end that needs no agreement.
#include <algorithm>

#include "table/hall.hpp"

namespace table {

Result<void> Hall::offer(PlayerId player, const Offer& request, Time now, Effects& effects) {
  const auto found = sitting_of(player);
  if (!found) return std::unexpected(found.error());
  auto& sitting = **found;
  const auto seat = visitor(player).seat;
  if (auto right = check_offer(sitting, seat, request.what); !right) return right;
  effects.tell.emplace_back(player, Accepted{});
  if (sitting.offer) {
    accept_offer(sitting, seat, now, effects);
    return {};
  }
  sitting.offer = Offered{seat, request.what, Offered::Fate::made};
  tell_aside(sitting, {*sitting.offer}, effects);
  return {};
}

/// What waits already may only be what the other offers, too.
Result<void> Hall::check_offer(const Sitting& sitting, Seat seat, Proposal what) const {
  if (sitting.table.outcome()) return fail(Code::game_over, "the game is over");
  if (!games::has_offers(sitting.table.state()))
    return fail(Code::illegal_move, "there is nothing to offer in this game");
  for (const auto& player : sitting.players) {
    if (!player) return fail(Code::not_at_table, "the other player is not here");
    if (visitor(*player).hears != Hears::offers)
      return fail(Code::illegal_move, "the other player's program has no word for offers");
  }
  if (sitting.offer && sitting.offer->who == seat)
    return fail(Code::illegal_move, "your offer waits for its answer");
  if (sitting.offer && sitting.offer->what != what)
    return fail(Code::illegal_move, "answer what is offered to you first");
  if (what == Proposal::takeback && !sitting.offer && !sitting.table.plies_to(seat))
    return fail(Code::illegal_move, "you have made no move that could be taken back");
  const auto& declined = sitting.declined[seat.value];
  if (declined && declined->what == what && declined->seq == sitting.table.next_seq())
    return fail(Code::illegal_move, "that was declined; offer it again after the next move");
  return {};
}

Result<void> Hall::reply(PlayerId player, const Reply& request, Time now, Effects& effects) {
  const auto found = sitting_of(player);
  if (!found) return std::unexpected(found.error());
  auto& sitting = **found;
  const auto seat = visitor(player).seat;
  if (!sitting.offer) return fail(Code::illegal_move, "nothing is offered");
  const bool own = sitting.offer->who == seat;
  if (own && request.consent == Consent::accept)
    return fail(Code::illegal_move, "it is for the other player to accept");
  effects.tell.emplace_back(player, Accepted{});
  if (request.consent == Consent::accept) {
    accept_offer(sitting, seat, now, effects);
  } else {
    sitting.declined[sitting.offer->who.value] = Declined{sitting.offer->what, sitting.table.next_seq()};
    end_offer(sitting, own ? Offered::Fate::withdrawn : Offered::Fate::declined, effects);
  }
  return {};
}

Result<void> Hall::resign(PlayerId player, Time now, Effects& effects) {
  const auto found = sitting_of(player);
  if (!found) return std::unexpected(found.error());
  auto& sitting = **found;
  auto step = sitting.table.resign(visitor(player).seat, moment(sitting, now));
  if (!step) return std::unexpected(std::move(step).error());
  effects.tell.emplace_back(player, Accepted{});
  record(sitting, *std::move(step), effects);
  after_act(sitting, now, effects);
  return {};
}

void Hall::accept_offer(Sitting& sitting, Seat seat, Time now, Effects& effects) {
  const auto [who, what, fate] = *std::exchange(sitting.offer, std::nullopt);
  const auto when = moment(sitting, now);
  auto step = what == Proposal::draw ? sitting.table.agree(seat, when) : sitting.table.take_back(who, when);
  if (!step) return;  // an offer that can no longer be taken has lapsed
  record(sitting, *std::move(step), effects);
  after_act(sitting, now, effects);
}

void Hall::end_offer(Sitting& sitting, Offered::Fate fate, Effects& effects) {
  auto offer = *std::exchange(sitting.offer, std::nullopt);
  offer.fate = fate;
  tell_aside(sitting, {offer}, effects);
}

/// FIDE 9.1: a draw stands offered until the opponent moves.
void Hall::let_offer_lapse(Sitting& sitting, const Entry& entry, Effects& effects) {
  if (!sitting.offer) return;
  const auto& [who, what, fate] = *sitting.offer;
  if (sitting.table.outcome()) return sitting.offer.reset();
  const bool is_move = !entry.text.starts_with('!');
  if (is_move && (what == Proposal::takeback || entry.who != who))
    end_offer(sitting, Offered::Fate::lapsed, effects);
}

/// Who comes back is told again what waits for an answer.
void Hall::remind_of_offer(const Sitting& sitting, PlayerId player, Effects& effects) const {
  if (sitting.offer && visitor(player).hears == Hears::offers)
    effects.tell.emplace_back(player, Aside{*sitting.offer});
}

void Hall::tell_aside(const Sitting& sitting, const Aside& aside, Effects& effects) const {
  const auto tell = [&](PlayerId player) {
    if (visitor(player).hears == Hears::offers) effects.tell.emplace_back(player, aside);
  };
  for (const auto& player : sitting.players) {
    if (player) tell(*player);
  }
  std::ranges::for_each(sitting.watchers, tell);
}

}  // namespace table
