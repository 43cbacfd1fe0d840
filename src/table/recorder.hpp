// The recorder: what every act at a table leads to at once, in the journal and with those who see it.
#pragma once

#include "table/parts.hpp"

namespace table {

/// Every act at a table is written down here, once, before anything else follows from it: so clocks, offers,
/// journal, those who see it and those who look around know the same. A table without presence is closed in
/// the journal by the act that ends its game, and none of its seats waits any more.
class Recorder {
 public:
  /// The parts outlive it.
  explicit Recorder(Parts& parts) : parts_(parts) {}

  void record(Sitting& sitting, Step step, Effects& effects);

 private:
  void note_end(Sitting& sitting, const Outcome& outcome, Time now, Effects& effects);

  Parts& parts_;
};

}  // namespace table
