// A sitting: what is told of it.
#include "table/sitting.hpp"

#include <algorithm>

#include "table/deal.hpp"

namespace table {

bool Sitting::is_deserted() const {
  return std::ranges::none_of(players, &std::optional<PlayerId>::has_value) &&
         std::ranges::none_of(held, &std::optional<Time>::has_value);
}

void Sitting::talk_in(std::shared_ptr<Chat> room) {
  chat = std::move(room);
  said_before = chat->count();
  for (const auto& chair : table.header().chairs) {
    if (chair.address.starts_with(kToken)) chat->let_in(chair.address);
  }
}

std::vector<Said> Sitting::said_to(Seat seat, const std::string& token) const {
  chat->let_in_as(token, table.header().chairs[seat.value].address);  // an account may come from elsewhere
  return chat->heard_by(token);
}

std::vector<Sitter> Sitting::sitters() const {
  std::vector<Sitter> list;
  list.reserve(players.size());
  for (std::size_t at = 0; at < players.size(); ++at)
    list.push_back({table.names()[at], table.header().chairs[at].protocol, players[at].has_value()});
  return list;
}

Started seat_facts(const Sitting& sitting, games::Viewer viewer, Time now) {
  const auto& header = sitting.table.header();
  auto view = std::make_shared<const games::AnyView>(games::view(sitting.table.state(), viewer));
  return {header.table,          viewer.value_or(Seat{}),
          sitting.table.names(), std::move(view),
          header.lobby,          header.options,
          sitting.sitters(),     header.clock,
          sitting.times(now),    base::write_key(commitment_to(header, salt_of(header)))};
}

Resumed resumed_at(const Sitting& sitting, const Visitor& someone, Time now) {
  Resumed resumed{seat_facts(sitting, someone.seat, now), sitting.table.next_seq(), {}};
  if (someone.has_token()) resumed.said = sitting.said_to(someone.seat, someone.address);
  return resumed;
}

bool plays(const Visitor& someone) { return someone.sitting != nullptr && !someone.sitting->table.outcome(); }

}  // namespace table
