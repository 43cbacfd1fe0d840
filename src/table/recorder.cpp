// The recorder: an act, and the end of a game.
#include "table/recorder.hpp"

#include <cassert>

namespace table {

void Recorder::record(Sitting& sitting, Step step, Effects& effects) {
  assert(step.entry.table == sitting.table.header().table && step.entry.seq + 1 == sitting.table.next_seq());
  const auto now = step.entry.at;
  parts_.clocks.turn(sitting.table, sitting.thinking, step.entry, effects);
  parts_.audience.tell_step(sitting, step, effects);
  if (const auto lapsed = sitting.offers.lapse(sitting.table, step.entry))
    parts_.audience.tell_hearers(sitting, *lapsed, effects);
  const bool is_end = !step.events.empty() || step.entry.text == kAbandon;
  const auto outcome = sitting.table.outcome();
  effects.journal.emplace_back(std::move(step.entry));
  if (outcome && is_end) note_end(sitting, *outcome, now, effects);
}

/// A game with presence is closed only when all have seen its end.
void Recorder::note_end(Sitting& sitting, const Outcome& outcome, Time now, Effects& effects) {
  const auto& header = sitting.table.header();
  if (!games::has_presence(sitting.table.state())) {
    effects.journal.emplace_back(Closing{header.table, now, outcome});
    parts_.seats.release_all(sitting);
  }
  parts_.audience.tell(sitting, Over{outcome}, effects);
  if (is_secret(header.lobby)) return;
  parts_.lookout.remember({header.table,
                           header.game,
                           header.options,
                           sitting.sitters(),
                           sitting.table.standing_moves(),
                           outcome,
                           now,
                           {},
                           header.clock});
}

}  // namespace table
