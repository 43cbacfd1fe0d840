// Passes bytes on, both ways, and watches them.
#include "client/tap/tap.hpp"

#include <fmt/format.h>

#include <csignal>
#include <map>

#include "client/tap/record.hpp"
#include "net/tcp.hpp"

namespace client::tap {
namespace {

using base::Result;

constexpr int kFromClients = 0;
constexpr int kToServer = 1;
/// With a server that may be about to hang up, too.
constexpr std::chrono::milliseconds kPatience{50};
/// After which what is unfinished is shown.
constexpr std::chrono::seconds kPause{1};
/// In which the server must take a connection.
constexpr std::chrono::seconds kConnecting{10};
/// A server may tell more at once than a client reads.
constexpr net::TcpLimits kLimits{.output = std::size_t{16} * 1024 * 1024};

class Tap final : net::Conversations {
 public:
  Tap(const Settings& settings, const Audience& audience) : settings_(settings), audience_(audience) {}

  Result<Report> run();

 private:
  /// A client, and the connection to the server that was made for it.
  struct Pair {
    char letter = '?';
    net::LinkId client = 0;
    net::LinkId server = 0;
    bool connected = false;  ///< to the server
    Watch watch;
    std::unique_ptr<net::Loop::Timer> pause;       ///< since something came; before, for the server to come
    std::unique_ptr<net::Loop::Timer> patience{};  ///< once the client has hung up
  };
  using Pairs = std::map<net::LinkId, std::shared_ptr<Pair>>;

  void opened(net::LinkId link, int tag, const net::Address& peer) override;
  void received(net::LinkId link, std::string_view bytes) override;
  void closed(net::LinkId link, std::string_view why) override;
  void settle() override {}

  void welcome(net::LinkId client, const net::Address& peer);
  void await_server(const std::shared_ptr<Pair>& pair);
  void see(const Pair& pair, const std::vector<Sight>& sights);
  void finish(const Pair& pair, Way nothing_more, std::string_view why);
  void end(const Pair& pair);
  void fail(base::Error error);
  static Way way_of(const Pair& pair, net::LinkId from) {
    return from == pair.client ? Way::to_server : Way::to_client;
  }

  const Settings& settings_;
  const Audience& audience_;
  std::optional<Record> record_;
  net::Loop loop_;
  net::Tcp tcp_{loop_, *this, kLimits};
  Pairs pairs_;  ///< each under both its links
  int ended_ = 0;
  bool reached_ = false;  ///< the server was, at least once
  Report report_;
  std::optional<base::Error> problem_;
};

Result<Report> Tap::run() {
  loop_.on_signals({SIGINT, SIGTERM}, [this](int) { loop_.stop(); });
  const auto server = net::write_address(settings_.server);
  if (const auto found = net::resolve(settings_.server); !found) return std::unexpected(found.error());
  if (!settings_.record.empty()) {
    auto record = Record::open(settings_.record, *settings_.protocol, server, settings_.seed);
    if (!record) return std::unexpected(record.error());
    record_.emplace(*std::move(record));
  }
  const auto where = tcp_.listen(settings_.listen, kFromClients);
  if (!where) return std::unexpected(where.error());
  audience_.listening(*where);
  loop_.run();
  if (problem_) return std::unexpected(*problem_);
  for (const auto& [link, pair] : pairs_) {
    if (link == pair->server) see(*pair, pair->watch.end());
  }
  return report_;
}

void Tap::opened(net::LinkId link, int tag, const net::Address& peer) {
  if (tag == kFromClients) return welcome(link, peer);
  const auto found = pairs_.find(link);
  if (found == pairs_.end()) return;
  auto& pair = *found->second;
  pair.connected = reached_ = true;
  pair.pause->cancel();
  if (record_ && pair.letter != '?') record_->connect(pair.letter);
  tcp_.set_reading(pair.client, net::Tcp::Reading::on);
}

/// Nothing is read from a client before there is a server to read it.
void Tap::welcome(net::LinkId client, const net::Address& peer) {
  const auto number = static_cast<std::size_t>(report_.connections++);
  const char letter = number < kLetters.size() ? kLetters[number] : '?';
  tcp_.set_reading(client, net::Tcp::Reading::off);
  audience_.tell(letter, fmt::format("comes from {}", net::write_address(peer)));
  const auto server = tcp_.dial(settings_.server, kToServer);
  if (!server) return fail(server.error());
  auto pair = std::make_shared<Pair>(Pair{letter, client, *server, false,
                                          Watch(*settings_.protocol, settings_.charset, settings_.kits),
                                          std::make_unique<net::Loop::Timer>(loop_)});
  pair->pause->set(kConnecting, [this, link = *server] {
    tcp_.drop(link);
    closed(link, fmt::format("no answer for {} s", kConnecting.count()));
  });
  pairs_.emplace(client, pair);
  pairs_.emplace(*server, std::move(pair));
}

/// Told before it is passed on, so that nothing is recorded before what caused it.
void Tap::received(net::LinkId link, std::string_view bytes) {
  const auto found = pairs_.find(link);
  if (found == pairs_.end()) return;
  auto& pair = *found->second;
  const auto way = way_of(pair, link);
  const auto sights = pair.watch.see(way, bytes);
  see(pair, sights);
  for (const auto& sight : sights) {
    if (record_ && pair.letter != '?' && sight.kind == Sight::Kind::message)
      record_->message(pair.letter, way, sight.text);
  }
  pair.pause->set(kPause, [this, &pair] {
    see(pair, pair.watch.pause());
    audience_.pause(pair.letter);
  });
  tcp_.send(way == Way::to_server ? pair.server : pair.client, bytes);
}

void Tap::see(const Pair& pair, const std::vector<Sight>& sights) {
  for (const auto& sight : sights) {
    report_.tally.see(pair.letter, sight);
    audience_.see(pair.letter, sight);
  }
}

void Tap::closed(net::LinkId link, std::string_view why) {
  const auto found = pairs_.find(link);
  if (found == pairs_.end()) return;
  const auto pair = found->second;
  const auto way = way_of(*pair, link);
  if (!pair->connected && way == Way::to_client && !reached_)
    return fail({base::Code::system,
                 fmt::format("cannot connect to {}: {}", net::write_address(settings_.server), why)});
  if (way == Way::to_server && pair->connected && why.empty()) return await_server(pair);
  finish(*pair, way, why);
}

/// Where both say goodbye it is the server that ends the connection, though the client is often the faster.
void Tap::await_server(const std::shared_ptr<Pair>& pair) {
  pairs_.erase(pair->client);
  pair->patience = std::make_unique<net::Loop::Timer>(loop_);
  pair->patience->set(kPatience, [this, pair] { finish(*pair, Way::to_server, ""); });
}

void Tap::finish(const Pair& pair, Way nothing_more, std::string_view why) {
  const auto keep = pairs_.at(pair.server);
  keep->patience.reset();
  keep->pause->cancel();
  pairs_.erase(pair.client);
  pairs_.erase(pair.server);
  tcp_.close(nothing_more == Way::to_server ? pair.server : pair.client);
  const bool server = nothing_more == Way::to_client;
  if (!pair.connected && server) {
    audience_.tell(pair.letter, fmt::format("the server cannot be reached: {}", why));
    return end(pair);
  }
  const auto who = server ? "the server" : "the client";
  audience_.tell(pair.letter,
                 why.empty() ? fmt::format("{} hung up", who) : fmt::format("{} is gone: {}", who, why));
  if (record_ && pair.letter != '?' && pair.connected) {
    for (const auto& rest : pair.watch.end()) {
      if (rest.kind == Sight::Kind::message) record_->message(pair.letter, rest.way, rest.text);
    }
    record_->end(pair.letter, nothing_more);
  }
  end(pair);
}

void Tap::end(const Pair& pair) {
  see(pair, pair.watch.end());
  if (++ended_ == settings_.connections) loop_.stop();
}

void Tap::fail(base::Error error) {
  problem_ = std::move(error);
  loop_.stop();
}

}  // namespace

Result<Report> run(const Settings& settings, const Audience& audience) {
  return Tap(settings, audience).run();
}

}  // namespace client::tap
