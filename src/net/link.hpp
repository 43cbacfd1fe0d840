// One connection inside Tcp: a socket, what waits to be sent, and what is to become of it.
#pragma once

#include <sys/socket.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "net/tcp.hpp"

namespace net {

/// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int file = -1) : file_(file) {}
  Descriptor(Descriptor&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(file_, other.file_);
    return *this;
  }
  ~Descriptor();

  int get() const { return file_; }
  explicit operator bool() const { return file_ >= 0; }

 private:
  int file_;
};

struct Link {
  /// dialling: not yet connected. open: both ways. closing: sends what is queued. lingering: waits for the
  /// peer's end.
  enum class Stage : std::uint8_t { dialling, open, closing, lingering, gone };

  LinkId id = 0;
  Descriptor socket;
  std::string output;
  std::uint32_t watched = 0;  ///< what epoll watches it for
  int tag = 0;
  Stage stage = Stage::open;
  bool reading = true;
};

/// A non-blocking socket with what every connection of ours has.
void prepare_socket(int socket);

/// Sends as much as goes now. False if the connection is broken.
bool flush(Link& link);

}  // namespace net
