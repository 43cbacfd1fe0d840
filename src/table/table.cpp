// One table: acts, entries and replay.
#include "table/table.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace table {
namespace {

std::unexpected<base::Error> corrupt(const Entry& entry, std::string_view why) {
  return fail(Code::corrupt,
              fmt::format("table {}, entry {} '{}': {}", entry.table.value, entry.seq, entry.text, why));
}

}  // namespace

Result<Table> Table::open(const games::Kits& kits, Header header) {
  const auto facts = games::facts_of(header.game);
  if (facts && (header.revision < facts->oldest || header.revision > facts->revision)) {
    return fail(Code::corrupt,
                fmt::format("table {} was played by revision {} of the rules of {}; this is revision {}",
                            header.table.value, header.revision, header.game, facts->revision));
  }
  auto state =
      games::start(kits, header.game, header.options, static_cast<int>(header.chairs.size()), header.seed);
  if (!state && state.error().code == Code::other_kit)
    return fail(Code::other_kit, fmt::format("table {} was {}", header.table.value, state.error().detail));
  if (!state) return std::unexpected(std::move(state).error());
  games::go_by(*state, header.revision);
  const auto rule = read_clock(header.clock);
  if (!rule) return fail(Code::corrupt, fmt::format("table {}: {}", header.table.value, rule.error().detail));
  return Table(std::move(header), *std::move(state), *rule);
}

Table::Table(Header header, games::AnyState state, const ClockRule& rule)
    : header_(std::move(header)),
      state_(std::move(state)),
      clock_(rule, header_.chairs.size()),
      on_turn_(games::to_move(state_)) {
  names_.reserve(header_.chairs.size());
  for (const auto& chair : header_.chairs) names_.push_back(chair.name);
}

std::optional<Seat> Table::to_move() const { return abandoned_ ? std::nullopt : games::to_move(state_); }

std::optional<Outcome> Table::outcome() const {
  if (auto ended = games::outcome(state_)) {
    if (flagged_) ended->reason = "time";
    return ended;
  }
  if (abandoned_) return Outcome{{}, {}, "abandoned"};
  return std::nullopt;
}

std::optional<int> Table::plies_to(Seat seat) const {
  const auto turn = to_move();
  if (!turn || !games::has_offers(state_)) return std::nullopt;
  const int plies = *turn == seat ? 2 : 1;
  return static_cast<std::size_t>(plies) <= moves_.size() ? std::optional(plies) : std::nullopt;
}

Result<Step> Table::play(Seat seat, const games::AnyMove& move, Moment now) {
  if (abandoned_) return fail(Code::game_over, "the game was abandoned");
  auto events = games::play(state_, seat, move);
  if (!events) return std::unexpected(std::move(events).error());
  auto text = games::write(move);
  if (games::has_offers(state_)) moves_.push_back(text);
  ++standing_moves_;
  return recorded(seat, now, std::move(text), *std::move(events));
}

Result<Step> Table::flag(Seat seat, Moment now) {
  if (outcome()) return fail(Code::game_over, "the game is over");
  if (!clock_.is_set() || to_move() != seat) return fail(Code::illegal_move, "no time runs out here");
  auto events = games::flag(state_, seat);
  flagged_ = games::outcome(state_).has_value();
  if (!flagged_) left_ |= std::uint64_t{1} << seat.value;
  return recorded(seat, now, std::string(kFlag), std::move(events));
}

Result<Step> Table::agree(Seat seat, Moment now) {
  if (outcome()) return fail(Code::game_over, "the game is over");
  if (!games::has_offers(state_)) return fail(Code::illegal_move, "nobody agrees on a draw in this game");
  return recorded(seat, now, std::string(kDraw), games::agree(state_, seat));
}

Result<Step> Table::resign(Seat seat, Moment now) {
  if (outcome()) return fail(Code::game_over, "the game is over");
  if (!games::has_offers(state_)) return fail(Code::illegal_move, "nobody resigns in this game");
  return recorded(seat, now, std::string(kResign), games::resign(state_, seat));
}

Result<Step> Table::take_back(Seat seat, Moment now) {
  const auto plies = plies_to(seat);
  if (!plies) return fail(Code::illegal_move, "there is no move to take back");
  return take_back(seat, *plies, now);
}

Result<Step> Table::take_back(Seat seat, int plies, Moment now) {
  if (outcome()) return fail(Code::game_over, "the game is over");
  auto events = games::take_back(state_, header_.options, moves_, seat, plies);
  if (!events) return std::unexpected(std::move(events).error());
  moves_.resize(moves_.size() - static_cast<std::size_t>(plies));
  standing_moves_ -= static_cast<std::uint64_t>(plies);
  return recorded(seat, now, fmt::format("{}{}", kTakeback, plies), *std::move(events));
}

Result<Step> Table::leave(Seat seat, Moment now) {
  if (outcome()) return fail(Code::game_over, "the game is over");
  left_ |= std::uint64_t{1} << seat.value;
  return recorded(seat, now, std::string(kLeave), games::leave(state_, seat));
}

Result<Step> Table::abandon(Moment now) {
  if (outcome()) return fail(Code::game_over, "the game is over");
  auto events = games::abandon(state_);
  abandoned_ = !games::outcome(state_);
  return recorded(Seat{0}, now, std::string(kAbandon), std::move(events));
}

Result<Step> Table::away(Seat seat, Moment now) {
  auto events = games::away(state_, seat);
  if (events.empty()) return fail(Code::illegal_move, "it makes no difference that this seat is away");
  return recorded(seat, now, std::string(kAway), std::move(events));
}

Result<Step> Table::back(Seat seat, Moment now) {
  auto events = games::back(state_, seat);
  if (events.empty()) return fail(Code::illegal_move, "this seat was not away");
  return recorded(seat, now, std::string(kBack), std::move(events));
}

Result<Step> Table::see(Seat seat, Moment now) {
  if (!outcome()) return fail(Code::illegal_move, "the game is not over");
  if (has_left(seat)) return fail(Code::illegal_move, "this seat's player is gone");
  left_ |= std::uint64_t{1} << seat.value;
  return recorded(seat, now, std::string(kSeen), {});
}

Result<Step> Table::rename(Seat seat, std::string name, Moment now) {
  auto text = std::string(kName) + escape_name(name);
  names_[seat.value] = std::move(name);
  return recorded(seat, now, std::move(text), {});
}

Result<std::vector<games::AnyEvent>> Table::advance(const Entry& entry) {
  if (entry.table != header_.table) return corrupt(entry, "belongs to another table");
  if (entry.seq != next_seq_) return corrupt(entry, fmt::format("entry {} should come next", next_seq_));
  if (entry.who.value >= seats()) return corrupt(entry, "there is no such seat");
  auto step = repeat(entry);
  if (!step) return corrupt(entry, step.error().detail);
  return std::move(step->events);
}

/// The act that the entry's text names.
Result<Step> Table::repeat(const Entry& entry) {
  const Moment when(entry.at, entry.charged, entry.forgiven);
  if (entry.text == kLeave) return leave(entry.who, when);
  if (entry.text == kFlag) return flag(entry.who, when);
  if (entry.text == kDraw) return agree(entry.who, when);
  if (entry.text == kResign) return resign(entry.who, when);
  if (entry.text == kAbandon) return abandon(when);
  if (entry.text == kAway) return away(entry.who, when);
  if (entry.text == kBack) return back(entry.who, when);
  if (entry.text == kSeen) return see(entry.who, when);
  if (entry.text.starts_with(kName)) return repeat_name(entry);
  if (entry.text.starts_with(kTakeback)) {
    const auto plies = base::to_number<int>(std::string_view(entry.text).substr(kTakeback.size()));
    return take_back(entry.who, plies.value_or(0), when);
  }
  auto move = games::read(header_.game, entry.text);
  if (!move) return std::unexpected(std::move(move).error());
  return play(entry.who, *move, when);
}

Result<Step> Table::repeat_name(const Entry& entry) {
  auto name = unescape_name(std::string_view(entry.text).substr(kName.size()));
  if (!name) return std::unexpected(std::move(name).error());
  return rename(entry.who, *std::move(name), {entry.at, entry.charged, entry.forgiven});
}

/// Charges whoever was to move before the act.
void Table::keep_time(base::Duration charged, bool is_move) {
  const auto before = std::exchange(on_turn_, to_move());
  if (!before || !clock_.is_set()) return;
  clock_.charge(*before, charged);
  if (is_move && !games::is_within_turn(state_)) {
    clock_.press(*before);
  } else if (on_turn_ && on_turn_ != before && !has_left(*before)) {
    clock_.pass(*before);
  }
}

Step Table::recorded(Seat seat, Moment now, std::string text, std::vector<games::AnyEvent> events) {
  keep_time(now.charged, !text.starts_with('!'));
  forgiven_ += now.forgiven;
  return {Entry{header_.table, next_seq_++, now.at, seat, std::move(text), now.charged, now.forgiven},
          std::move(events)};
}

Result<Table> replay(const games::Kits& kits, const Header& header, std::span<const Entry> entries) {
  auto table = Table::open(kits, header);
  if (!table) return table;
  for (const auto& entry : entries) {
    if (auto events = table->advance(entry); !events) return std::unexpected(std::move(events).error());
  }
  return table;
}

}  // namespace table
