// TCP: listens, dials, and moves bytes for conversations that it knows only as an interface.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "net/address.hpp"
#include "net/loop.hpp"
#include "net/networks.hpp"

namespace net {

/// One connection; never used twice.
using LinkId = std::uint64_t;

/// Why somebody was not let in: too many links come from their network; there are too many; the process has
/// no descriptor left.
enum class TurnedAway : std::uint8_t { network, full, descriptors };

/// Why `closed` is called for a peer that does not read: too much waits for it, or for all such peers.
inline constexpr std::string_view kUnread = "the peer does not read";
inline constexpr std::string_view kAllUnread = "too much waits for peers that do not read";

/// What is done with the bytes. Called on the loop's thread; may call back into Tcp at any time.
class Conversations {
 public:
  virtual ~Conversations() = default;

  /// A connection stands: accepted by the listener of that tag, or dialled with it.
  virtual void opened(LinkId link, int tag, const Address& peer) = 0;
  virtual void received(LinkId link, std::string_view bytes) = 0;
  /// The connection is gone, for the reason given ("" if the peer ended it in order). Not called after
  /// `close`.
  virtual void closed(LinkId link, std::string_view why) = 0;
  /// The peer has read: nothing waits for it any more.
  virtual void caught_up(LinkId /*link*/) {}
  /// Somebody was not let in by the listener of that tag.
  virtual void turned_away(int /*tag*/, const Address& /*peer*/, TurnedAway /*why*/) {}
  /// Everything that had arrived was handed over: a good moment to work on all of it together.
  virtual void settle() = 0;
};

struct TcpLimits {
  static constexpr auto kNone = std::numeric_limits<std::size_t>::max();

  std::size_t output = 1024 * 1024;  ///< a peer that reads less than it is sent is dropped beyond this
  /// What may wait for all peers together. None may have more than an eighth of what is left of it, so that
  /// many who do not read leave room for those who do.
  std::size_t all_output = kNone;
  /// How many links the listeners accept. No network (address.hpp) may have more than there is room left, so
  /// that others always get in.
  std::size_t links = kNone;
  std::size_t links_of_network = kNone;
  Networks proxies{};  ///< their links are nobody's until `count_as` says whose
};

/// Which limits on links hold for those who come in by a listener: both; only that of all links, since a
/// proxy stands before it; none.
enum class Door : std::uint8_t { limited, shared, open };

/// All links of a process. Idle links cost a few hundred bytes: reading uses one buffer for all.
class Tcp {
 public:
  Tcp(Loop& loop, Conversations& conversations, TcpLimits limits = {});
  ~Tcp();

  /// Accepts connections from now on; port 0 picks a free one. Returns the address listened on.
  base::Result<Address> listen(const Address& address, int tag, Door door = Door::limited);
  /// Begins to connect; `opened` or `closed` follows.
  base::Result<LinkId> dial(const Address& address, int tag);
  /// Accepts no more by the listeners of that tag.
  void stop_listening(int tag);

  /// Sends, or queues what cannot be sent now. Nothing happens if the link is gone.
  void send(LinkId link, std::string_view bytes);
  /// Sends what is queued, then closes. `closed` is not called.
  void close(LinkId link);
  /// Closes at once.
  void drop(LinkId link);
  /// The link is lost once something that was sent has been waiting for so long: for a peer that does not
  /// read as for one that is no longer there.
  void set_patience(LinkId link, std::chrono::milliseconds patience);
  /// Whether bytes are read from the link.
  enum class Reading { on, off };
  void set_reading(LinkId link, Reading reading);

  /// How many bytes wait for the peer to read.
  std::size_t waiting(LinkId link) const;
  /// Whether so much waits for the peer that it should read before it is told more; `caught_up` follows.
  bool is_behind(LinkId link) const;

  /// Whether links wait for their turn to be read.
  bool has_unread() const;
  /// Reads now from the links that wait for their turn.
  void read_in_line();

  /// A proxy has said for whom a link is: it counts among those of that address. Why it may not, if so.
  std::optional<TurnedAway> count_as(LinkId link, std::string_view host);

  /// True once no link has anything left to send.
  bool drained() const;
  /// How many links there are, those among them that were closed and wait for the peer's end.
  std::size_t links() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> inside_;
};

/// Lets the process have as many open files as the system allows; returns how many.
std::size_t raise_file_limit();

}  // namespace net
