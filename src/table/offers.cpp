// Offers at one table: which may be made, and what becomes of them.
#include "table/offers.hpp"

#include <cassert>
#include <utility>

namespace table {

Result<void> Offers::check_game(const Table& table) {
  if (table.outcome()) return fail(Code::game_over, "the game is over");
  if (!games::has_offers(table.state()))
    return fail(Code::illegal_move, "there is nothing to offer in this game");
  return {};
}

Result<void> Offers::check(const Table& table, Seat seat, Proposal what) const {
  if (waiting_ && waiting_->who == seat) return fail(Code::illegal_move, "your offer waits for its answer");
  if (waiting_ && waiting_->what != what)
    return fail(Code::illegal_move, "answer what is offered to you first");
  if (what == Proposal::takeback && !waiting_ && !table.plies_to(seat))
    return fail(Code::illegal_move, "you have made no move that could be taken back");
  const auto& declined = declined_[seat.value];
  if (declined && declined->what == what && declined->seq == table.next_seq())
    return fail(Code::illegal_move, "that was declined; offer it again after the next move");
  return {};
}

Offered Offers::make(Seat seat, Proposal what) {
  assert(!waiting_);
  return waiting_.emplace(seat, what, Offered::Fate::made);
}

Offered Offers::take() {
  assert(waiting_);
  return *std::exchange(waiting_, std::nullopt);
}

Offered Offers::decline(const Table& table, Seat seat) {
  assert(waiting_);
  const auto& [who, what, fate] = *waiting_;
  declined_[who.value] = Declined{what, table.next_seq()};
  return end(who == seat ? Offered::Fate::withdrawn : Offered::Fate::declined);
}

/// FIDE 9.1: a draw stands offered until the opponent moves.
std::optional<Offered> Offers::lapse(const Table& table, const Entry& entry) {
  if (!waiting_) return std::nullopt;
  const auto& [who, what, fate] = *waiting_;
  if (table.outcome()) {
    waiting_.reset();
    return std::nullopt;
  }
  const bool is_move = !entry.text.starts_with('!');
  if (!is_move || (what == Proposal::draw && entry.who == who)) return std::nullopt;
  return end(Offered::Fate::lapsed);
}

Offered Offers::end(Offered::Fate fate) {
  auto offer = take();
  offer.fate = fate;
  return offer;
}

}  // namespace table
