// The lookout: what those see who look around, how things stood lately and the last games that ended.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>

#include "table/gatherings.hpp"
#include "table/tables.hpp"

namespace table {

/// What an Overview shows at most: running tables, those of them with their views, lobbies, finished games.
inline constexpr std::size_t kMostTables = 60;
inline constexpr std::size_t kMostPictures = 24;
inline constexpr std::size_t kMostLobbies = 100;
inline constexpr std::size_t kMostFinished = 20;

/// How long an overview serves everybody who asks.
inline constexpr base::Duration kOverviewLasts = std::chrono::milliseconds(900);

/// An overview is made once for all who look within a while. At most kMostFinished games are remembered,
/// newest first.
class Lookout {
 public:
  /// Remembers a finished game; one that is known is not remembered again.
  void remember(TableFacts finished);
  /// The table was never played, as it turned out: it is shown to nobody any more.
  void forget(TableId table);

  /// How things stand, or stood a moment ago.
  std::shared_ptr<const Overview> look(Time now, const Gatherings& gatherings, const Tables& tables);

 private:
  Overview survey(const Gatherings& gatherings, const Tables& tables) const;

  std::deque<TableFacts> finished_;           ///< newest first
  std::shared_ptr<const Overview> overview_;  ///< as it was lately
  Time overview_at_{};
};

}  // namespace table
