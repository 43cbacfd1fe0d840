// The hall as all nodes know it together: what the others have told of their parts.
#pragma once

#include <map>
#include <memory>

#include "cluster/ids.hpp"
#include "table/overview.hpp"

namespace server {

class HallParts {
 public:
  /// Another node tells of its part. Whether a game has ended there since it did so last.
  bool take(cluster::NodeId from, table::OverviewPart part);
  /// The node is gone, and so is its part.
  void forget(cluster::NodeId node);
  void forget_all();

  /// This node's own overview with the parts of all others; the same again while none of it has changed.
  std::shared_ptr<const table::Overview> whole(const std::shared_ptr<const table::Overview>& own);

 private:
  std::map<cluster::NodeId, std::shared_ptr<const table::OverviewPart>> parts_;
  std::shared_ptr<const table::Overview> own_;    ///< of which the whole was made
  std::shared_ptr<const table::Overview> whole_;  ///< nullptr: to be made anew
};

/// What this node tells of its part.
table::OverviewPart part_of(const table::Overview& overview);

}  // namespace server
