// TCP: one read for each link that is ready, and all conversations settled once a round.
#include "net/tcp.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <functional>
#include <new>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/buffer.hpp"
#include "base/roster.hpp"
#include "net/link.hpp"

namespace net {
namespace {

/// What is heard of one link in one round: little, so that one who floods does not hold up the others.
constexpr std::size_t kReadSize = 4 * 1024;
/// So long it is read before what was heard is worked on; the clock is looked at after so many reads.
constexpr auto kReadingTime = std::chrono::microseconds(100);
constexpr int kReadsAtOnce = 8;
constexpr std::uint32_t kReadable = EPOLLIN | EPOLLRDHUP | EPOLLET;
/// The peer's end, which comes once and makes room for others: it is not waited for in turns.
constexpr std::uint32_t kOver = EPOLLRDHUP | EPOLLHUP | EPOLLERR;
constexpr int kMostAccepts = 16;  ///< in one round
constexpr int kBacklog = 4096;
/// A closed link has one to two of these to send what is queued and to see its peer's end; then it is cut
/// off.
constexpr auto kLinger = std::chrono::milliseconds(5000);
constexpr int kMostCuts = 32;  ///< in one round
/// How long nobody is accepted after the process ran out of descriptors.
constexpr auto kAcceptPause = std::chrono::milliseconds(200);
/// One link may have so many parts less waiting than there is room for.
constexpr std::size_t kShareOfRest = 8;
/// A peer is behind when more than this waits for it, or more than its part of the rest: long before it would
/// be dropped for that.
constexpr std::size_t kBehind = 64 * 1024;
constexpr std::size_t kBehindShareOfRest = 64;

Descriptor open_spare() { return Descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC)); }

base::Error system_error(std::string_view what) {
  return {base::Code::system, fmt::format("{}: {}", what, std::strerror(errno))};
}

struct Listener final : Watcher {
  Listener(Descriptor what, int which, Door whom, std::function<void(Listener&)> work)
      : socket(std::move(what)), tag(which), door(whom), accept(std::move(work)) {}
  void ready(std::uint32_t /*events*/) override { accept(*this); }

  Descriptor socket;
  int tag;
  Door door;
  std::function<void(Listener&)> accept;
};

}  // namespace

struct Tcp::Impl final : LinkOwner {
  Impl(Loop& owner, Conversations& told, TcpLimits most)
      : loop(owner), conversations(told), limits(std::move(most)), linger(owner), accept_pause(owner) {}

  void accept_from(Listener& listener);
  void let_in(Descriptor socket, const SocketAddress& peer, const Listener& listener);
  std::optional<TurnedAway> refuse(const std::string& network) const;
  bool turn_one_away(Listener& listener);
  void handle(Link& link, std::uint32_t events) override;
  void line_up(Link& link, std::uint32_t events);
  void end_round();
  void read_in_turns();
  void read_next();
  LinkId take_turn();
  void finish_dialling(Link& link);
  void read_from(Link& link, std::uint32_t events);
  void write_to(Link& link);
  void watch(Link& link);
  Link& add(Descriptor socket, int tag, Link::Stage stage, const std::string& network);
  void enter_network(Link& link, const std::string& name);
  void leave_network(Link& link);
  void forget_empty(const Network& network);
  void lose(Link& link, std::string_view why);
  void limit(Link& link);
  void start_lingering(Link& link);
  void reap();
  void cut_lingering();
  Link* find(LinkId id);

  Loop& loop;
  Conversations& conversations;
  TcpLimits limits;
  std::vector<std::unique_ptr<Listener>> listeners;
  base::Roster<std::unique_ptr<Link>> links;
  std::vector<LinkId> free_ids;                    ///< of links that are gone, with another generation
  std::vector<std::unique_ptr<Listener>> retired;  ///< closed; this round may still call them
  std::vector<LinkId> gone;                        ///< to be forgotten once nobody holds a reference
  std::vector<LinkId> closing;                     ///< since the linger timer ran last
  std::vector<LinkId> closing_longer;              ///< since the time before
  LinkId next_id = 1;
  std::array<char, kReadSize> buffer{};
  Loop::Timer linger;
  Loop::Timer accept_pause;
  std::size_t unsent = 0;                             ///< links with queued output
  std::size_t waiting = 0;                            ///< bytes of it
  std::unordered_map<std::string, Network> networks;  ///< whose links there are; "": nobody's
  std::deque<Network*> line;                          ///< that have something to be read, each once
  std::size_t counted = 0;                            ///< links of all networks
  Descriptor spare = open_spare();                    ///< given up to turn somebody away
  Loop::AfterRound after_round{loop, [this] { end_round(); }};
};

Tcp::Tcp(Loop& loop, Conversations& conversations, TcpLimits limits)
    : inside_(std::make_unique<Impl>(loop, conversations, std::move(limits))) {}

Tcp::~Tcp() = default;

base::Result<Address> Tcp::listen(const Address& address, int tag, Door door) {
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
  const auto accept = [inside = inside_.get()](Listener& one) { inside->accept_from(one); };
  auto& listener =
      inside_->listeners.emplace_back(std::make_unique<Listener>(std::move(socket), tag, door, accept));
  inside_->loop.watch(listener->socket.get(), EPOLLIN, *listener);
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
  return inside_->add(std::move(socket), tag, Link::Stage::dialling, {}).id;
}

void Tcp::stop_listening(int tag) {
  std::erase_if(inside_->listeners, [&](auto& listener) {
    if (listener->tag != tag) return false;
    listener->socket = Descriptor();
    inside_->retired.push_back(std::move(listener));
    return true;
  });
}

std::optional<TurnedAway> Tcp::count_as(LinkId id, std::string_view host) {
  Link* link = inside_->find(id);
  if (link == nullptr || !link->counts || !link->network->name.empty()) return std::nullopt;
  auto network = network_of(host);
  if (inside_->refuse(network) == TurnedAway::network) return TurnedAway::network;
  inside_->leave_network(*link);
  inside_->enter_network(*link, network);
  return std::nullopt;
}

void Tcp::send(LinkId id, std::string_view bytes) {
  Link* link = inside_->find(id);
  if (link == nullptr || link->stage > Link::Stage::open || bytes.empty()) return;
  const bool waiting = !link->output.empty();
  if (!waiting && link->stage == Link::Stage::open) {
    const auto sent = ::send(link->socket.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0) bytes.remove_prefix(static_cast<std::size_t>(sent));
    if (bytes.empty()) return;
  }
  try {
    link->output += bytes;
  } catch (const std::bad_alloc&) {
    return inside_->lose(*link, kAllUnread);
  }
  inside_->waiting += bytes.size();
  if (!waiting) ++inside_->unsent;
  const auto size = link->output.size();
  if (size > inside_->limits.output) return inside_->lose(*link, kUnread);
  const auto all = inside_->limits.all_output;
  if (inside_->waiting > all || size > (all - inside_->waiting) / kShareOfRest)
    return inside_->lose(*link, kAllUnread);
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

std::size_t Tcp::links() const { return inside_->links.size() - inside_->gone.size(); }

void Tcp::set_patience(LinkId id, std::chrono::milliseconds patience) {
  const Link* link = inside_->find(id);
  if (link == nullptr) return;
  const auto most = static_cast<unsigned>(patience.count());
  ::setsockopt(link->socket.get(), IPPROTO_TCP, TCP_USER_TIMEOUT, &most, sizeof most);
}

void Tcp::set_reading(LinkId id, Reading reading) {
  Link* link = inside_->find(id);
  if (link == nullptr || link->stage != Link::Stage::open) return;
  link->reading = reading == Reading::on;
  inside_->watch(*link);
}

std::size_t Tcp::waiting(LinkId id) const {
  const Link* link = inside_->find(id);
  return link == nullptr ? 0 : link->output.size();
}

bool Tcp::is_behind(LinkId id) const {
  const Link* link = inside_->find(id);
  if (link == nullptr || link->output.empty()) return false;
  const auto rest = inside_->limits.all_output - inside_->waiting;
  return link->output.size() > std::min(kBehind, rest / kBehindShareOfRest);
}

void Tcp::read_in_line() {
  while (!inside_->line.empty()) inside_->read_next();
}

bool Tcp::has_unread() const { return !inside_->line.empty(); }

bool Tcp::drained() const { return inside_->unsent == 0; }

void Tcp::Impl::accept_from(Listener& listener) {
  for (int accepted = 0; accepted < kMostAccepts; ++accepted) {
    SocketAddress peer;
    peer.size = sizeof peer.bytes;
    Descriptor socket(::accept4(listener.socket.get(), reinterpret_cast<sockaddr*>(&peer.bytes), &peer.size,
                                SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (!socket) {
      if (errno != EMFILE && errno != ENFILE) return;
      if (turn_one_away(listener)) continue;
      loop.change(listener.socket.get(), 0, listener);
      accept_pause.set(kAcceptPause, [this] {
        for (const auto& one : listeners) loop.change(one->socket.get(), EPOLLIN, *one);
      });
      return;
    }
    let_in(std::move(socket), peer, listener);
  }
}

void Tcp::Impl::let_in(Descriptor socket, const SocketAddress& peer, const Listener& listener) {
  const auto address = describe(peer);
  const bool own = listener.door == Door::limited && !limits.proxies.contain(address.host);
  const auto network = own ? network_of(address.host) : std::string();
  const bool counts = listener.door != Door::open;
  if (const auto why = counts ? refuse(network) : std::nullopt) {
    socket = Descriptor();
    return conversations.turned_away(listener.tag, address, *why);
  }
  prepare_socket(socket.get());
  auto& link = add(std::move(socket), listener.tag, Link::Stage::open, network);
  link.counts = counts;
  if (counts) ++counted;
  conversations.opened(link.id, link.tag, address);
}

/// Why a link of that network may not be; nothing if it may.
std::optional<TurnedAway> Tcp::Impl::refuse(const std::string& network) const {
  if (counted >= limits.links) return TurnedAway::full;
  const auto found = networks.find(network);
  if (network.empty() || found == networks.end()) return std::nullopt;
  const auto own = found->second.links;
  const bool too_many = own >= limits.links_of_network || own > limits.links - counted;
  return too_many ? std::optional(TurnedAway::network) : std::nullopt;
}

/// There is no descriptor left: with the spare one, whoever waits is let go rather than kept waiting.
bool Tcp::Impl::turn_one_away(Listener& listener) {
  if (!spare) return false;
  spare = Descriptor();
  SocketAddress peer;
  peer.size = sizeof peer.bytes;
  Descriptor socket(::accept4(listener.socket.get(), reinterpret_cast<sockaddr*>(&peer.bytes), &peer.size,
                              SOCK_NONBLOCK | SOCK_CLOEXEC));
  const bool done = static_cast<bool>(socket);
  socket = Descriptor();
  spare = open_spare();
  if (done) conversations.turned_away(listener.tag, describe(peer), TurnedAway::descriptors);
  return done;
}

void Tcp::Impl::handle(Link& link, std::uint32_t events) {
  if (link.stage == Link::Stage::dialling) return finish_dialling(link);
  if ((events & EPOLLOUT) != 0) write_to(link);
  if (link.stage == Link::Stage::gone) return;
  if ((events & EPOLLIN) != 0 && (link.reading || link.stage != Link::Stage::open))
    return (events & kOver) != 0 ? read_from(link, std::exchange(link.arrived, 0) | events)
                                 : line_up(link, events);
  if ((events & (EPOLLERR | EPOLLHUP)) != 0) lose(link, "the connection broke");
}

void Tcp::Impl::line_up(Link& link, std::uint32_t events) {
  if (std::exchange(link.arrived, link.arrived | events) != 0) return;
  auto& ready = link.network->ready;
  if (ready.empty()) line.push_back(link.network);
  ready.push_back(link.id);
}

void Tcp::Impl::end_round() {
  read_in_turns();
  conversations.settle();
  reap();
}

/// Reads from one link of every network in turns, so that nobody waits for all of another's; and not for
/// long, so that who comes meanwhile has a turn, too.
void Tcp::Impl::read_in_turns() {
  const auto end = Loop::Clock::now() + kReadingTime;
  for (int reads = 1; !line.empty(); ++reads) {
    read_next();
    if (reads % kReadsAtOnce == 0 && Loop::Clock::now() >= end) break;
  }
  if (!line.empty()) loop.go_on();
}

void Tcp::Impl::read_next() {
  Link* link = find(take_turn());
  const auto events = link == nullptr ? 0 : std::exchange(link->arrived, 0);
  if (events != 0 && (link->reading || link->stage != Link::Stage::open)) read_from(*link, events);
}

LinkId Tcp::Impl::take_turn() {
  auto& network = *line.front();
  line.pop_front();
  const auto link = network.ready.front();
  network.ready.pop_front();
  if (network.ready.empty()) {
    forget_empty(network);
  } else {
    line.push_back(&network);
  }
  return link;
}

void Tcp::Impl::finish_dialling(Link& link) {
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

/// Edge-triggered: a read that leaves the buffer room has taken all there is, unless the peer's end came with
/// it.
void Tcp::Impl::read_from(Link& link, std::uint32_t events) {
  const auto count = ::recv(link.socket.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (count > 0) {
    const auto size = static_cast<std::size_t>(count);
    if (size == buffer.size() || (events & EPOLLRDHUP) != 0)
      loop.change(link.socket.get(), link.watched, link);
    if (link.stage == Link::Stage::open) conversations.received(link.id, {buffer.data(), size});
    return;
  }
  if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) return;
  lose(link, count == 0 ? "" : std::strerror(errno));
}

void Tcp::Impl::write_to(Link& link) {
  const bool waited = !link.output.empty();
  const auto before = link.output.size();
  const bool stands = flush(link);
  waiting -= before - link.output.size();
  if (!stands) return lose(link, std::strerror(errno));
  if (!link.output.empty()) return;
  if (waited) --unsent;
  if (link.stage == Link::Stage::closing) return start_lingering(link);
  watch(link);
  if (waited) conversations.caught_up(link.id);
}

/// Tells epoll what the link waits for, if that changed.
void Tcp::Impl::watch(Link& link) {
  std::uint32_t wanted = 0;
  if (link.stage == Link::Stage::dialling || !link.output.empty()) wanted |= EPOLLOUT;
  if ((link.stage == Link::Stage::open && link.reading) || link.stage >= Link::Stage::closing)
    wanted |= kReadable;
  if (wanted == link.watched) return;
  loop.change(link.socket.get(), wanted, link);
  link.watched = wanted;
}

Link& Tcp::Impl::add(Descriptor socket, int tag, Link::Stage stage, const std::string& network) {
  auto owned = std::make_unique<Link>(*this);
  Link& link = *owned;
  link.id = free_ids.empty() ? next_id++ : free_ids.back();
  if (!free_ids.empty()) free_ids.pop_back();
  link.socket = std::move(socket);
  link.tag = tag;
  link.stage = stage;
  link.watched = stage == Link::Stage::dialling ? EPOLLOUT : kReadable;
  enter_network(link, network);
  loop.watch(link.socket.get(), link.watched, link);
  links.insert(link.id, std::move(owned));
  return link;
}

void Tcp::Impl::enter_network(Link& link, const std::string& name) {
  link.network = &networks[name];
  link.network->name = name;
  ++link.network->links;
}

void Tcp::Impl::leave_network(Link& link) {
  --link.network->links;
  forget_empty(*std::exchange(link.network, nullptr));
}

void Tcp::Impl::forget_empty(const Network& network) {
  if (network.links == 0 && network.ready.empty()) networks.erase(std::string(network.name));
}

/// The link is gone; who talks over it is told unless they closed it themselves.
void Tcp::Impl::lose(Link& link, std::string_view why) {
  if (link.stage == Link::Stage::gone) return;
  const bool tell = link.stage <= Link::Stage::open;
  if (!link.output.empty()) --unsent;
  waiting -= link.output.size();
  base::empty(link.output);
  link.stage = Link::Stage::gone;
  link.socket = Descriptor();
  if (link.counts) --counted;
  leave_network(link);
  gone.push_back(link.id);
  if (tell) conversations.closed(link.id, why);
}

/// All was sent: says so to the peer, and waits a little for its end, since closing with unread bytes would
/// destroy what is still on its way to the peer.
void Tcp::Impl::start_lingering(Link& link) {
  link.stage = Link::Stage::lingering;
  ::shutdown(link.socket.get(), SHUT_WR);
  watch(link);
}

/// From now on the link has only so long.
void Tcp::Impl::limit(Link& link) {
  if (closing.empty() && closing_longer.empty()) linger.set(kLinger, [this] { cut_lingering(); });
  closing.push_back(link.id);
}

/// Where many were closed at once, others are heard in between.
void Tcp::Impl::cut_lingering() {
  for (int cut = 0; cut < kMostCuts && !closing_longer.empty(); ++cut) {
    Link* link = find(closing_longer.back());
    closing_longer.pop_back();
    if (link != nullptr) lose(*link, "");
  }
  const bool more = !closing_longer.empty();
  if (!more) closing_longer = std::exchange(closing, {});
  if (closing_longer.empty()) return;
  linger.set(more ? std::chrono::milliseconds(0) : kLinger, [this] { cut_lingering(); });
}

void Tcp::Impl::reap() {
  for (const auto id : std::exchange(gone, {})) {
    links.erase(id);
    free_ids.push_back(id + (LinkId{1} << base::kPlaceBits));
  }
  retired.clear();
}

Link* Tcp::Impl::find(LinkId id) {
  const auto* found = links.find(id);
  return found == nullptr || (*found)->stage == Link::Stage::gone ? nullptr : found->get();
}

std::size_t raise_file_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
  const auto before = std::exchange(limit.rlim_cur, limit.rlim_max);
  return ::setrlimit(RLIMIT_NOFILE, &limit) == 0 ? limit.rlim_cur : before;
}

}  // namespace net
