// A bare relay, the yardstick for the server: pairs sockets in order of arrival and forwards bytes, nothing
// more.
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <string_view>
#include <vector>

namespace {

std::vector<int> peer_of;  // by descriptor; -1: none yet
int waiting = -1;

void say(int socket, std::string_view text) {
  static_cast<void>(::send(socket, text.data(), text.size(), MSG_NOSIGNAL));
}

void accept_one(int listener, int poll) {
  const int socket = ::accept4(listener, nullptr, nullptr, SOCK_NONBLOCK);
  if (socket < 0) return;
  const int on = 1;
  ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (static_cast<std::size_t>(socket) >= peer_of.size())
    peer_of.resize(static_cast<std::size_t>(socket) + 1, -1);
  peer_of[static_cast<std::size_t>(socket)] = -1;
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.fd = socket;
  ::epoll_ctl(poll, EPOLL_CTL_ADD, socket, &event);
  if (waiting < 0) {
    waiting = socket;
    return;
  }
  peer_of[static_cast<std::size_t>(socket)] = waiting;
  peer_of[static_cast<std::size_t>(waiting)] = socket;
  say(waiting, "COLOR WHITE\n");
  say(socket, "COLOR BLACK\n");
  waiting = -1;
}

void forward(int socket) {
  static std::array<char, 65536> buffer;
  const auto count = ::recv(socket, buffer.data(), buffer.size(), 0);
  if (count <= 0) {
    ::close(socket);
    if (socket == waiting) waiting = -1;
    return;
  }
  const int peer = peer_of[static_cast<std::size_t>(socket)];
  if (peer >= 0) say(peer, {buffer.data(), static_cast<std::size_t>(count)});
}

}  // namespace

int main() {
  const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (::bind(listener, reinterpret_cast<sockaddr*>(&address), size) != 0 || ::listen(listener, 4096) != 0)
    return 1;
  ::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size);
  std::printf("ready 127.0.0.1:%d\n", ntohs(address.sin_port));
  std::fflush(stdout);
  const int poll = ::epoll_create1(0);
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.fd = listener;
  ::epoll_ctl(poll, EPOLL_CTL_ADD, listener, &event);
  std::array<epoll_event, 256> events{};
  for (;;) {
    const int count = ::epoll_wait(poll, events.data(), static_cast<int>(events.size()), -1);
    for (int at = 0; at < count; ++at) {
      const int ready = events[static_cast<std::size_t>(at)].data.fd;
      if (ready == listener) {
        accept_one(listener, poll);
      } else {
        forward(ready);
      }
    }
  }
}
