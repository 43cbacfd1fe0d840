// Stand-ins: they keep the places of people whose tab watches a table of another node meanwhile.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "host/host.hpp"

namespace server {

/// A connection has one place at one node. Who gathers or sits somewhere and watches a table elsewhere has a
/// further tab there, which nobody sees: it hears of the place, and passes on what a tab that watches hears.
class StandIns {
 public:
  class Listener {
   public:
    virtual ~Listener() = default;
    /// The game begins for which the stand-in has waited.
    virtual void begins(base::PlayerId tab, const table::Started& started) = 0;
  };

  StandIns(host::Host& host, Listener& listener) : host_(host), listener_(listener) {}

  /// For whom nobody does.
  base::PlayerId open(base::PlayerId tab);
  /// Who stands in for the tab.
  std::optional<base::PlayerId> find(base::PlayerId tab) const;
  bool has(base::PlayerId stand_in) const { return tabs_.contains(stand_in); }
  std::vector<base::PlayerId> all() const;
  /// With those that only pass on what is left.
  std::vector<base::PlayerId> all_of(base::PlayerId tab) const;

  /// Nobody stands in for the tab any more. Who did still passes on what they are told of what was written by
  /// now, and goes then.
  void relieve(base::PlayerId tab);
  void see_off(base::Time now);
  /// Somebody is gone. The tab that has no stand-in any more.
  std::optional<base::PlayerId> ended(base::PlayerId player);

 private:
  class Session;

  void tell(base::PlayerId tab, const table::Notice& notice, std::optional<std::uint64_t> until);

  host::Host& host_;
  Listener& listener_;
  std::map<base::PlayerId, base::PlayerId> by_tab_;
  std::map<base::PlayerId, Session*> tabs_;  ///< by stand-in
  std::vector<base::PlayerId> relieved_;
};

}  // namespace server
