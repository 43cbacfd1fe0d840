// One connection inside Tcp.
#include "net/link.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>

#include <cerrno>

#include "base/buffer.hpp"

namespace net {
namespace {

/// After so many seconds of silence the peer's system is asked whether it is there, so often; a peer that is
/// gone without a word is so noticed within 3 minutes.
constexpr int kSilence = 60;
constexpr int kBetween = 30;
constexpr int kAttempts = 4;
/// What the system takes of what the peer was not sent yet: the rest waits here, where it is counted.
constexpr int kUnsentBySystem = 64 * 1024;

}  // namespace

void prepare_socket(int socket) {
  const int on = 1;
  ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  ::setsockopt(socket, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
  ::setsockopt(socket, IPPROTO_TCP, TCP_KEEPIDLE, &kSilence, sizeof kSilence);
  ::setsockopt(socket, IPPROTO_TCP, TCP_KEEPINTVL, &kBetween, sizeof kBetween);
  ::setsockopt(socket, IPPROTO_TCP, TCP_KEEPCNT, &kAttempts, sizeof kAttempts);
  ::setsockopt(socket, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &kUnsentBySystem, sizeof kUnsentBySystem);
}

bool flush(Link& link) {
  std::size_t sent = 0;
  while (sent < link.output.size()) {
    const auto count = ::send(link.socket.get(), link.output.data() + sent, link.output.size() - sent,
                              MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) break;
    if (count < 0) return false;
    sent += static_cast<std::size_t>(count);
  }
  if (sent == link.output.size()) {
    base::empty(link.output);
  } else {
    base::drop_front(link.output, sent);
  }
  return true;
}

}  // namespace net
