// This server among others.
#include "server/company.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "server/web/token.hpp"

namespace server {
namespace {

/// A fraction of what beats are apart, so that none is late.
constexpr auto kTurn = std::chrono::milliseconds(50);

cluster::Steady steady_now() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return cluster::Steady(std::chrono::duration_cast<base::Duration>(now));
}

base::Result<std::optional<net::TlsIdentity>> identity_of(const Config& config) {
  const bool none = config.link_tls_certificate.empty();
  if (none != config.link_tls_key.empty() || none != config.link_tls_authority.empty())
    return base::fail(base::Code::bad_options,
                      "link-tls-cert, link-tls-key and link-tls-ca must be set together");
  if (none) return std::nullopt;
  auto identity = net::TlsIdentity::load_mutual(config.link_tls_certificate, config.link_tls_key,
                                                config.link_tls_authority);
  if (!identity) return std::unexpected(std::move(identity).error());
  return *std::move(identity);
}

/// Of the cluster's secret, so that no proof on a link says anything about cookies, nor a page's address.
std::string link_secret(const std::string& secret) { return "links " + secret; }
std::string page_secret(const std::string& secret) { return "pages " + secret; }

}  // namespace

Company::Company(const Ground& ground, NodeLinkSettings links)
    : pace_{.lease = ground.config.takeover_after},
      self_(links.self),
      settle_(ground.settle),
      leave_(ground.leave),
      links_(ground.loop, std::move(links), settle_),
      watcher_(ground.watcher),
      turns_(ground.loop) {}

base::Result<std::unique_ptr<Company>> Company::open(const Ground& ground) {
  auto identity = identity_of(ground.config);
  if (!identity) return std::unexpected(std::move(identity).error());
  auto secret = ground.keep.secret(web::make_secret());
  if (!secret) return std::unexpected(std::move(secret).error());
  const auto games = games_played(ground.kits);
  std::unique_ptr<Company> made(new Company(ground, {.self = ground.keep.node(),
                                                     .secret = link_secret(*secret),
                                                     .version = ground.version,
                                                     .games = games,
                                                     .identity = *std::move(identity)}));
  made->seat_secret_ = page_secret(*secret);
  const auto listening = made->links_.listen(*net::read_address(ground.config.link));
  if (!listening) return base::fail(base::Code::system, fmt::format("link: {}", listening.error().detail));
  made->address_ = net::write_address(*listening);
  auto directory = ground.keep.open_directory(
      {made->address_, games, [&loop = ground.loop](auto work) { loop.post(std::move(work)); },
       [raw = made.get()](const cluster::Picture& picture) { raw->see(picture); }});
  if (!directory) return std::unexpected(std::move(directory).error());
  made->directory_.emplace(**directory, ground.watcher);
  return made;
}

/// A node that is marked as draining stops in order: then it is down, and others take its tables at once.
void Company::see(const cluster::Picture& picture) {
  links_.see(picture);
  const auto own = std::ranges::find(picture.nodes, self_, &cluster::NodeFacts::node);
  if (own == picture.nodes.end() || own->state != cluster::NodeState::draining) return;
  if (const auto leave = std::exchange(leave_, {})) leave();
}

NodeSettings Company::settings() {
  return {.self = self_, .directory = &*directory_, .links = &links_, .pace = pace_, .watcher = &watcher_};
}

NodeStanding Company::standing(const Node& node) const {
  auto standing = node.standing();
  for (const auto peer : links_.peers()) standing.links[peer] = {};
  for (const auto& [peer, condition] : links_.conditions()) {
    standing.links[{static_cast<std::uint32_t>(peer)}] = {
        true, std::chrono::duration<double>(condition.round_trip).count(), condition.waiting};
  }
  return standing;
}

void Company::begin(Node& node, std::function<base::Time()> now) {
  links_.set_listener(node);
  node.begin(steady_now(), now());
  turns_.repeat(kTurn, [this, &node, now = std::move(now)] {
    node.turn(steady_now(), now());
    settle_();
  });
}

}  // namespace server
