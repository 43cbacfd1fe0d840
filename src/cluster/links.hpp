// Links: lines of text to and from other nodes, as whoever carries them offers them.
#pragma once

#include <string_view>

#include "cluster/ids.hpp"

namespace cluster {

/// How long other nodes are waited for that were asked something.
inline constexpr base::Duration kWaitForOthers = std::chrono::seconds(1);

/// Who hears what comes by links. All calls come on the thread of the loop, never from within Links::send.
class LinkListener {
 public:
  virtual ~LinkListener() = default;

  /// A link to that node is there; it has shown the cluster's secret, and runs in that epoch.
  virtual void up(NodeId node, Epoch epoch) = 0;
  /// It broke, or nothing was heard by it for so long that it counts as broken. What was sent last may have
  /// arrived or not.
  virtual void down(NodeId node) = 0;
  /// A line of that node, without its end.
  virtual void line(NodeId node, std::string_view text) = 0;
};

/// At most one link to each node, dialled again and again while it is down. While it is up, lines arrive in
/// order, each once, or it breaks: nothing is lost silently. It breaks, too, where more than some MiB wait.
/// What must survive that is kept and sent again by whoever sends (channel.hpp).
class Links {
 public:
  virtual ~Links() = default;

  /// This node runs in that epoch from now on: every link there is breaks and is dialled anew.
  virtual void begin(Epoch epoch) = 0;
  /// A line without its end; it holds no line break. Passed over while there is no link.
  virtual void send(NodeId node, std::string_view text) = 0;
};

}  // namespace cluster
