// One connection inside Tcp: a socket, what waits to be sent, and what is to become of it.
#pragma once

#include <sys/socket.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "net/descriptor.hpp"
#include "net/tcp.hpp"

namespace net {

struct Link;

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
  std::string network{};      ///< among whose links it counts; empty: nobody's
  std::uint32_t watched = 0;  ///< what epoll watches it for
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
