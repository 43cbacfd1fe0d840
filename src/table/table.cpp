// One table: acts, entries and replay.
#include "table/table.hpp"

#include <fmt/format.h>

namespace table {
namespace {

std::unexpected<base::Error> corrupt(const Entry& entry, std::string_view why) {
  return fail(Code::corrupt,
              fmt::format("table {}, entry {} '{}': {}", entry.table.value, entry.seq, entry.text, why));
}

}  // namespace

Result<Table> Table::open(const games::Kits& kits, Header header) {
  const auto facts = games::facts_of(header.game);
  if (facts && facts->revision != header.revision) {
    return fail(Code::corrupt,
                fmt::format("table {} was played by revision {} of the rules of {}; this is revision {}",
                            header.table.value, header.revision, header.game, facts->revision));
  }
  auto state =
      games::start(kits, header.game, header.options, static_cast<int>(header.chairs.size()), header.seed);
  if (!state && state.error().code == Code::other_kit)
    return fail(Code::other_kit, fmt::format("table {} was {}", header.table.value, state.error().detail));
  if (!state) return std::unexpected(std::move(state).error());
  return Table(std::move(header), *std::move(state));
}

Table::Table(Header header, games::AnyState state) : header_(std::move(header)), state_(std::move(state)) {
  for (const auto& chair : header_.chairs) names_.push_back(chair.name);
}

std::optional<Seat> Table::to_move() const { return abandoned_ ? std::nullopt : games::to_move(state_); }

std::optional<Outcome> Table::outcome() const {
  if (auto ended = games::outcome(state_)) return ended;
  if (abandoned_) return Outcome{{}, {}, "abandoned"};
  return std::nullopt;
}

Result<Step> Table::play(Seat seat, const games::AnyMove& move, Time now) {
  if (abandoned_) return fail(Code::game_over, "the game was abandoned");
  auto events = games::play(state_, seat, move);
  if (!events) return std::unexpected(std::move(events).error());
  return recorded(seat, now, games::write(move), *std::move(events));
}

Result<Step> Table::leave(Seat seat, Time now) {
  if (outcome()) return fail(Code::game_over, "the game is over");
  left_ |= std::uint64_t{1} << seat.value;
  return recorded(seat, now, std::string(kLeave), games::leave(state_, seat));
}

Result<Step> Table::abandon(Time now) {
  if (outcome()) return fail(Code::game_over, "the game is over");
  auto events = games::abandon(state_);
  abandoned_ = !games::outcome(state_);
  return recorded(Seat{0}, now, std::string(kAbandon), std::move(events));
}

Result<Step> Table::away(Seat seat, Time now) {
  auto events = games::away(state_, seat);
  if (events.empty()) return fail(Code::illegal_move, "it makes no difference that this seat is away");
  return recorded(seat, now, std::string(kAway), std::move(events));
}

Result<Step> Table::back(Seat seat, Time now) {
  auto events = games::back(state_, seat);
  if (events.empty()) return fail(Code::illegal_move, "this seat was not away");
  return recorded(seat, now, std::string(kBack), std::move(events));
}

Result<Step> Table::see(Seat seat, Time now) {
  if (!outcome()) return fail(Code::illegal_move, "the game is not over");
  if (has_left(seat)) return fail(Code::illegal_move, "this seat's player is gone");
  left_ |= std::uint64_t{1} << seat.value;
  return recorded(seat, now, std::string(kSeen), {});
}

Result<Step> Table::rename(Seat seat, std::string name, Time now) {
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
  if (entry.text == kLeave) return leave(entry.who, entry.at);
  if (entry.text == kAbandon) return abandon(entry.at);
  if (entry.text == kAway) return away(entry.who, entry.at);
  if (entry.text == kBack) return back(entry.who, entry.at);
  if (entry.text == kSeen) return see(entry.who, entry.at);
  if (entry.text.starts_with(kName)) {
    auto name = unescape_name(std::string_view(entry.text).substr(kName.size()));
    if (!name) return std::unexpected(std::move(name).error());
    return rename(entry.who, *std::move(name), entry.at);
  }
  auto move = games::read(header_.game, entry.text);
  if (!move) return std::unexpected(std::move(move).error());
  return play(entry.who, *move, entry.at);
}

Step Table::recorded(Seat seat, Time now, std::string text, std::vector<games::AnyEvent> events) {
  return {Entry{header_.table, next_seq_++, now, seat, std::move(text)}, std::move(events)};
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
