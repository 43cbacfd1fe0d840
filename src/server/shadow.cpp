// A shadow: what a visitor is told of a table of another node.
#include "server/shadow.hpp"

namespace server {

base::Result<Shadow> Shadow::open(const games::Kits& kits, const table::Header& header,
                                  std::span<const table::Entry> entries, games::Viewer eyes) {
  auto table = table::replay(kits, header, entries);
  if (!table) return std::unexpected(std::move(table).error());
  return of(*std::move(table), eyes);
}

Shadow Shadow::of(table::Table table, games::Viewer eyes) {
  const auto seats = table.seats();
  return Shadow({std::move(table), std::vector<std::optional<base::PlayerId>>(seats), table::Wishes(seats),
                 std::vector<std::optional<base::Time>>(seats)},
                eyes);
}

table::Started Shadow::started(const std::vector<bool>& here,
                               std::shared_ptr<const table::Times> times) const {
  auto facts = table::seat_facts(sitting_, eyes_, {});
  for (std::size_t at = 0; at < facts.sitters.size(); ++at)
    facts.sitters[at].here = at >= here.size() || here[at];
  facts.times = std::move(times);
  return facts;
}

base::Result<std::vector<table::Happened>> Shadow::act(const table::Entry& entry, table::Views views,
                                                       const std::shared_ptr<const table::Times>& times) {
  if (entry.seq < told()) return std::vector<table::Happened>{};
  const auto events = sitting_.table.advance(entry);
  if (!events) return std::unexpected(events.error());
  auto seen = table::seen_by(eyes_, entry, *events, sitting_.table.to_move());
  if (!seen.empty() && views == table::Views::yes) {
    seen.back().view = std::make_shared<const games::AnyView>(games::view(sitting_.table.state(), eyes_));
    seen.back().times = times;
  }
  return seen;
}

}  // namespace server
