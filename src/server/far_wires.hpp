// Wire connections of all nodes, for browsers of any.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cluster/letters.hpp"
#include "host/host.hpp"
#include "server/inspector.hpp"
#include "server/wire_words.hpp"

namespace server {

/// What a browser asks about wire connections of other nodes is asked there, and what browsers of others ask
/// is answered by the inspector here.
class FarWires {
 public:
  using Post = std::function<void(cluster::NodeId, std::string)>;
  using Others = std::function<std::vector<cluster::NodeId>()>;  ///< to whom there is a link

  FarWires(host::Host& host, Inspector& inspector, Post post, Others others)
      : host_(host), inspector_(inspector), post_(std::move(post)), others_(std::move(others)) {}

  /// Answers a browser which connections there are, of this node and all others, once those have said so.
  void list(PlayerId browser, Time now);
  /// These answer the browser if the connection is at another node; otherwise they say false.
  bool follow(PlayerId browser, std::uint64_t connection, Time now);
  bool transcript(PlayerId browser, std::uint64_t connection, Time now);
  void stop_following(PlayerId browser);
  void depart(PlayerId browser);

  /// Whether it is a browser of another node that is told this.
  bool tell(PlayerId browser, const protocols::Overheard& overheard);
  void take(cluster::NodeId from, const cluster::WiresAsked& asked, Time now);
  void take(cluster::NodeId from, const cluster::WiresTold& told);

  /// A node is gone, or all are: whoever waits for it is answered without it.
  void forget(cluster::NodeId node);
  void forget_all();
  /// Time has passed: nobody is waited for any longer who does not answer.
  void turn(Time now);

 private:
  struct Waiting {
    PlayerId browser;
    Time until;
    std::set<cluster::NodeId> nodes;                   ///< that have not answered
    std::vector<protocols::Connection> connections{};  ///< as far as they are known, if they were asked for
    bool lists = false;                                ///< otherwise one node is asked for one connection
  };
  using Far = std::pair<cluster::NodeId, PlayerId>;  ///< a browser there

  bool is_linked(cluster::NodeId node) const;
  bool ask_about(PlayerId browser, std::uint64_t connection, WireQuestion::About about, Time now);
  void ask(cluster::NodeId node, PlayerId browser, std::uint64_t number, WireQuestion question);
  WireAnswer answer(PlayerId looker, const WireQuestion& question, Time now);
  void pass_on(PlayerId browser, WireAnswer answer);
  void finish(std::uint64_t number);
  void let_go(const Far& far);

  host::Host& host_;
  Inspector& inspector_;
  Post post_;
  Others others_;
  std::map<std::uint64_t, Waiting> waiting_;       ///< browsers of this node, by the number of their question
  std::map<PlayerId, cluster::NodeId> following_;  ///< browsers of this node
  std::map<Far, PlayerId> lookers_;                ///< browsers of others, as the inspector knows them
  std::uint64_t last_number_ = 0;
  std::uint64_t last_looker_ = 0;
};

}  // namespace server
