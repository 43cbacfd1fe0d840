// Links of this server to the other nodes.
#include "server/node_links.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "server/log.hpp"

namespace server {
namespace {

/// A node that has just come is not waited for longer than this.
constexpr auto kLongestPause = std::chrono::seconds(1);

/// What a node says of itself when it greets another.
struct About {
  cluster::Epoch epoch = 0;
  std::string_view games;
};

std::string write_about(cluster::Epoch epoch, const NodeLinkSettings& settings) {
  return fmt::format("epoch={} version={} games={}", epoch, settings.version, settings.games);
}

/// Words that are not known are passed over; the games are the rest of the line.
About read_about(std::string_view text) {
  About about;
  while (!text.empty()) {
    if (text.starts_with("games=")) {
      about.games = text.substr(6);
      return about;
    }
    auto word = base::cut(text, ' ');
    const auto key = base::cut(word, '=');
    if (key == "epoch") about.epoch = base::to_number<cluster::Epoch>(word).value_or(0);
  }
  return about;
}

net::LinkSettings link_settings(const NodeLinkSettings& settings) {
  return {.own = {settings.self.value, write_about(0, settings)},
          .secret = settings.secret,
          .identity = settings.identity,
          .ping = settings.ping,
          .patience = settings.patience,
          .longest_pause = kLongestPause};
}

cluster::NodeId id_of(net::Node node) { return {static_cast<std::uint32_t>(node)}; }

}  // namespace

std::string games_played(const games::Kits& kits) {
  std::string text;
  for (const auto game : games::names()) {
    const auto options = games::complete_options(kits, game, "").value_or("");
    text +=
        fmt::format("{}{}:{}:{}", text.empty() ? "" : ",", game, games::facts_of(game)->revision, options);
  }
  return text;
}

NodeLinks::NodeLinks(net::Loop& loop, NodeLinkSettings settings, std::function<void()> settle)
    : settings_(std::move(settings)),
      settle_(std::move(settle)),
      links_(loop, link_settings(settings_), *this) {}

/// Everybody must hear of the new epoch, so all links are made anew.
void NodeLinks::begin(cluster::Epoch epoch) {
  epoch_ = epoch;
  links_.set_about(write_about(epoch, settings_));
  for (const auto& [node, condition] : links_.conditions()) links_.drop(node);
  links_.set_peers(peers_);
}

/// The directory is asked before anybody joins, but nobody is dialled before that.
void NodeLinks::see(const cluster::Picture& picture) {
  peers_.clear();
  epochs_.clear();
  for (const auto& facts : picture.nodes) {
    epochs_[facts.node.value] = facts.epoch;
    const auto address = net::read_address(facts.address);
    if (facts.state == cluster::NodeState::down || facts.node == settings_.self || !address) continue;
    peers_[facts.node.value] = *address;
  }
  if (epoch_ != 0) links_.set_peers(peers_);
}

std::vector<cluster::NodeId> NodeLinks::peers() const {
  std::vector<cluster::NodeId> all;
  all.reserve(peers_.size());
  for (const auto& [node, address] : peers_) all.push_back(id_of(node));
  return all;
}

std::string NodeLinks::objection(const net::NodeCard& peer) {
  const auto about = read_about(peer.about);
  const auto known = epochs_.find(peer.node);
  if (epoch_ == 0 || about.epoch == 0)
    return fmt::format("one of both nodes, {} and {}, has not joined yet", settings_.self.value, peer.node);
  if (known != epochs_.end() && about.epoch < known->second)
    return fmt::format("node {} was taken over and does not know it yet", peer.node);
  if (about.games != settings_.games)
    return fmt::format("node {} plays by other rules or with other words", peer.node);
  return "";
}

void NodeLinks::up(const net::NodeCard& peer) {
  heard_ = true;
  log(Level::info, "a link stands", {{"node", std::to_string(peer.node)}});
  listener_->up(id_of(peer.node), read_about(peer.about).epoch);
}

void NodeLinks::heard(net::Node peer, std::string_view line) {
  heard_ = true;
  listener_->line(id_of(peer), line);
}

void NodeLinks::down(net::Node peer, std::string_view why) {
  heard_ = true;
  log(Level::warn, "a link is gone", {{"node", std::to_string(peer)}, {"why", std::string(why)}});
  listener_->down(id_of(peer));
}

void NodeLinks::unreachable(net::Node peer, const net::Address& where, std::string_view why) {
  log(Level::warn, "no link",
      {{"node", std::to_string(peer)}, {"address", net::write_address(where)}, {"why", std::string(why)}});
}

void NodeLinks::stranger(const net::Address& who, std::string_view why) {
  log(Level::warn, "refused on the port of links",
      {{"address", net::write_address(who)}, {"why", std::string(why)}});
}

void NodeLinks::settle() {
  if (std::exchange(heard_, false)) settle_();
}

}  // namespace server
