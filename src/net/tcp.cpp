// TCP on an epoll set of its own, nested in the loop: all that is ready is handled together, one read each.
#include "net/tcp.hpp"

#include <fmt/format.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <cerrno>
#include <cstring>
#include <unordered_map>
#include <vector>

#include "net/link.hpp"
#include "net/loop_inside.hpp"

namespace net {
namespace {

constexpr std::size_t kReadSize = 64 * 1024;
constexpr int kMostEvents = 256;
constexpr int kBacklog = 4096;
/// A closed link has one to two of these to send what is queued and to see its peer's end; then it is cut
/// off.
constexpr auto kLinger = std::chrono::milliseconds(5000);
/// How long nobody is accepted after the process ran out of descriptors.
constexpr auto kAcceptPause = std::chrono::milliseconds(200);

base::Error system_error(std::string_view what) {
  return {base::Code::system, fmt::format("{}: {}", what, std::strerror(errno))};
}

struct Listener {
  Descriptor socket;
  int tag = 0;
};

}  // namespace

struct Tcp::Inside {
  Inside(Loop& owner, Conversations& told, TcpLimits most)
      : loop(owner),
        conversations(told),
        limits(most),
        poll(owner.inside().context, ::epoll_create1(EPOLL_CLOEXEC)),
        linger(owner),
        accept_pause(owner) {}

  void wait();
  void handle_ready();
  void accept_from(Listener& listener);
  void handle(Link& link, std::uint32_t events);
  void finish_dialling(Link& link);
  void read_from(Link& link);
  void write_to(Link& link);
  void watch(Link& link);
  Link& add(Descriptor socket, int tag, Link::Stage stage);
  void lose(Link& link, std::string_view why);
  void limit(Link& link);
  void start_lingering(Link& link);
  void reap();
  void cut_lingering();
  Link* find(LinkId id);

  Loop& loop;
  Conversations& conversations;
  TcpLimits limits;
  boost::asio::posix::stream_descriptor poll;
  std::vector<std::unique_ptr<Listener>> listeners;
  std::unordered_map<LinkId, std::unique_ptr<Link>> links;
  std::vector<LinkId> gone;            ///< to be forgotten once nobody holds a reference
  std::vector<LinkId> closing;         ///< since the linger timer ran last
  std::vector<LinkId> closing_longer;  ///< since the time before
  LinkId next_id = 1;
  std::array<char, kReadSize> buffer{};
  Loop::Timer linger;
  Loop::Timer accept_pause;
  std::size_t unsent = 0;  ///< links with queued output
};

Tcp::Tcp(Loop& loop, Conversations& conversations, TcpLimits limits)
    : inside_(std::make_unique<Inside>(loop, conversations, limits)) {
  inside_->wait();
}

Tcp::~Tcp() = default;

base::Result<Address> Tcp::listen(const Address& address, int tag) {
  auto where = resolve(address);
  if (!where) return std::unexpected(std::move(where).error());
  Descriptor socket(::socket(where->bytes.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  const int on = 1;
  ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (!socket || ::bind(socket.get(), reinterpret_cast<const sockaddr*>(&where->bytes), where->size) != 0 ||
      ::listen(socket.get(), kBacklog) != 0) {
    return std::unexpected(system_error(fmt::format("cannot listen on {}", write_address(address))));
  }
  where->size = sizeof where->bytes;
  ::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&where->bytes), &where->size);
  auto& listener = inside_->listeners.emplace_back(std::make_unique<Listener>(std::move(socket), tag));
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.ptr = listener.get();
  ::epoll_ctl(inside_->poll.native_handle(), EPOLL_CTL_ADD, listener->socket.get(), &event);
  return describe(*where);
}

base::Result<LinkId> Tcp::dial(const Address& address, int tag) {
  const auto where = resolve(address);
  if (!where) return std::unexpected(where.error());
  Descriptor socket(::socket(where->bytes.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!socket) return std::unexpected(system_error("cannot make a socket"));
  if (::connect(socket.get(), reinterpret_cast<const sockaddr*>(&where->bytes), where->size) != 0 &&
      errno != EINPROGRESS) {
    return std::unexpected(system_error(fmt::format("cannot connect to {}", write_address(address))));
  }
  return inside_->add(std::move(socket), tag, Link::Stage::dialling).id;
}

void Tcp::stop_listening() { inside_->listeners.clear(); }

void Tcp::send(LinkId id, std::string_view bytes) {
  Link* link = inside_->find(id);
  if (link == nullptr || link->stage > Link::Stage::open || bytes.empty()) return;
  const bool waiting = !link->output.empty();
  if (!waiting && link->stage == Link::Stage::open) {
    const auto sent = ::send(link->socket.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0) bytes.remove_prefix(static_cast<std::size_t>(sent));
    if (bytes.empty()) return;
  }
  link->output += bytes;
  if (!waiting) ++inside_->unsent;
  if (link->output.size() > inside_->limits.output) return inside_->lose(*link, "the peer does not read");
  inside_->watch(*link);
}

void Tcp::close(LinkId id) {
  Link* link = inside_->find(id);
  if (link == nullptr || link->stage > Link::Stage::open) return;
  link->stage = Link::Stage::closing;
  inside_->limit(*link);
  if (link->output.empty()) {
    inside_->start_lingering(*link);
  } else {
    inside_->watch(*link);
  }
}

void Tcp::drop(LinkId id) {
  Link* link = inside_->find(id);
  if (link == nullptr) return;
  link->stage = Link::Stage::closing;  // so that nobody is told
  inside_->lose(*link, "");
}

void Tcp::set_reading(LinkId id, Reading reading) {
  Link* link = inside_->find(id);
  if (link == nullptr || link->stage != Link::Stage::open) return;
  link->reading = reading == Reading::on;
  inside_->watch(*link);
}

std::size_t Tcp::count() const { return inside_->links.size() - inside_->gone.size(); }
bool Tcp::drained() const { return inside_->unsent == 0; }

void Tcp::Inside::wait() {
  poll.async_wait(boost::asio::posix::stream_descriptor::wait_read,
                  [this](const boost::system::error_code& problem) {
                    if (problem) return;
                    handle_ready();
                    wait();
                  });
}

void Tcp::Inside::handle_ready() {
  std::array<epoll_event, kMostEvents> events{};
  const int count = ::epoll_wait(poll.native_handle(), events.data(), kMostEvents, 0);
  for (int at = 0; at < count; ++at) {
    void* which = events[at].data.ptr;
    const auto is_listener = [&](const auto& listener) { return listener.get() == which; };
    if (const auto found = std::ranges::find_if(listeners, is_listener); found != listeners.end()) {
      accept_from(**found);
    } else if (auto* link = static_cast<Link*>(which); link->stage != Link::Stage::gone) {
      handle(*link, events[at].events);
    }
  }
  conversations.settle();
  reap();
}

void Tcp::Inside::accept_from(Listener& listener) {
  for (int accepted = 0; accepted < kMostEvents; ++accepted) {
    SocketAddress peer;
    peer.size = sizeof peer.bytes;
    Descriptor socket(::accept4(listener.socket.get(), reinterpret_cast<sockaddr*>(&peer.bytes), &peer.size,
                                SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (!socket) {
      if (errno != EMFILE && errno != ENFILE) return;
      epoll_event event{};
      event.data.ptr = &listener;
      ::epoll_ctl(poll.native_handle(), EPOLL_CTL_MOD, listener.socket.get(), &event);
      accept_pause.set(kAcceptPause, [this] {
        for (const auto& one : listeners) {
          epoll_event again{};
          again.events = EPOLLIN;
          again.data.ptr = one.get();
          ::epoll_ctl(poll.native_handle(), EPOLL_CTL_MOD, one->socket.get(), &again);
        }
      });
      return;
    }
    prepare_socket(socket.get());
    auto& link = add(std::move(socket), listener.tag, Link::Stage::open);
    conversations.opened(link.id, link.tag, describe(peer));
  }
}

void Tcp::Inside::handle(Link& link, std::uint32_t events) {
  if (link.stage == Link::Stage::dialling) return finish_dialling(link);
  if ((events & EPOLLOUT) != 0) write_to(link);
  if (link.stage == Link::Stage::gone) return;
  if ((events & EPOLLIN) != 0 && (link.reading || link.stage != Link::Stage::open)) return read_from(link);
  if ((events & (EPOLLERR | EPOLLHUP)) != 0) lose(link, "the connection broke");
}

void Tcp::Inside::finish_dialling(Link& link) {
  int problem = 0;
  socklen_t size = sizeof problem;
  ::getsockopt(link.socket.get(), SOL_SOCKET, SO_ERROR, &problem, &size);
  if (problem != 0) return lose(link, std::strerror(problem));
  SocketAddress peer;
  peer.size = sizeof peer.bytes;
  ::getpeername(link.socket.get(), reinterpret_cast<sockaddr*>(&peer.bytes), &peer.size);
  prepare_socket(link.socket.get());
  link.stage = Link::Stage::open;
  watch(link);
  conversations.opened(link.id, link.tag, describe(peer));
}

void Tcp::Inside::read_from(Link& link) {
  const auto count = ::recv(link.socket.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (count > 0) {
    if (link.stage == Link::Stage::open)
      conversations.received(link.id, {buffer.data(), static_cast<std::size_t>(count)});
    return;
  }
  if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) return;
  lose(link, count == 0 ? "" : std::strerror(errno));
}

void Tcp::Inside::write_to(Link& link) {
  const bool waited = !link.output.empty();
  if (!flush(link)) return lose(link, std::strerror(errno));
  if (!link.output.empty()) return;
  if (waited) --unsent;
  if (link.stage == Link::Stage::closing) return start_lingering(link);
  watch(link);
}

/// Tells epoll what the link waits for, if that changed.
void Tcp::Inside::watch(Link& link) {
  std::uint32_t wanted = 0;
  if (link.stage == Link::Stage::dialling || !link.output.empty()) wanted |= EPOLLOUT;
  if ((link.stage == Link::Stage::open && link.reading) || link.stage >= Link::Stage::closing)
    wanted |= EPOLLIN;
  if (wanted == link.watched) return;
  epoll_event event{};
  event.events = wanted;
  event.data.ptr = &link;
  ::epoll_ctl(poll.native_handle(), EPOLL_CTL_MOD, link.socket.get(), &event);
  link.watched = wanted;
}

Link& Tcp::Inside::add(Descriptor socket, int tag, Link::Stage stage) {
  auto owned = std::make_unique<Link>();
  Link& link = *owned;
  link.id = next_id++;
  link.socket = std::move(socket);
  link.tag = tag;
  link.stage = stage;
  link.watched = stage == Link::Stage::dialling ? EPOLLOUT : EPOLLIN;
  epoll_event event{};
  event.events = link.watched;
  event.data.ptr = &link;
  ::epoll_ctl(poll.native_handle(), EPOLL_CTL_ADD, link.socket.get(), &event);
  links.emplace(link.id, std::move(owned));
  return link;
}

/// The link is gone; who talks over it is told unless they closed it themselves.
void Tcp::Inside::lose(Link& link, std::string_view why) {
  if (link.stage == Link::Stage::gone) return;
  const bool tell = link.stage <= Link::Stage::open;
  if (!link.output.empty()) --unsent;
  link.output = {};
  link.stage = Link::Stage::gone;
  link.socket = Descriptor();
  gone.push_back(link.id);
  if (tell) conversations.closed(link.id, why);
}

/// All was sent: says so to the peer, and waits a little for its end, since closing with unread bytes would
/// destroy what is still on its way to the peer.
void Tcp::Inside::start_lingering(Link& link) {
  link.stage = Link::Stage::lingering;
  ::shutdown(link.socket.get(), SHUT_WR);
  watch(link);
}

/// From now on the link has only so long.
void Tcp::Inside::limit(Link& link) {
  if (closing.empty() && closing_longer.empty()) linger.set(kLinger, [this] { cut_lingering(); });
  closing.push_back(link.id);
}

void Tcp::Inside::cut_lingering() {
  for (const auto id : std::exchange(closing_longer, std::exchange(closing, {}))) {
    if (Link* link = find(id)) lose(*link, "");
  }
  reap();
  if (!closing_longer.empty()) linger.set(kLinger, [this] { cut_lingering(); });
}

void Tcp::Inside::reap() {
  for (const auto id : std::exchange(gone, {})) links.erase(id);
}

Link* Tcp::Inside::find(LinkId id) {
  const auto found = links.find(id);
  return found == links.end() || found->second->stage == Link::Stage::gone ? nullptr : found->second.get();
}

void raise_file_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace net
