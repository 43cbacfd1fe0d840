// A table of one's own, against bots.
#include "client/play/local.hpp"

#include <fmt/format.h>

#include "client/play/facets.hpp"

namespace client::play {
namespace {

/// Who is told of the time later than this was not running meanwhile.
constexpr base::Duration kStopped = 2 * table::kBeat;

/// The only table of its hall.
constexpr base::TableId kTable{1};

/// Whoever comes first has the first seat.
base::PlayerId player_at(base::Seat seat) { return {std::uint64_t{seat.value} + 1}; }
base::Seat seat_of(base::PlayerId player) { return {static_cast<std::uint8_t>(player.value - 1)}; }

}  // namespace

LocalTable::LocalTable(LocalSettings settings) : settings_(std::move(settings)), rng_(settings_.seed) {
  own_ = {static_cast<std::uint8_t>(rng_.below(static_cast<std::uint64_t>(settings_.seats)))};
}

base::Result<void> LocalTable::ask(const table::Request& request) {
  if (std::holds_alternative<table::Seek>(request)) return open();
  if (const auto* rematch = std::get_if<table::Rematch>(&request)) {
    finished_ = rematch->wish == table::Wish::enough;
    if (finished_) return {};
    own_ = {static_cast<std::uint8_t>((own_.value + 1) % settings_.seats)};
    return open();
  }
  if (std::holds_alternative<table::Leave>(request)) {
    finished_ = true;
    return {};
  }
  if (!hall_) return base::fail(base::Code::not_at_table, "the game has not begun");
  return handle(own_, request);
}

base::Result<void> LocalTable::open() {
  hall_.emplace(*settings_.kits, table::HallSettings{.seed = rng_.next(), .first_table = kTable});
  begun_ = false;
  const table::Seek seek{.game = settings_.game,
                         .seats = settings_.seats,
                         .clock = settings_.clock.empty() ? "none" : settings_.clock};
  for (int at = 0; at < settings_.seats; ++at) {
    const base::Seat seat{static_cast<std::uint8_t>(at)};
    const auto name = seat == own_ ? settings_.name : fmt::format("bot {}", at + 1);
    hall_->arrive(player_at(seat), kHere, "", table::Views::yes, table::Hears::offers);
    for (const table::Request& wish : {table::Request(table::Name{name}), table::Request(seek)}) {
      if (const auto asked = handle(seat, wish); !asked && seat == own_) return asked;
    }
  }
  return {};
}

/// A refusal is the answer; it is not told besides.
base::Result<void> LocalTable::handle(base::Seat seat, const table::Request& request) {
  table::Effects effects;
  hall_->handle(player_at(seat), request, now_, effects);
  if (!effects.tell.empty()) {
    if (const auto* refused = std::get_if<table::Refused>(&effects.tell.front().second))
      return std::unexpected(refused->error);
  }
  deliver(effects);
  return {};
}

void LocalTable::deliver(const table::Effects& effects) {
  std::vector<std::pair<base::Seat, table::Reply>> replies;
  for (const auto& [player, notice] : effects.tell) {
    const auto seat = seat_of(player);
    if (seat == own_) {
      hear(notice);
    } else if (const auto reply = answer(seat, notice)) {
      replies.emplace_back(seat, *reply);
    }
  }
  for (const auto& start : effects.clocks) hall_->timekeeper().start_clock(start, now_);
  for (const auto& [seat, reply] : replies) static_cast<void>(handle(seat, reply));
}

/// How everybody comes in is of no interest, nor that requests are taken.
void LocalTable::hear(const table::Notice& notice) {
  const auto* started = std::get_if<table::Started>(&notice);
  begun_ = begun_ || started != nullptr;
  if (!begun_ || std::holds_alternative<table::Accepted>(notice)) return;
  if (started != nullptr) view_ = started->view;
  if (const auto* happened = std::get_if<table::Happened>(&notice); happened != nullptr && happened->view)
    view_ = happened->view;
  notices_.push_back(notice);
}

/// What a bot says to an offer: moves are always given back.
std::optional<table::Reply> LocalTable::answer(base::Seat bot, const table::Notice& notice) const {
  const auto* aside = std::get_if<table::Aside>(&notice);
  const auto* offered = aside == nullptr ? nullptr : std::get_if<table::Offered>(&aside->what);
  if (offered == nullptr || offered->fate != table::Offered::Fate::made || offered->who == bot)
    return std::nullopt;
  const auto takes_draw = settings_.bot->takes_draw;
  const bool takes = offered->what == table::Proposal::takeback ||
                     (takes_draw != nullptr && takes_draw(games::view(table()->state(), bot)));
  return table::Reply{takes ? table::Consent::accept : table::Consent::decline};
}

const table::Table* LocalTable::table() const { return hall_ ? hall_->tables().find_table(kTable) : nullptr; }

std::optional<games::AnyView> LocalTable::view() const {
  return view_ ? std::optional(*view_) : std::nullopt;
}

void LocalTable::keep_time(base::Time now) {
  const auto gap = now - std::exchange(now_, now);
  if (!hall_) return;
  table::Effects effects;
  if (gap > kStopped) hall_->forgive(gap, table::Pause::of_program, now, effects);
  hall_->wake(now, effects);
  deliver(effects);
}

std::optional<base::Time> LocalTable::next_wake() const {
  return hall_ ? hall_->timekeeper().next_wake() : std::nullopt;
}

std::optional<LocalTable::Turn> LocalTable::bots_turn() const {
  const auto* played = table();
  if (played == nullptr || finished_) return std::nullopt;
  const auto seat = played->to_move();
  if (!seat || *seat == own_) return std::nullopt;
  return Turn{*seat, games::view(played->state(), seat), played->next_seq()};
}

void LocalTable::bot_plays(const Turn& turn, const games::AnyMove& move) {
  if (table() != nullptr && table()->next_seq() == turn.acts)
    static_cast<void>(handle(turn.seat, table::Play{move}));
}

}  // namespace client::play
