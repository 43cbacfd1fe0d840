// One connection inside Tcp.
#include "net/link.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>

#include <cerrno>

namespace net {

void prepare_socket(int socket) {
  const int on = 1;
  ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  ::setsockopt(socket, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
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
    link.output = {};  // an idle link holds no buffer
  } else {
    link.output.erase(0, sent);
  }
  return true;
}

}  // namespace net
