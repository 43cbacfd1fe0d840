// Membership: which nodes live, as far as this one can tell by its own steady clock, and whether it may
// speak.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "base/time.hpp"
#include "cluster/directory.hpp"

namespace cluster {

/// Time by a clock that never leaps, since whenever; never compared with that of another machine.
using Steady = base::Time;

struct Pace {
  base::Duration lease = std::chrono::seconds(3);        ///< a beat that stands still for so long: dead
  base::Duration beat = std::chrono::milliseconds(250);  ///< so often: who dies is missed so much later
  base::Duration margin = std::chrono::milliseconds(500);
};

/// Beats are counters. Who sees one stand still for a lease while its own went through all the time takes the
/// node for dead: if the directory itself stood still, nobody is.
class Membership {
 public:
  Membership(NodeId self, Pace pace) : self_(self), pace_(pace) {}

  /// When the next beat is due; none while one is under way.
  std::optional<Steady> next_beat() const;
  /// A beat is sent.
  void sent(Steady now);
  /// It went through, and this was seen; or it did not.
  void came(const Picture& picture, Steady now);
  void failed(Steady now);
  /// This node begins anew, with this in sight.
  void begin(const Picture& picture, Steady sent, Steady now);

  /// Whether this node may still say what its tables are like: nobody can have taken them over yet.
  bool may_speak(Steady now) const;
  /// Who is dead, and has shards or not: to be taken over. Good until the next beat.
  const std::vector<NodeFacts>& dead() const { return dead_; }
  /// All who seem to live, this node among them.
  std::vector<NodeFacts> living() const;
  const Picture& picture() const { return picture_; }

 private:
  struct Seen {
    Epoch epoch;
    std::uint64_t beat;
    Steady since;  ///< it stands so
  };

  void look(Steady now);

  NodeId self_;
  Pace pace_;
  Picture picture_;
  std::map<NodeId, Seen> seen_;
  std::vector<NodeFacts> dead_;
  std::optional<Steady> under_way_;  ///< when the beat was sent
  std::optional<Steady> through_;    ///< when the last that went through was sent
  Steady came_{};                    ///< when that was known
  Steady next_{};
};

}  // namespace cluster
