// The mesh of nodes.
#include "net/links.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "net/tcp.hpp"

namespace net {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

constexpr int kAccepted = 0;
constexpr int kDialled = 1;
/// Of somebody who has proven nothing yet, and of a node.
constexpr std::size_t kLongestGreeting = 4 * 1024;
constexpr std::size_t kLongestLine = 4 * 1024 * 1024;
constexpr std::size_t kMostStrangers = 1000;  ///< that are remembered

/// Our own lines among those of whoever uses the link.
constexpr std::string_view kPing = "!ping ";
constexpr std::string_view kPong = "!pong ";

microseconds since_start() {
  return std::chrono::duration_cast<microseconds>(Loop::Clock::now().time_since_epoch());
}

/// One connection.
struct Line {
  explicit Line(Greeting begun) : greeting(std::move(begun)) {}

  Greeting greeting;
  Address where{};
  std::unique_ptr<TlsChannel> tls{};
  std::string input{};
  std::string output{};         ///< until the end of the round
  std::optional<Node> dials{};  ///< whom
  std::optional<Node> node{};   ///< with whom, once a link stands
  int silent = 0;               ///< pings since something was heard
  microseconds round_trip{};
};

/// A node that should be there.
struct Peer {
  explicit Peer(Loop& loop) : redial(loop) {}

  Address where{};
  milliseconds pause{};
  std::string trouble{};  ///< that was told
  Loop::Timer redial;
};

}  // namespace

struct Links::Impl final : Conversations {
  Impl(Loop& owner, LinkSettings given, LinkEvents& told)
      : loop(owner),
        settings(std::move(given)),
        events(told),
        tcp(owner, *this, TcpLimits{.output = settings.most_waiting}),
        pings(owner) {
    pings.repeat(settings.ping, [this] { tick(); });
  }

  void dial(Node node);
  void dial_later(Node node, milliseconds pause);
  void could_not(Node node, std::string_view why, milliseconds pause);
  void understand(LinkId id, std::string_view plain);
  bool hear(LinkId id, std::string_view line);
  void greet(LinkId id, Line& line, std::string_view text);
  void establish(LinkId id, Line& line);
  bool hear_ping(Line& line, std::string_view text);
  void say(LinkId id, Line& line, std::string_view plain);
  void flush_all();
  void tick();
  void lose(LinkId id, std::string_view why);
  void remember_stranger(const Address& who, std::string_view why);

  void opened(LinkId id, int tag, const Address& peer) override;
  void received(LinkId id, std::string_view bytes) override;
  void closed(LinkId id, std::string_view why) override;
  void settle() override;

  Loop& loop;
  LinkSettings settings;
  LinkEvents& events;
  Tcp tcp;
  std::unordered_map<LinkId, Line> lines;
  std::map<Node, LinkId> up;
  std::map<Node, Peer> peers;
  std::set<std::string> strangers;
  Loop::Timer pings;
};

Links::Links(Loop& loop, LinkSettings settings, LinkEvents& events)
    : inside_(std::make_unique<Impl>(loop, std::move(settings), events)) {}
Links::~Links() = default;

base::Result<Address> Links::listen(const Address& address) {
  return inside_->tcp.listen(address, kAccepted, Door::open);
}

void Links::set_about(std::string about) { inside_->settings.own.about = std::move(about); }

void Links::set_peers(const std::map<Node, Address>& peers) {
  std::vector<Node> gone;
  for (const auto& [node, peer] : inside_->peers) {
    if (!peers.contains(node)) gone.push_back(node);
  }
  for (const auto node : gone) {
    inside_->peers.erase(node);
    if (const auto found = inside_->up.find(node); found != inside_->up.end())
      inside_->lose(found->second, "it is no node any more");
  }
  for (const auto& [node, where] : peers) {
    if (node == inside_->settings.own.node) continue;
    auto& peer = inside_->peers.try_emplace(node, inside_->loop).first->second;
    if (peer.where == where) continue;
    peer.where = where;
    peer.pause = inside_->settings.first_pause;
    if (!inside_->up.contains(node)) inside_->dial_later(node, milliseconds(0));
  }
}

bool Links::send(Node peer, std::string_view text) {
  const auto found = inside_->up.find(peer);
  if (found == inside_->up.end()) return false;
  auto& line = inside_->lines.at(found->second);
  if (line.output.empty()) inside_->loop.go_on();  // also where nothing would come that ends the round
  line.output += text;
  line.output += '\n';
  return true;
}

void Links::flush() { inside_->flush_all(); }

void Links::drop(Node peer) {
  inside_->peers.erase(peer);
  const auto found = inside_->up.find(peer);
  if (found == inside_->up.end()) return;
  const auto id = found->second;
  inside_->up.erase(found);
  inside_->lines.erase(id);
  inside_->tcp.drop(id);
}

std::map<Node, Links::Condition> Links::conditions() const {
  std::map<Node, Condition> all;
  for (const auto& [node, id] : inside_->up) {
    const auto& line = inside_->lines.at(id);
    all.emplace(node, Condition{line.round_trip, line.output.size() + inside_->tcp.waiting(id)});
  }
  return all;
}

void Links::Impl::dial_later(Node node, milliseconds pause) {
  const auto peer = peers.find(node);
  if (node >= settings.own.node || peer == peers.end()) return;
  peer->second.redial.set(pause, [this, node] { dial(node); });
}

void Links::Impl::dial(Node node) {
  const auto& peer = peers.at(node);
  const auto id = tcp.dial(peer.where, kDialled);
  if (!id) return could_not(node, id.error().detail, peer.pause);
  Line line(Greeting::dial(settings.own, settings.secret, node));
  line.dials = node;
  line.where = peer.where;
  lines.emplace(*id, std::move(line));
}

/// After every vain try it waits twice as long.
void Links::Impl::could_not(Node node, std::string_view why, milliseconds pause) {
  const auto found = peers.find(node);
  if (found == peers.end()) return;
  auto& peer = found->second;
  peer.pause = std::min(2 * pause, settings.longest_pause);
  dial_later(node, pause);
  if (peer.trouble == why) return;
  peer.trouble = why;
  events.unreachable(node, peer.where, why);
}

void Links::Impl::opened(LinkId id, int tag, const Address& peer) {
  if (tag == kAccepted) {
    Line line(Greeting::accept(settings.own, settings.secret));
    line.where = peer;
    lines.emplace(id, std::move(line));
  }
  const auto found = lines.find(id);
  if (found == lines.end()) return;
  auto& line = found->second;
  if (settings.identity)
    line.tls = std::make_unique<TlsChannel>(*settings.identity,
                                            tag == kAccepted ? TlsSide::accepts : TlsSide::dials);
  say(id, line, line.greeting.take_output());
}

/// Encrypted if links are. May be the end of the line.
void Links::Impl::say(LinkId id, Line& line, std::string_view plain) {
  if (!line.tls) return tcp.send(id, plain);
  line.tls->say(plain);
  tcp.send(id, line.tls->take_output());
}

void Links::Impl::received(LinkId id, std::string_view bytes) {
  const auto found = lines.find(id);
  if (found == lines.end()) return;
  auto& line = found->second;
  line.silent = 0;
  if (!line.tls) return understand(id, bytes);
  const auto plain = line.tls->receive(bytes);
  tcp.send(id, line.tls->take_output());
  if (!plain) return lose(id, fmt::format("TLS: {}", plain.error().detail));
  if (lines.contains(id)) understand(id, *plain);
}

/// Whoever hears a line may end the link, or all of them.
void Links::Impl::understand(LinkId id, std::string_view plain) {
  auto text = std::exchange(lines.at(id).input, {});
  auto looked = text.size();
  text += plain;
  std::size_t begin = 0;
  for (auto end = text.find('\n', looked); end != std::string::npos; end = text.find('\n', begin)) {
    if (!hear(id, std::string_view(text).substr(begin, end - begin))) return;
    begin = end + 1;
  }
  text.erase(0, begin);
  auto& line = lines.at(id);
  line.input = std::move(text);
  const auto most = line.node ? kLongestLine : kLongestGreeting;
  if (line.input.size() > most) lose(id, fmt::format("a line of more than {} bytes", most));
}

/// False if the link is gone.
bool Links::Impl::hear(LinkId id, std::string_view text) {
  auto& line = lines.at(id);
  if (!line.node) {
    greet(id, line, text);
  } else if (!hear_ping(line, text)) {
    events.heard(*line.node, text);
  }
  return lines.contains(id);
}

void Links::Impl::greet(LinkId id, Line& line, std::string_view text) {
  const auto heard = line.greeting.hear(text);
  if (!heard) return lose(id, heard.error().detail);
  say(id, line, line.greeting.take_output());
  if (lines.contains(id) && line.greeting.peer()) establish(id, line);
}

/// A newer link takes the place of one that may be dead without our knowing.
void Links::Impl::establish(LinkId id, Line& line) {
  const auto peer = *line.greeting.peer();
  if (const auto why = events.objection(peer); !why.empty()) {
    const auto where = line.where;
    const bool dialled = line.dials.has_value();
    lines.erase(id);
    tcp.close(id);
    if (dialled) return could_not(peer.node, why, settings.longest_pause);
    return remember_stranger(where, why);
  }
  if (const auto before = up.find(peer.node); before != up.end()) {
    const auto old = before->second;
    tcp.drop(old);
    lose(old, "it has connected anew");
  }
  line.node = peer.node;
  up[peer.node] = id;
  if (const auto known = peers.find(peer.node); known != peers.end()) {
    known->second.pause = settings.first_pause;
    known->second.trouble.clear();
    known->second.redial.cancel();
  }
  events.up(peer);
}

bool Links::Impl::hear_ping(Line& line, std::string_view text) {
  if (text.starts_with(kPing)) {
    line.output += fmt::format("{}{}\n", kPong, text.substr(kPing.size()));
    return true;
  }
  if (!text.starts_with(kPong)) return false;
  if (const auto sent = base::to_number<std::int64_t>(text.substr(kPong.size())))
    line.round_trip = since_start() - microseconds(*sent);
  return true;
}

/// Silence is counted in our own pings: where we stood still ourselves it is nobody's fault.
void Links::Impl::tick() {
  std::vector<LinkId> silent;
  for (auto& [id, line] : lines) {
    if (line.silent++ >= settings.patience) {
      silent.push_back(id);
    } else if (line.node) {
      line.output += fmt::format("{}{}\n", kPing, since_start().count());
    }
  }
  flush_all();
  for (const auto id : silent) {
    tcp.drop(id);
    lose(id, "not a word came for too long");
  }
}

/// A link may break at what is sent on it, and whoever is told so may end others.
void Links::Impl::flush_all() {
  std::vector<LinkId> waiting;
  for (const auto& [id, line] : lines) {
    if (!line.output.empty()) waiting.push_back(id);
  }
  for (const auto id : waiting) {
    const auto found = lines.find(id);
    if (found != lines.end()) say(id, found->second, std::exchange(found->second.output, {}));
  }
}

void Links::Impl::settle() {
  events.settle();
  flush_all();
}

void Links::Impl::closed(LinkId id, std::string_view why) {
  lose(id, why.empty() ? "the peer has hung up" : why);
}

/// The one way in which a link ends, but for `drop`.
void Links::Impl::lose(LinkId id, std::string_view why) {
  const auto found = lines.find(id);
  if (found == lines.end()) return;
  const auto line = std::move(found->second);
  lines.erase(found);
  tcp.close(id);
  if (line.node) {
    up.erase(*line.node);
    dial_later(*line.node, settings.first_pause);
    return events.down(*line.node, why);
  }
  if (!line.dials) return remember_stranger(line.where, why);
  const auto peer = peers.find(*line.dials);
  if (peer != peers.end()) could_not(*line.dials, why, peer->second.pause);
}

void Links::Impl::remember_stranger(const Address& who, std::string_view why) {
  if (strangers.size() >= kMostStrangers || !strangers.insert(who.host).second) return;
  events.stranger(who, why);
}

}  // namespace net
