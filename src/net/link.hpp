// One connection inside Tcp: a socket, what waits to be sent, and what is to become of it.
#pragma once

#include <sys/socket.h>

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

#include "net/descriptor.hpp"
#include "net/tcp.hpp"

namespace net {

struct Link;

/// Those whose links count together, and which of these have something to be read.
struct Network {
  std::string name{};
  std::size_t links = 0;
  std::deque<LinkId> ready{};
};

/// Who looks after a link when something happens on it.
class LinkOwner {
 public:
  virtual ~LinkOwner() = default;
  virtual void handle(Link& link, std::uint32_t events) = 0;
};

struct Link final : Watcher {
  explicit Link(LinkOwner& who) : owner(who) {}
  void ready(std::uint32_t events) override {
    if (stage != Stage::gone) owner.handle(*this, events);
  }

  /// dialling: not yet connected. open: both ways. closing: sends what is queued. lingering: waits for the
  /// peer's end.
  enum class Stage : std::uint8_t { dialling, open, closing, lingering, gone };

  LinkOwner& owner;
  LinkId id = 0;
  Descriptor socket;
  std::string output;
  Network* network = nullptr;  ///< among whose links it counts
  std::uint32_t arrived = 0;   ///< epoll's bits, while it waits to be read
  std::uint32_t watched = 0;   ///< what epoll watches it for
  int tag = 0;
  Stage stage = Stage::open;
  bool reading = true;
  bool counts = false;  ///< among all links
};

/// A non-blocking socket with what every connection of ours has.
void prepare_socket(int socket);

/// Sends as much as goes now. False if the connection is broken.
bool flush(Link& link);

}  // namespace net
